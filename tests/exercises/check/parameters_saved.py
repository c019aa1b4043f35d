"""Right and wrong answers to the exercises of 18.4.6."""

import torch

from dnnlpy.exercises import check
from tests.exercises.check.given import Given

RIGHT = {
    check.padded_vocabulary: [
        Given(36_096, 72_192, True),
        Given((64 * 786 - 50_257) * 768, torch.tensor(2 * 47 * 768), gradient=torch.tensor(True)),
    ],
    check.tables_in_file: [Given(1, 2, 2), Given(tied=1.0, untied=torch.tensor(2), cloned=2)],
    check.widest_untied: [48, torch.tensor(48.0)],
}

WRONG = {
    check.padded_vocabulary: {
        "those are rows": Given(47, 94, True),
        "not by 64": Given(64 * 768, 2 * 64 * 768, True),
        "the way down to 50,240": Given(17 * 768, 34 * 768, True),
        "the whole padded table": Given(50_304 * 768, 2 * 50_304 * 768, True),
        "the other way round": Given(72_192, 36_096, True),
        "and both are padded": Given(36_096, 36_096, True),
        "two tables of the same size": Given(36_096, 4 * 36_096, True),
        "that is a gradient": Given(36_096, 72_192, False),
        "how many are they?": Given(46 * 768, 92 * 768, True),
        "tied is to be a number": Given("47 rows", 72_192, True),
        "one of yes or no": Given(36_096, 72_192, "never"),
    },
    check.tables_in_file: {
        "they mean one piece of memory": Given(2, 2, 2),
        "the untied model has two": Given(2, 1, 2),
        "have a table each": Given(1, 1, 1),
        "nothing in the file says": Given(1, 2, 1),
        "of which there are two": Given(1, 2, 3),
        "one table is there to be written": Given(0, 1, 1),
        "not bytes or numbers": Given(1_280_000, 2_560_000, 2_560_000),
    },
    check.widest_untied: {
        "a table more": 64,
        "with D squared": 32,
        "a larger one fits": 44,
        "width 52 has": 52,
        "4 heads of equal size": 50,
        "a whole number of columns": 48.5,
        "width is to be a number": "48 columns",
    },
}
