"""What a reader can do on a page: words explained, levels, links, colours, search, contents."""

from playwright.sync_api import Browser, Page, expect

from tests.site.conftest import NARROW, SITE, Reader

SECTION = "chapters/18-4-05-weight-tying.html"
QUESTIONS = {  # a part of an address, and what readers typed who did not know the book's words
    "18-4-01-one-vocabulary-two-directions.html#why-the-head": [
        "linear weight shape vocab first",
        "lm_head weight shape wrong way round",
    ],
    "18-4-02-token-embedding.html#is-learning-more": [
        "does a bigger id mean anything",
        "does order of token ids matter",
        "are the numbers meaningful or random",
        "does word number 10 mean close to word 11",
    ],
    "18-4-02-token-embedding.html#lookup-and-one-hot": [
        "why is lookup faster than matrix multiplication",
        "embedding same as matrix multiply?",
    ],
    "18-4-02-token-embedding.html#on-a-gpu": [
        "cuda error embedding which id is bad",
        "srcIndex assertion cuda",
    ],
    "18-4-03-positional-embedding.html#why-positions": [
        "can positional embedding be shared with output"
    ],
    "18-4-04-lm-head.html#a-loss-that-is": [
        "loss near zero at the beginning",
        "loss drops to zero",
        "my loss is 0.01 but text is garbage",
        "loss suspiciously small",
    ],
    "18-4-04-lm-head.html#a-score-is-not": [
        "cosine",
        "why not cosine for logits",
        "negative scores",
    ],
    "18-4-04-lm-head.html#shift-the-labels": [
        "labels off by one",
        "off by one target huggingface",
        "labels = input_ids",
    ],
    "18-4-04-lm-head.html#the-loss-of-knowing": [
        "initial loss random model",
        "expected loss at start",
        "ln vocab size",
        "10.8",
        "why does loss start at 10.8",
        "ln 50257",
    ],
    "18-4-05-weight-tying.html#three-things": [
        "weights equal but not shared",
        "how to know if two weights are shared",
        "how to check weights are tied",
        "is vs ==",
        "are the weights really shared",
        "are my two layers really tied",
    ],
    "18-4-05-weight-tying.html#what-one-table": [
        "quality",
        "does tying hurt quality",
        "perplexity tied vs untied",
    ],
    "18-4-06-parameters-saved.html#does-a-tie": [
        "speed",
        "speed up training tied",
        "will tying make training faster",
        "is a tied model quicker",
        "quicker",
        "speedup",
    ],
    "18-4-06-parameters-saved.html#m-or-163m": ["why 124M not 163M"],
    "18-4-06-parameters-saved.html#three-counts": [
        "count parameters twice shared",
        "why does sum of state_dict give more",
    ],
    "18-4-06-parameters-saved.html#what-training": [
        "how much memory does tying save",
        "adam optimizer memory embedding",
        "how much gpu ram do I save",
        "gpu memory",
    ],
    "18-4-06-parameters-saved.html#which-models": [
        "which models use weight tying",
        "which models tie",
        "why small models tie",
        "does llama use weight tying",
        "does llama tie embeddings",
        "llama",
        "tie_word_embeddings",
        "big models dont tie",
    ],
    "18-4-07-gradients-of-a-shared-weight.html#is-the-gradient": [
        "gradient double count shared weight",
        "are gradients added or averaged",
        "added or averaged",
    ],
    "18-4-09-points-easily-confused.html#an-untrained": [
        "model repeats the same token",
        "same word over and over",
        "repeats itself",
        "model copies input at start",
        "echo",
        "predicts the token it just read",
    ],
    "18-4-09-points-easily-confused.html#another-tokenizer": ["swap tokenizer"],
    "practice/2-still-tied.html#loading": [
        "newly initialized lm_head",
        "lm_head random after loading",
        "gibberish",
        "loaded model produces garbage",
    ],
    "practice/2-still-tied.html#saving": ["save_pretrained", "safetensors RuntimeError shared"],
    "practice/3-the-first-loss.html": ["my loss starts very high", "initial loss 300"],
    "practice/4-training-a-tied-model.html": ["parameters in more than one group"],
    "practice/5-the-head-is-the-expensive-layer.html": ["out of memory in the loss"],
    "practice/8-across-machines.html": ["fsdp tied embeddings"],
    "reference/glossary.html#cross-entropy": ["nll", "negative log likelihood"],
    "reference/glossary.html#gradient-clipping": ["clip_grad_norm_", "what is gradient clipping"],
    "reference/glossary.html#lm-head": ["output layer", "unembedding"],
    "reference/glossary.html#token-embedding": ["lookup table"],
    "18-4-05-weight-tying.html": ["weight tying", "same matrix twice"],
    "18-4-02-token-embedding.html#when-the-id": [
        "vocab size too small error",
        "what happens if the token id is larger than the vocabulary",
        "which id caused the crash",
        "added a new token and it crashes",
        "vocab mismatch",
        "embedding idx error",
    ],
    "18-4-04-lm-head.html#from-scores": ["why do logits not add to one"],
    "18-4-07-gradients-of-a-shared-weight.html#why-these": [
        "why do all rows change when only few words are in the batch",
        "unused tokens still move",
        "tokens not in the batch",
        "why do words that I never used change",
        "which words get updated",
        "gradient is zero for most tokens",
    ],
    "18-4-09-points-easily-confused.html#the-softmax": ["do I need softmax at the end"],
    "practice/7-an-honest-experiment.html": [
        "does tying help",
        "should I tie weights",
        "should I use weight tying",
        "when is tying bad",
        "is it worth it",
        "evidence that tying works",
        "weight tying results",
        "benefit of tying",
        "drawbacks of weight tying",
        "weight tying pros and cons",
        "proof that sharing helps",
        "is tying good",
        "is tying better or worse",
        "does weight tying hurt accuracy",
        "perplexity tied vs untied",
        "tied or untied better",
        "advantages and disadvantages",
    ],
}


def marked(page: Page) -> int:
    """Return how many words are marked."""
    return page.locator("a.term[href]").count()


def choose(page: Page, name: str, value: str) -> None:
    """Set how one reads, with the keyboard alone."""
    page.get_by_role("button", name="Reading").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#reading")).to_be_visible()
    page.locator(f"#reading input[name={name}]:checked").focus()
    for _ in range(4):
        if page.evaluate("document.activeElement.value") == value:
            break
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    expect(page.locator("#reading")).to_be_hidden()


def test_a_marked_word_explains_itself_on_focus_and_escape_takes_it_away(visitor: Reader) -> None:
    page = visitor.open(SECTION)
    term = page.locator("a.term").first
    definition = page.locator(f"#{term.get_attribute('aria-describedby')}").text_content()
    term.focus()
    expect(page.locator("#card")).to_contain_text(definition or "no definition")
    page.keyboard.press("Escape")
    expect(page.locator("#card")).to_be_hidden()


def test_a_marked_word_explains_itself_under_the_mouse_which_may_move_onto_the_card(
    reader: Reader,
) -> None:
    page = reader.open(SECTION)
    page.locator("a.term").first.hover()
    page.locator("#card").hover()
    expect(page.locator("#card")).to_be_visible()
    assert reader.axe() == []
    page.mouse.move(5, 600)
    expect(page.locator("#card")).to_be_hidden()


def test_a_tap_explains_a_word_and_a_tap_elsewhere_ends_it(browser: Browser) -> None:
    context = browser.new_context(viewport=NARROW, has_touch=True)
    page = context.new_page()
    page.goto(f"{SITE.as_uri()}/{SECTION}")
    page.locator("a.term").first.tap()
    expect(page.locator("#card")).to_be_visible()
    assert page.url.endswith(SECTION)
    page.locator("h1").tap()
    expect(page.locator("#card")).to_be_hidden()
    context.close()


def test_a_symbol_of_a_formula_is_explained_like_a_word(visitor: Reader) -> None:
    page = visitor.open(SECTION)
    page.get_by_role("link", name="W out").focus()
    expect(page.locator("#card")).to_contain_text("weight of the LM head")


def test_each_level_marks_fewer_words_and_is_remembered(reader: Reader) -> None:
    page = reader.open(SECTION)
    counts = [marked(page)]
    for level in ("practitioner", "expert"):
        choose(page, "level", level)
        counts.append(marked(page))
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[1]
    page.reload()
    assert marked(page) == counts[2]


def test_links_in_the_text_can_be_turned_off_and_on(reader: Reader) -> None:
    page = reader.open(SECTION)
    links = page.locator("article p a[href]:not(.opening a)")
    before = links.count()
    choose(page, "links", "off")
    assert (before > 3, links.count()) == (True, 0)
    assert page.locator(".turn a").count() > 0
    choose(page, "links", "on")
    assert links.count() == before


def test_colours_can_be_chosen_against_the_system_and_are_there_at_first_paint(
    reader: Reader,
) -> None:
    page = reader.open(SECTION)
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    choose(page, "theme", "dark")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert light != dark
    page.route("**/book.js*", lambda route: route.abort())
    page.reload()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark


def test_search_leads_a_confused_reader_to_the_section_in_three_hits(visitor: Reader) -> None:
    page = visitor.open("search.html")
    expect(page.get_by_label("Search the book")).to_be_focused()
    hits: dict[str, list[str]] = page.evaluate(
        """async questions => {
          const input = document.querySelector("input[type=search]"), found = {}
          const status = document.querySelector("[role=status]")
          for (const question of questions) {
            status.textContent = ""
            input.value = question
            input.dispatchEvent(new Event("input"))
            while (!status.textContent) await new Promise(done => setTimeout(done))
            found[question] = [...document.querySelectorAll(".hits a")].map(a => a.href)
          }
          return found
        }""",
        [question for questions in QUESTIONS.values() for question in questions],
    )
    missed = {
        question: [address.rpartition("/")[2] for address in hits[question][:3]]
        for section, questions in QUESTIONS.items()
        for question in questions
        if not any(section in address for address in hits[question][:3])
    }
    assert missed == {}


def test_an_excerpt_is_the_sentence_that_answers_and_code_only_where_no_sentence_does(
    visitor: Reader,
) -> None:
    page = visitor.open("search.html?q=which models tie")
    hit = page.locator(".hits li", has_text="Which models tie, and why small ones do")
    expect(hit.locator("div")).to_contain_text("So the larger the model")
    expect(hit.locator("div")).not_to_contain_text("def ")
    page.get_by_label("Search the book").fill("CUDA_LAUNCH_BLOCKING=1")
    expect(page.locator(".hits li").first).to_contain_text("CUDA_LAUNCH_BLOCKING=1")


def test_search_opens_by_keyboard_and_leads_to_the_section(visitor: Reader) -> None:
    page = visitor.open("chapters/reference/bibliography.html")
    page.keyboard.press("Control+k")
    page.keyboard.type("an alias is trained as two")
    first = page.locator("#search .hits a").first
    expect(first).to_have_text("An alias is trained as two parameters")
    assert visitor.axe() == []
    first.press("Enter")
    page.wait_for_url("**#an-alias-is-trained-as-two-parameters")
    expect(page.locator("h2", has_text="An alias")).to_be_in_viewport()


def test_a_hit_s_heading_stands_right_under_the_bar_at_once(browser: Browser) -> None:
    context = browser.new_context(viewport=NARROW, reduced_motion="no-preference")
    page = context.new_page()
    page.goto(f"{SITE.as_uri()}/search.html?q=are the logits cosines")
    page.locator(".hits a", has_text="A score is not a similarity").click()
    heading = page.locator("#a-score-is-not-a-similarity h2")
    space = """heading => Math.round(heading.getBoundingClientRect().top
      - document.querySelector('.top').getBoundingClientRect().bottom)"""
    heading.evaluate("() => new Promise(requestAnimationFrame)")
    assert 0 <= heading.evaluate(space) < 40
    context.close()


def test_search_says_when_nothing_is_found_and_where_all_questions_are(visitor: Reader) -> None:
    page = visitor.open("search.html?q=zebra")
    expect(page.get_by_role("status")).to_contain_text("Nothing found")
    page.get_by_role("link", name="Where is it answered?").click()
    expect(page.locator("h2", has_text="Where is it answered?")).to_be_in_viewport()


def test_the_contents_follow_the_scroll(visitor: Reader) -> None:
    page = visitor.open(SECTION)
    heading = page.locator("h2").nth(2)
    heading.evaluate("h => h.scrollIntoView()")
    here = page.locator(".contents a.here")
    expect(here).to_have_text((heading.text_content() or "").removesuffix("#"))


def test_on_a_narrow_screen_the_contents_open_and_close_by_keyboard(visitor: Reader) -> None:
    page = visitor.open(SECTION)
    page.set_viewport_size(NARROW)
    expect(page.locator("#book")).to_be_hidden()
    page.get_by_role("button", name="Contents").press("Enter")
    expect(page.locator("#book a[aria-current=page]")).to_be_visible()
    assert visitor.axe() == []
    page.keyboard.press("Escape")
    expect(page.locator("#book")).to_be_hidden()


def test_the_first_tab_skips_to_the_text(visitor: Reader) -> None:
    page = visitor.open(SECTION)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the text")).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.wait_for_url("**#main")


def test_code_is_copied_as_it_stands(reader: Reader) -> None:
    page = reader.open(SECTION)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    cell = page.locator(".cell_input").filter(has_text="class TiedEmbeddingLM").first
    cell.get_by_role("button", name="Copy").click()
    expect(cell.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("class TiedEmbeddingLM")
    assert "Copy" not in copied


def test_a_page_prints_its_text_without_the_furniture(reader: Reader) -> None:
    page = reader.open(SECTION)
    page.emulate_media(media="print")
    assert page.locator(".top, #book, .turn, footer").filter(visible=True).count() == 0
    expect(page.locator("h1")).to_be_visible()


def test_what_is_too_wide_scrolls_in_its_own_box_by_keyboard(visitor: Reader) -> None:
    page = visitor.open(SECTION)
    page.set_viewport_size(NARROW)
    wide = page.locator("pre[tabindex='0']").filter(visible=True).first
    wide.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("e => e.scrollLeft > 0", arg=wide.element_handle())
