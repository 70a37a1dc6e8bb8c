// Words of the console: each page loads the rooms that it reads, and reads them once they are loaded.
import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { earlyReads, pageRooms } from "../architecture/wordRooms.ts"

const files = new Map(globSync("src/console/**/*.{ts,tsx}").map((path) => [path, readFileSync(path, "utf8")]))

describe("the words of the console", () => {
  it("are loaded by the route of each page that reads them", () => {
    const pages = pageRooms(files)
    assert.isAbove(pages.length, 30)
    const missing = pages.flatMap(({ loads, page, reads }) =>
      [...reads].filter((room) => !loads.has(room)).map((room) => `${page} reads ${room}`)
    )
    assert.strictEqual(missing.join("\n"), "")
  })

  it("are loaded by no page that does not read them", () => {
    const idle = pageRooms(files).flatMap(({ loads, page, reads }) =>
      [...loads]
        .filter((room) => room !== "common" && !reads.has(room))
        .map((room) => `${page} loads ${room}`)
    )
    assert.strictEqual(idle.join("\n"), "")
  })

  it("are read when something renders, not when a module is evaluated", () => {
    assert.deepStrictEqual(
      [...files].flatMap(([path, text]) => earlyReads(path, text)),
      []
    )
  })

  it("are found where they are read too early, or by a page that does not load them", () => {
    const language = `import { words } from "../words/language.ts"`
    assert.deepStrictEqual(
      earlyReads("src/console/a.ts", `${language}\nconst A = [words.a.b]\nconst c = () => words.a.c`),
      ["src/console/a.ts:2"]
    )
    const planted = new Map([
      ["src/console/main.tsx", `void loadWords("common")`],
      [
        "src/console/routes.tsx",
        `createRoute({ loader: () => loadWords("a"), component: lazy(() => import("./A.tsx")) })`
      ],
      ["src/console/A.tsx", `${language}\nimport { b } from "./b.ts"\nimport("./C.tsx")\nwords.a.x`],
      ["src/console/b.ts", `${language}\nwords.b.x`],
      ["src/console/C.tsx", `${language}\nwords.c.x`]
    ])
    const page = pageRooms(planted).find((one) => one.page === "src/console/A.tsx")!
    assert.sameMembers([...page.reads], ["a", "b", "c"])
    assert.sameMembers([...page.loads], ["common", "a"])
  })
})
