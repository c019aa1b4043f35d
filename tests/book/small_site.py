"""A built site of two small sections and a page of reference, as the template writes them."""

NAV = """<nav id="book"><p class="caption">Section 18.4 <span>9 min</span></p>
<ul><li><a href="18-4-05-one.html"><span class="number">18.4.5</span> One</a></li>
<li><a href="18-4-06-two.html"><span class="number">18.4.6</span> Two</a></li></ul>
<p class="caption">Reference</p>
<ul><li><a href="reference/api.html">The package</a></li></ul></nav>"""

INDEX = """<h1>The book<a class="headerlink" href="#a">#</a></h1><p class="promise">It promises.</p>
<svg class="one-table" viewBox="0 0 9 9"></svg>"""

ONE = """<section id="one"><h1>18.4.5 One<a class="headerlink" href="#one">#</a></h1>
<p class="promise">A promise.</p><p class="opening">Section 1</p>
<p>After this section you can</p><ul><li>see <a href="18-4-06-two.html#inside">two</a></li></ul>
<div class="cell" id="cell-setup"><details class="fold"><summary>Set-up</summary></details></div>
<section id="inside"><h2>Inside<a class="headerlink" href="#inside">#</a></h2>
<div class="callout predict"><p><strong>Predict.</strong> What?</p></div>
<details><summary>Answer</summary>
<p>That, by <a href="reference/api.html">the package</a>.</p></details>
<div class="cell" id="cell-two-paths"><div class="cell_input"><pre>1 + 1</pre></div>
<div class="cell_output"><pre>2</pre><img alt="A dot" loading="lazy" src="../_images/dot.png">
<details class="words"><summary>The figure in words</summary></details>
<figure class="dnnx"><script>document.title = "moved"</script></figure></div></div>
<p>And <a href="https://example.org/">elsewhere</a>.</p></section>
<div id="def-nat" hidden>A unit.</div></section>"""

TWO = """<section id="two"><h1>18.4.6 Two</h1><p class="promise">Another.</p>
<section id="inside"><h2>Inside</h2>
<p>Back to <a href="18-4-05-one.html">one</a>.</p></section></section>"""

DOT = (
    "89504e470d0a1a0a0000000d4948445200000001000000010800000000"
    "3a7e9b550000000a49444154789c636000000002000148afa4710000000049454e44ae426082"
)


def make_small_site(site):
    """Writes the site into a folder; returns the folder."""
    texts = {"index": INDEX, "18-4-05-one": ONE, "18-4-06-two": TWO}
    texts["reference/api"] = "<section id='api'><h1>The package</h1></section>"
    for name, text in texts.items():
        path = site / "chapters" / f"{name}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        html = (
            f"<body>{NAV}<main><article>{text}</article></main><footer><p>CC BY</p></footer></body>"
        )
        path.write_text(html, encoding="utf-8")
    for folder in ("_static/fonts", "_images"):
        (site / folder).mkdir(parents=True)
    (site / "_static" / "fonts" / "rare.woff2").write_bytes(b"font")
    (site / "_static" / "book.css").write_text("p { src: url(fonts/rare.woff2) }", encoding="utf-8")
    (site / "_images" / "dot.png").write_bytes(bytes.fromhex(DOT))
    return site
