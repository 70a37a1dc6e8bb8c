// From Markdown to the sections of a page.
import { assert, describe, it } from "@effect/vitest"
import { sectionsOf } from "../../../src/api/guide/markdown.ts"

const only = (markdown: string) => {
  const [, ...more] = sectionsOf(`# Page\n\n${markdown}`)
  assert.lengthOf(more, 0)
  return sectionsOf(`# Page\n\n${markdown}`)[0]!
}

describe("a page of the guide", () => {
  it("has a section for each heading, with the anchor that GitHub gives it", () => {
    const page = sectionsOf(
      "# An operator's walk: why at 3 a.m.?\n\nOne.\n\n## `POST` it & *wait*\n\nTwo.\n\n## Again\n\n## Again\n"
    )
    assert.deepStrictEqual(
      page.map(({ anchor, depth, text, title }) => [anchor, depth, title, text]),
      [
        ["an-operators-walk-why-at-3-am", 1, "An operator's walk: why at 3 a.m.?", "One."],
        ["post-it--wait", 2, "POST it & wait", "Two."],
        ["again", 2, "Again", ""],
        ["again-1", 2, "Again", ""]
      ]
    )
    assert.include(page[1]!.html, `<h2 id="post-it--wait"><code>POST</code> it &amp; <em>wait</em> <a`)
    assert.include(page[1]!.html, "<p>Two.</p>")
  })

  it("shows HTML as it was written, in a block, in a line, in a heading, a link and a cell", () => {
    const evil = `<img src=x onerror="alert(1)">`
    for (const markdown of [
      `<script>alert(1)</script>\n\n${evil}`,
      `A line with ${evil} in it.`,
      `[a ${evil}](x.md)`,
      `[a](<x.md#"${evil}>)`,
      `| a |\n| --- |\n| ${evil} |`,
      "`" + evil + "`",
      "```sh\n" + evil + "\n```",
      "```" + evil + "\nx\n```"
    ])
      assert.notMatch(only(markdown).html, /<(script|img)/, markdown)
    const [, heading] = sectionsOf(`# Page\n\n## A ${evil}\n`)
    assert.notMatch(heading!.html, /<(script|img)/)
  })

  it("leads to other pages by their address, and elsewhere as it says", () => {
    const { html } = only("[a](b-c.md) [d](e.md#f) [g](index.md) [h](#i) [j](https://example.org/k.md)")
    assert.deepStrictEqual(
      [...html.matchAll(/<a href="([^"]*)">/g)].map(([, href]) => href),
      ["/guide/b-c", "/guide/e#f", "/guide", "#i", "https://example.org/k.md"]
    )
  })

  it("gives wide tables and code to the reader to scroll, and small tables to a phone cell below cell", () => {
    const { html, text } = only("| a | b |\n| --- | --- |\n| 1 | `<2>` |\n\n```sh\ncurl 'x'\n```\n")
    assert.match(html, /<div class="wide stacked" tabindex="0"><table>[\s\S]*<\/table><\/div>/)
    assert.include(html, `<thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead>`)
    assert.include(html, `<tr><th scope="row">1</th><td><code>&lt;2&gt;</code></td></tr>`)
    assert.include(html, `<pre tabindex="0"><code class="language-sh">curl &#39;x&#39;\n</code></pre>`)
    assert.strictEqual(text, "a b 1 <2> curl 'x'")

    const three = only("| a | `b` | |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n").html
    assert.include(three, `<th scope="row">1</th><td data-label="b">2</td><td>3</td>`)
    const four = only("| a | b | c | d |\n| --- | --- | --- | --- |\n| 1 | 2 | | 4 |\n").html
    assert.include(four, `<div class="wide" tabindex="0">`)
    assert.include(four, `<th scope="row">1</th><td>2</td><td></td><td>4</td>`)
    const long = only(
      "| a | b |\n| --- | --- |\n| `ONE_NAME`, `A_NAME_LONGER_THAN_THE_COLUMN` | `A_NAME_LONGER_THAN_THE_COLUMN` |\n"
    )
    assert.include(long.html, "<code>ONE_NAME</code>, <code>A_<wbr>NAME_<wbr>LONGER_<wbr>")
    assert.include(long.html, "<td><code>A_NAME_LONGER_THAN_THE_COLUMN</code></td>")
    assert.strictEqual(long.text, "a b ONE_NAME, A_NAME_LONGER_THAN_THE_COLUMN A_NAME_LONGER_THAN_THE_COLUMN")
    assert.notInclude(only("| | |\n| --- | --- |\n| 1 | 2 |\n").html, "<thead>")
  })

  it("sets comments apart from what is run, and nothing else", () => {
    const code = (lines: string, language: string) => only("```" + language + "\n" + lines + "\n```\n")
    const { html, text } = code("# <first>\nls '#' a#b $#   # then\ncurl http://x//y # z", "sh")
    assert.deepStrictEqual(
      [...html.matchAll(/<span class="comment">(.*)<\/span>/g)].map(([, comment]) => comment),
      ["# &lt;first&gt;", "# then", "# z"]
    )
    assert.strictEqual(text, "# <first> ls '#' a#b $# # then curl http://x//y # z")
    assert.include(code("f() // so", "ts").html, `f() <span class="comment">// so</span>`)
    assert.notInclude(code(`{"a": "b # c // d"}`, "json").html, "<span")
    assert.notInclude(code("# plain", "constructor").html, "<span")
  })
})
