from dnnlpy.palette import DARK, LIGHT


def luminance(color):
    channels = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(color, ground):
    bright, dim = sorted((luminance(color), luminance(ground)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def test_both_palettes_name_the_same_colours():
    assert LIGHT.keys() == DARK.keys()


def test_colours_of_text_reach_a_contrast_of_four_and_a_half():
    for palette in (LIGHT, DARK):
        for name in ("input", "output", "shared", "position", "text", "muted"):
            assert contrast(palette[name], palette["paper"]) >= 4.5, name


def test_colours_of_marks_reach_a_contrast_of_three():
    for palette in (LIGHT, DARK):
        for name in ("quiet", "negative", "positive"):
            assert contrast(palette[name], palette["paper"]) >= 3, name
