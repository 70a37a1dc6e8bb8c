// The guide as a running server gives it: every page, every link, the search, and nothing from elsewhere.
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { readGuide } from "../../../src/api/guide/Guide.ts"
import { sectionsOf } from "../../../src/api/guide/markdown.ts"
import { guidePage, readmePage } from "../../support/guide.ts"
import { serve, TestServer } from "../../support/http/server.ts"

const names = readdirSync(new URL("../../../src/guide", import.meta.url)).map((file) =>
  file.replace(/\.md$/, "")
)

/** What a browser would go to, or load. */
const linksOf = (html: string) =>
  [...html.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, link]) => link!)
const idsOf = (html: string) => new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!))

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("the guide", (it) => {
  it.effect("gives every page to everyone, and every link in them leads somewhere", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const fetched = new Map<string, string>()
      const waiting = ["/guide"]
      for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
        if (fetched.has(path)) continue
        const { body, headers, status } = yield* send("GET", `/${path}`, { token: null })
        assert.strictEqual(status, 200, path)
        assert.match(headers.get("content-type")!, /^text\/html/, path)
        fetched.set(path, body)
        const linked = path === "/docs" ? [] : linksOf(body)
        waiting.push(...linked.filter((link) => link.startsWith("/")).map((link) => link.split("#")[0]!))
      }
      const expected = names.map((name) => (name === "index" ? "/guide" : `/guide/${name}`))
      assert.sameMembers([...fetched.keys()], [...expected, "/docs"])
      const ids = new Map([...fetched].map(([path, html]) => [path, idsOf(html)]))
      for (const [path, html] of fetched) {
        if (path === "/docs") continue
        for (const link of linksOf(html)) {
          const [page, anchor] = link.split("#") as [string, string?]
          if (anchor !== undefined)
            assert.isTrue(ids.get(page === "" ? path : page)?.has(anchor), `${link} in ${path}`)
          else assert.match(link, /^\/|^https:\/\//, path)
        }
      }
    })
  )

  it.effect("shows titles with anchors, code and tables, on a phone too", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const { body } = yield* send("GET", "//guide/data-sources", { token: null })
      assert.include(body, `<h1 id="data-sources">Data sources <a class="anchor" href="#data-sources"`)
      assert.include(body, `<table>`)
      assert.include(body, `<code class="language-sh">`)
      assert.include(body, `<meta name="viewport" content="width=device-width, initial-scale=1">`)
    })
  )

  it.effect("says on every page which it is, what is on it, and what comes before and after it", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const { body } = yield* send("GET", "//guide/data-sources", { token: null })
      assert.lengthOf([...body.matchAll(/ aria-current=/g)], 1)
      assert.include(body, `<a href="/guide/data-sources" aria-current="page">Data sources</a>`)
      assert.include(body, `<p class="group">Data in</p>`)
      assert.include(body, `<li><a href="#brokers">Brokers</a></li>`)
      // the link's words in the index, where the title is longer
      assert.include(
        body,
        `<a rel="prev" href="/guide/operators-walk"><span>Before</span>An operator&#39;s walk</a>`
      )
      assert.include(body, `<a rel="next" href="/guide/unknown-devices">`)
      const { pages } = readGuide()
      const last = (yield* send("GET", `//guide/${pages.at(-1)!.name}`, { token: null })).body
      assert.include(last, `rel="prev"`)
      assert.notInclude(last, `rel="next"`)
      const index = (yield* send("GET", "//guide", { token: null })).body
      assert.include(index, `<a rel="next" href="/guide/${pages[0]!.name}">`)
      assert.notMatch(index, /rel="prev"| aria-current=/)
    })
  )

  it.effect("finds words in it without any script, and shows what was asked for as text", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const search = (q: string) =>
        Effect.map(
          send("GET", `//guide?${new URLSearchParams({ q })}`, { token: null }),
          ({ body, status }) => {
            assert.strictEqual(status, 200)
            return body as string
          }
        )
      const first = (html: string) => /<ol class="hits">\s*<li><a href="([^"]*)"/.exec(html)?.[1]
      assert.strictEqual(first(yield* search("restore")), "/guide/backup#restore")
      assert.strictEqual(first(yield* search("max_queued_messages")), "/guide/data-sources#brokers")
      assert.include(yield* search("max_queued_messages"), "<mark>max_queued_messages</mark>")
      assert.include(yield* search("restore"), `<a href="/guide/backup#restore"><mark>Restore</mark></a>`)
      assert.include(yield* search("max_queued_messages"), `<p class="count">One section.</p>`)
      assert.include(yield* search("rule"), `<p class="count">The 30 sections that fit best.</p>`)
      assert.strictEqual(first(yield* search("kernel of the moon")), undefined)
      assert.include(yield* search("kernel of the moon"), "Nothing in the guide")
      const evil = yield* search(`"><script>alert(1)</script>`)
      assert.notInclude(evil, "<script")
      assert.include(evil, `value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"`)
      for (const q of ["x".repeat(5000), "%", "((", "a b ".repeat(500)]) yield* search(q)
      assert.strictEqual(yield* search("  "), (yield* send("GET", "//guide")).body)
      assert.strictEqual((yield* send("GET", "//guide?q=%ZZ&q=2")).status, 200)
    })
  )

  it.effect("may load nothing but its own style, run nothing and send its form nowhere else", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      for (const path of ["//guide", "//guide?q=webhook", "//guide/exports", "//guide/nowhere"]) {
        const { body, headers } = yield* send("GET", path, { token: null })
        const [, style] = /<style>([\s\S]*?)<\/style>/.exec(body as string)!
        const hash = createHash("sha256").update(style!).digest("base64")
        assert.strictEqual(
          headers.get("content-security-policy"),
          `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`
        )
        assert.notMatch(body, /<(script|link|img|iframe)|style="|@import|url\(/)
      }
      const unchanged = yield* send("GET", "//guide/exports", { headers: { "if-none-match": "*" } })
      assert.strictEqual(unchanged.status, 304)
      assert.include(unchanged.headers.get("content-security-policy"), "form-action 'self'")
      const zipped = yield* send("GET", "//guide/exports", { headers: { "accept-encoding": "gzip" } })
      assert.strictEqual(zipped.headers.get("content-encoding"), "gzip")
    })
  )

  it.effect("has no page that nobody wrote, and says so in one that leads on", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      for (const path of ["//guide/nowhere", "//guide/index", "//guide/..%2Fapp.ts", "//guide/exports.md"]) {
        const { body, headers, status } = yield* send("GET", path, { token: null })
        assert.strictEqual(status, 404, path)
        assert.match(headers.get("content-type")!, /^text\/html/, path)
        assert.isNotNull(headers.get("x-request-id"), path)
        assert.include(body, "There is no such page", path)
        assert.include(body, `<a href="/guide">the list of all pages</a>`, path)
      }
      const renamed = yield* send("GET", "//guide/restore-backup?from=mail", { token: null })
      assert.include(renamed.body, `<a href="/guide/backup#`)
      const evil = yield* send("GET", `//guide/"><script>alert(1)`, { token: null })
      assert.notInclude(evil.body, "<script")
      const deep = yield* send("GET", "//guide/a/b", { token: null })
      assert.deepStrictEqual([deep.status, deep.body.code], [404, "NOT_FOUND"])
    })
  )

  it.effect("has no other method than to be read", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const posted = yield* send("POST", "//guide/exports", { token: null })
      assert.deepStrictEqual([posted.status, posted.headers.get("allow")], [405, "GET, HEAD"])
    })
  )
})

describe("the guide as it is written", () => {
  it("names every page in its index, in the order in which they are shown", () => {
    const { index, pages } = readGuide()
    const linked = [
      ...index.sections
        .map(({ html }) => html)
        .join("")
        .matchAll(/href="\/guide\/([^"]*)"/g)
    ]
    assert.deepStrictEqual(
      pages.map(({ name }) => name),
      linked.map(([, name]) => name)
    )
    assert.sameMembers(["index", ...pages.map(({ name }) => name)], names)
    for (const { group, name, sections } of pages) {
      assert.notStrictEqual(group, "", name)
      assert.deepStrictEqual(
        sections.map(({ depth }) => depth === 1),
        sections.map((_, at) => at === 0),
        `${name} has one title`
      )
    }
  })

  it("is linked from the README, every page of it, by links that lead somewhere", () => {
    const links = [...readmePage().matchAll(/\]\(([^)]*)\)/g)].map(([, link]) => link!)
    const pages = links.flatMap((link) => /^src\/guide\/([\w-]+)\.md(?:#(.*))?$/.exec(link)?.slice(1) ?? [])
    assert.includeMembers(pages, names)
    for (const link of links) {
      const [path, anchor] = link.split("#") as [string, string?]
      if (path.startsWith("https:")) continue
      const file = path === "" ? "README.md" : path
      assert.isTrue(existsSync(new URL(`../../../${file}`, import.meta.url)), link)
      if (anchor === undefined) continue
      const name = /^src\/guide\/([\w-]+)\.md$/.exec(file)?.[1]
      const sections = sectionsOf(name === undefined ? readmePage() : guidePage(name))
      assert.include(
        sections.map((section) => section.anchor),
        anchor,
        link
      )
    }
  })

  it("has at most 25 words in its glossary, and prose that is no wider than 120 characters", () => {
    assert.isAtMost(guidePage("glossary").match(/^\| \*/gm)?.length ?? 0, 25)
    for (const name of names) {
      const prose = guidePage(name).replace(/```[\s\S]*?```/g, "")
      const wide = prose.split("\n").filter((line) => line.length > 120 && !line.startsWith("|"))
      assert.deepStrictEqual(wide, [], name)
    }
  })

  it("is found wherever the program is started from", () => {
    const module = new URL("../../../src/api/guide/Guide.ts", import.meta.url).href
    const program = `import { readGuide } from ${JSON.stringify(module)}; console.log(readGuide().pages.length)`
    const said = execFileSync(process.execPath, ["--input-type=module", "--eval", program], {
      cwd: tmpdir(),
      encoding: "utf8"
    })
    assert.strictEqual(Number(said), names.length - 1)
  })
})
