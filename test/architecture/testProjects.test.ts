// Tests with and without a database: every one is in a project, and none without a database reaches one.
import { globSync, readFileSync } from "node:fs"
import { posix } from "node:path"
import { assert, describe, it } from "vitest"
import { readSource } from "./readSource.ts"
import { DATABASE_HELPERS, loadedBy, reachingDatabase, sortTests, splitStories } from "./testProjects.ts"

const files: ReadonlyMap<string, string> = new Map(
  globSync("test/**/*.ts")
    .toSorted()
    .map((path) => [path, readFileSync(path, "utf8")])
)

/** What a file loads as the parser reads it; `loadedBy` is quicker, for it runs before every run. */
const parsed = new Map(
  [...files].map(([path, text]) => [
    path,
    readSource(path, text).imports.flatMap(({ target, typeOnly }) =>
      target.startsWith(".") && !typeOnly ? [posix.join(posix.dirname(path), target)] : []
    )
  ])
)

/** They read a file that a server writes, and need no server. */
const SERVER_LOG: ReadonlySet<string> = new Set([
  "src/postgres/forwardLog.ts",
  "src/postgres/serverRecords.ts"
])

const assertNone = (found: ReadonlyArray<string>) =>
  assert.strictEqual(found.length, 0, `\n  ${found.join("\n  ")}\n`)

describe("the tests", () => {
  it("are each in one project", () => {
    const projects = Object.values(sortTests(files))
    for (const project of projects) assert.isNotEmpty(project)
    assert.sameMembers(projects.flat(), globSync("test/**/*.test.ts"))
  })

  it("are run by `npm test` or `npm run stories`, or by both where single ones are marked", () => {
    const { stories, tests } = splitStories(files)
    const inStories = [...stories.keys()].filter((path) => path.endsWith(".test.ts"))
    for (const path of globSync("test/**/*.test.ts")) {
      const isWhole = path.endsWith(".stories.test.ts"),
        text = files.get(path)!
      assert.strictEqual(tests.has(path), !isWhole, path)
      // the run of stories finds its tests by their tags
      assert.strictEqual(/^\/\/ @module-tag story$/m.test(text), isWhole, path)
      assert.strictEqual(
        inStories.includes(path),
        isWhole || parsed.get(path)!.includes("test/support/stories.ts"),
        `${path} is in npm run stories exactly if it has stories`
      )
    }
  })

  it("are sorted by every import that the parser finds", () => {
    assertNone(
      [...files].flatMap(([path, text]) => {
        const loaded = loadedBy(path, text)
        return parsed
          .get(path)!
          .filter((target) => !loaded.includes(target))
          .map((target) => `${path} loads ${target}`)
      })
    )
  })

  it("ask for a database by the helpers alone", () => {
    const reaching = reachingDatabase(files)
    assertNone(
      [...files].flatMap(([path, text]) => {
        // programs of their own
        if (/^test\/(bench|chaos|support\/upgrade)\//.test(path) || reaching.has(path)) return []
        const asks =
          parsed.get(path)!.some((target) => target.startsWith("src/postgres/") && !SERVER_LOG.has(target)) ||
          /\binject\(/.test(text)
        return asks ? [`${path} asks for a database past ${DATABASE_HELPERS.join(" and ")}`] : []
      })
    )
  })

  it("reach a browser or a database through others, or later; types alone lead nowhere", () => {
    const planted = {
      "test/support/sql/database.ts": "export const a = 1",
      "test/support/browser/visit.ts": `import { a } from "../sql/database.ts"`,
      "test/support/server.ts": `export {\n  a,\n  b\n} from "./sql/database.ts"`,
      "test/api/far.test.ts": `import { x } from "x"\nimport { a } from "../support/server.ts"`,
      "test/walks/long.test.ts": `import { visit } from "../support/browser/visit.ts"`,
      "test/console/page.test.ts": `import { visit } from "../support/browser/visit.ts"`,
      "test/postgres/later.test.ts": `const { a } = await import("../support/server.ts")`,
      "test/postgres/effect.test.ts": `import "../support/processes/service.ts"`,
      "test/domain/types.test.ts": `import type { a } from "../support/server.ts"`,
      "test/engine/evaluate/memory.test.ts": "",
      "test/process/log.test.ts": ""
    }
    assert.deepStrictEqual(sortTests(new Map(Object.entries(planted))), {
      walks: ["test/walks/long.test.ts"],
      browser: ["test/console/page.test.ts"],
      sql: ["test/postgres/later.test.ts", "test/postgres/effect.test.ts"],
      sharedSql: ["test/api/far.test.ts"],
      shared: ["test/domain/types.test.ts"],
      alone: ["test/engine/evaluate/memory.test.ts", "test/process/log.test.ts"]
    })
  })
})
