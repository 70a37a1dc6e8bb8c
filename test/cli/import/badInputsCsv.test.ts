// Hostile and odd tables, line by line of the corpus, through the door that tables come in by: `pugmark
// import csv`. The corpus lists devices with a name and an identity; here each of them has a fix besides, so
// that there is something to import.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { runCommand } from "../../../src/cli/commands.ts"
import { assertUnhurt, badInputs } from "../../support/http/badInputs.ts"
import { ADMIN_TOKEN, serve, TestServer } from "../../support/http/server.ts"
import { expectStatus, fresh } from "../../support/http/tracking.ts"
import { STORY } from "../../support/stories.ts"

const lines = badInputs("csv_import")
const outcomeOf = (name: string) => `${name}: ${lines.find((line) => line.name === name)!.expect.outcome}`
const folder = mkdtempSync(join(tmpdir(), "pugmark-csv-"))
afterAll(() => rmSync(folder, { recursive: true }))

const COLUMNS = [
  "--individual-column",
  "name",
  "--tag-column",
  "identity",
  "--time-column",
  "t",
  "--lon-column",
  "x",
  "--lat-column",
  "y"
]

/** The table with a time and a place in every row. */
const withFixes = (table: string): string =>
  table
    .split("\n")
    .map((line, i) => (line === "" ? line : i === 0 ? `${line},t,x,y` : `${line},2026-05-01T00:00:00Z,10,51`))
    .join("\n")

const importTable = Effect.fnUntraced(function* (
  table: string | Uint8Array | { readonly file: string },
  more: ReadonlyArray<string> = []
) {
  const { url } = yield* TestServer
  const slug = fresh("csv").replace(" ", "-")
  const file = typeof table === "object" && "file" in table ? table.file : join(folder, `${slug}.csv`)
  if (!(typeof table === "object" && "file" in table)) writeFileSync(file, table)
  const said: Array<string> = []
  const code = yield* Effect.promise(() =>
    runCommand(
      ["import", "csv", file, "--project", slug, "--create-project", slug, ...COLUMNS, ...more],
      { PUGMARK_URL: url, PUGMARK_TOKEN: ADMIN_TOKEN, DATA_DIR: folder },
      { say: (line) => void said.push(line), complain: (line) => void said.push(line), progress: () => {} }
    )
  )
  const sql = yield* SqlClient.SqlClient
  const names = yield* sql<{
    name: string
  }>`select e.name from entities e join projects p on p.id = e.project_id where p.slug = ${slug} order by 1`
  yield* assertUnhurt
  return { code, said: said.join("\n"), names: names.map((row) => row.name), slug }
})

const inputOf = (name: string): string => String(lines.find((line) => line.name === name)!.input)

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("tables", (it) => {
  it.effect(outcomeOf("utf-8 BOM"), () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* importTable(withFixes(inputOf("utf-8 BOM"))), { code: 0, names: ["A"] })
    })
  )

  it.effect(outcomeOf("formula name"), () =>
    Effect.gen(function* () {
      const { code, names, slug } = yield* importTable(
        withFixes(
          'name,identity\n=HYPERLINK("http://evil"),id1\n'.replace(
            '=HYPERLINK("http://evil")',
            '"=HYPERLINK(""http://evil"")"'
          )
        )
      )
      assert.deepStrictEqual([code, names], [0, ['=HYPERLINK("http://evil")']])
      const {
        items: [project]
      } = yield* expectStatus(200, "GET", "/projects?limit=1")
      assert.strictEqual(project.slug, slug)
      const {
        items: [entity]
      } = yield* expectStatus(200, "GET", `/projects/${project.id}/entities`)
      assert.strictEqual(entity.name, names[0])
    })
  )

  it.effect(
    "formula name, its quotes as the corpus has them: a quote in the middle of a field is named with its line",
    () =>
      Effect.gen(function* () {
        const { code, names, said } = yield* importTable(withFixes(inputOf("formula name")))
        assert.deepStrictEqual([code, names], [1, []])
        assert.match(said, /line 2: there is a quote in the middle of a field/)
      })
  )

  it.effect(outcomeOf("__proto__ header"), () =>
    Effect.gen(function* () {
      const { code, names, said } = yield* importTable(withFixes(inputOf("__proto__ header")))
      assert.deepStrictEqual([code, names], [1, []])
      assert.include(said, 'the file has no column "identity"')
      assert.deepInclude(yield* importTable(withFixes("__proto__,constructor,name,identity\nx,y,A,1\n")), {
        code: 0,
        names: ["A"]
      }) // columns nobody asks for
    })
  )

  it.effect("duplicate columns: refused, and named", () =>
    Effect.gen(function* () {
      const { code, names, said } = yield* importTable(withFixes("name,identity,identity\nA,1,2\n"))
      assert.deepStrictEqual([code, names], [1, []])
      assert.include(said, 'more columns than one are called "identity": leave one of them')
    })
  )

  it.effect(outcomeOf("quote not closed"), () =>
    Effect.gen(function* () {
      const { code, names, said } = yield* importTable(withFixes(inputOf("quote not closed")))
      assert.deepStrictEqual([code, names], [1, []])
      assert.match(said, /line \d+: a quote is opened and never closed/)
    })
  )

  it.effect(outcomeOf("NUL in field"), () =>
    Effect.gen(function* () {
      const { code, names, said } = yield* importTable(withFixes(inputOf("NUL in field")))
      assert.deepStrictEqual([code, names], [2, []])
      assert.match(said, /line 2/)
    })
  )

  it.effect(
    "duplicate identity rows: of tracks they are two devices that bear one name, each on its own " +
      "animal, so that nothing is told of the wrong one",
    () =>
      Effect.gen(function* () {
        const { code, names, said, slug } = yield* importTable(withFixes(inputOf("duplicate identity rows")))
        assert.deepStrictEqual([code, names], [0, ["A", "B"]])
        assert.include(said, "2 animals on 2 devices")
        const sql = yield* SqlClient.SqlClient
        const fixes = yield* sql<{
          name: string
          n: number
        }>`select e.name, count(*)::int4 as n from positions r join entities e on e.id = r.entity_id
          join projects p on p.id = r.project_id where p.slug = ${slug} group by 1 order by 1`
        assert.deepStrictEqual(
          fixes.map(({ n, name }) => [name, n]),
          [
            ["A", 1],
            ["B", 1]
          ]
        )
      })
  )

  it.effect(outcomeOf("xlsx external link"), () =>
    Effect.gen(function* () {
      const { code, names, said } = yield* importTable(
        Buffer.concat([
          Buffer.from("PK\u0003\u0004"),
          Buffer.from(
            'xl/externalLinks/_rels/externalLink1.xml.rels Target="http://evil.example/"'.repeat(20)
          )
        ])
      )
      assert.deepStrictEqual([code, names], [1, []])
      assert.include(said, "is an archive without its end: it was cut off, or is damaged")
    })
  )

  it.effect(outcomeOf("1 GiB one line"), () =>
    Effect.gen(function* () {
      const file = join(folder, "endless.csv"),
        handle = openSync(file, "w")
      writeSync(handle, `name,identity,t,x,y\n${"a".repeat(4 * 1024 * 1024)}`)
      closeSync(handle)
      truncateSync(file, 1024 ** 3) // the rest of the line is a hole, which costs no disk
      const before = process.memoryUsage().rss
      const { code, said } = yield* importTable({ file })
      assert.strictEqual(code, 1)
      assert.match(said, /line \d+: the row is longer than 1048576 bytes/)
      assert.isBelow(process.memoryUsage().rss - before, 200 * 1024 * 1024)
    })
  )

  it.effect(
    "10^6 rows: read as a stream, with progress",
    () =>
      Effect.gen(function* () {
        const file = join(folder, "million.csv"),
          handle = openSync(file, "w")
        writeSync(handle, "name,identity,t,x,y\n")
        for (let i = 0; i < 100; i++)
          writeSync(
            handle,
            Array.from(
              { length: 10_000 },
              (_, n) =>
                `A,1,${new Date(Date.UTC(2024, 0, 1) + (i * 10_000 + n) * 1000).toISOString()},10,51\n`
            ).join("")
          )
        closeSync(handle)
        const before = process.memoryUsage().rss
        const { code, said } = yield* importTable({ file }, ["--dry-run"])
        assert.deepStrictEqual(
          [code, said.split("\n")[0]],
          [0, "1,000,000 rows: 1,000,000 records of 1 animal on 1 device, 2024-01-01 to 2024-01-12"]
        )
        assert.isBelow(process.memoryUsage().rss - before, 300 * 1024 * 1024)
      }),
    { ...STORY, timeout: 180_000 }
  )

  it.effect("of the corpus are all tried", () => Effect.sync(() => assert.lengthOf(lines, 9)))
})
