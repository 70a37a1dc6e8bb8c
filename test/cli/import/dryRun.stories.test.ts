// A dry run is the import without the sending: over odd files of every form it takes and refuses the same rows,
// in the same words.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { runCommand } from "../../../src/cli/commands.ts"
import { type FileCommand, fileOfPoints, type TestPoint } from "../../support/cli/fileCommands.ts"
import { ADMIN_TOKEN, serve, TestServer } from "../../support/http/server.ts"
import { expectStatus, fresh } from "../../support/http/tracking.ts"

const folder = mkdtempSync(join(tmpdir(), "pugmark-dry-"))
afterAll(() => rmSync(folder, { recursive: true }))

const imports: ReadonlyArray<FileCommand> = ["import csv", "import movebank", "import gpx"]

const point = (i: number, more: Readonly<Record<string, string>> = {}): TestPoint => ({
  time: `2024-05-01T0${i}:00:00Z`,
  lon: `8.${i + 1}`,
  lat: "47.5",
  speed: "",
  heading: "",
  satellites: "",
  temperature: "",
  ...more
})

/** Odd points, how many of them are taken and how many refused, and the flags they are read with. */
const files: ReadonlyArray<
  readonly [what: string, points: ReadonlyArray<TestPoint>, counts: readonly [number, number], flags?: string]
> = [
  ["longitudes beyond 180", [point(0), point(1, { lon: "185" }), point(2, { lon: "360" })], [1, 2]],
  [
    "longitudes from 0 to 360",
    [point(0), point(1, { lon: "185" }), point(2, { lon: "360.5" })],
    [2, 1],
    "--wrap-longitudes"
  ],
  ["a latitude of 100", [point(0), point(1, { lat: "100" }), point(2, { lat: "-90.001" })], [1, 2]],
  [
    "the years 1970 and 2099",
    [point(0), point(1, { time: "1970-01-01T00:00:00Z" }), point(2, { time: "2099-01-01T00:00:00Z" })],
    [1, 2]
  ],
  ["speeds that cannot be", [point(0), point(1, { speed: "4000" }), point(2, { speed: "-7" })], [1, 2]],
  ["headings that cannot be", [point(0), point(1, { heading: "720" })], [1, 1]],
  [
    "values that are not known",
    [
      point(0, { speed: "-1" }),
      point(1, { satellites: "-1", heading: "-1" }),
      point(2, { temperature: "20 °C" })
    ],
    [3, 0]
  ],
  ["values that are no numbers", [point(0, { speed: "fast" }), point(1, { satellites: "7.5" })], [2, 0]],
  [
    "a place that is not known",
    [point(0), point(1, { lat: "91", lon: "181" }), point(2, { lat: "", lon: "" })],
    [1, 0]
  ],
  ["a place without its latitude", [point(0), point(1, { lat: "" })], [1, 1]],
  ["times that are none", [point(0), point(1, { time: "soon" }), point(2, { time: "" })], [1, 2]],
  [
    "an hour that was shown twice",
    ["01:50", "02:30", "02:10", "03:10"].map((time, i) => point(i, { time: `2024-10-27 ${time}` })),
    [4, 0],
    "--times-in Europe/Madrid"
  ],
  [
    "an hour that was shown twice, in no order",
    ["01:50", "02:30", "01:55", "02:10"].map((time, i) => point(i, { time: `2024-10-27 ${time}` })),
    [2, 2],
    "--times-in Europe/Madrid"
  ],
  ["nothing that can be taken", [point(0, { lat: "100" })], [0, 1]]
]

const numberIn = (text: string, pattern: RegExp): number =>
  Number((pattern.exec(text)?.[1] ?? "0").replaceAll(",", ""))
const linesOf = (text: string): ReadonlyArray<string> =>
  text.split("\n").filter((line) => /^ {2}line \d/u.test(line))

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("a dry run", (it) => {
  it.effect.each(imports.flatMap((command) => files.map((file) => [command, ...file] as const)))(
    "of %s takes and refuses what the run does: %s",
    ([command, , points, counts, flags = ""]) =>
      Effect.gen(function* () {
        const { url } = yield* TestServer
        const slug = fresh("dry").replace(" ", "-"),
          file = join(folder, `${slug}.${command === "import gpx" ? "gpx" : "csv"}`)
        writeFileSync(file, fileOfPoints(command, points))
        const run = (...more: ReadonlyArray<string>) =>
          Effect.promise(async () => {
            const said: Array<string> = []
            const say = (line: string) => void said.push(line)
            const code = await runCommand(
              [
                ...command.split(" "),
                file,
                "--project",
                slug,
                "--create-project",
                slug,
                ...flags.split(" ").filter((word) => word !== ""),
                ...more
              ],
              { PUGMARK_URL: url, PUGMARK_TOKEN: ADMIN_TOKEN, DATA_DIR: folder },
              { say, complain: say, progress: () => {} }
            )
            return { code, said: said.join("\n") }
          })
        const dry = yield* run("--dry-run"),
          real = yield* run()
        assert.strictEqual(dry.code, real.code, real.said)
        assert.strictEqual(real.code, counts[1] === 0 ? 0 : 2)
        assert.deepStrictEqual(linesOf(dry.said), linesOf(real.said))
        const promised = [
          numberIn(dry.said, /: ([\d,]+) records?/u),
          numberIn(dry.said, /^([\d,]+) rows? cannot be read/mu)
        ]
        assert.deepStrictEqual(promised, [...counts], dry.said)
        if (counts[0] === 0) {
          assert.include(real.said, "Nothing to import")
          const { items } = yield* expectStatus(200, "GET", "/projects?limit=500")
          assert.notInclude(
            items.map((project: { readonly slug: string }) => project.slug),
            slug
          )
          return
        }
        assert.deepStrictEqual(
          [numberIn(real.said, /^([\d,]+) accepted/mu), numberIn(real.said, /([\d,]+) rejected/u)],
          [...counts],
          real.said
        )
        assert.include(real.said, `Look    ${url}/p/${slug}   (${slug})`)
      })
  )
})
