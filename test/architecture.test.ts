// The house holds itself to its own rules: who may import whom, what stays pure, what the README promises,
// and how the repository looks. Every rule is also shown to find what it is for, on planted files.
import { spawnSync } from "node:child_process"
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs"
import { matchesGlob } from "node:path"
import { assert, describe, it } from "vitest"
import {
  inspectFolders,
  inspectSources,
  inspectTopLevel,
  inspectVersions,
  inspectWords,
  maxFiles,
  maxLines,
  maxMedianLines,
  pathsNamed,
  type Trespass
} from "./architecture/inspect.ts"
import { inspectCircles } from "./architecture/inspectCircles.ts"
import { inspectExports } from "./architecture/inspectExports.ts"
import { inspectReach } from "./architecture/inspectReach.ts"

const read = (pattern: string | ReadonlyArray<string>): ReadonlyMap<string, string> =>
  new Map(
    globSync(pattern)
      .toSorted()
      .map((path) => [path, readFileSync(path, "utf8")])
  )

const lines = (trespasses: ReadonlyArray<Trespass>) =>
  trespasses.map(({ path, line, what }) => `${path}:${line} ${what}`)

const assertNone = (found: ReadonlyArray<string>) =>
  assert.strictEqual(found.length, 0, `\n  ${found.join("\n  ")}\n`)

const readme = () => {
  assert.isTrue(existsSync("README.md"), "README.md is missing")
  return readFileSync("README.md", "utf8")
}

/**
 * What is at the top and not ignored: as git sees it, or, in an archive or on a machine without git, by the
 * names in .gitignore.
 */
const topLevel = (): ReadonlyArray<string> => {
  const git = spawnSync(
    "git",
    ["-c", "safe.directory=*", "ls-files", "--cached", "--others", "--exclude-standard"],
    { encoding: "utf8" }
  )
  if (git.status === 0)
    return git.stdout
      .split("\n")
      .filter((path) => path !== "")
      .map((path) => path.split("/")[0] ?? path)
  const ignored = readFileSync(".gitignore", "utf8")
    .split("\n")
    .map((line) => line.replace(/\/$/, ""))
  return readdirSync(".").filter((name) => !ignored.some((pattern) => matchesGlob(name, pattern)))
}

describe("the repository", () => {
  it("imports only along the table of rooms, keeps its core pure and its files small", () => {
    const sources = read(["src/**/*.{ts,tsx}", "sandbox/**/*.ts"])
    assert.isAbove(sources.size, 0)
    assertNone(lines(inspectSources(sources)))
    const lengths = [...sources.values()].map((text) => text.split("\n").length).sort((a, b) => a - b)
    assert.isBelow(lengths[lengths.length >> 1]!, maxMedianLines)
  })

  it("has no circle of files, type-only ones included", () => {
    const sources = read(["src/**/*.{ts,tsx}", "sandbox/**/*.ts"])
    assert.isAbove(sources.size, 0)
    assertNone(inspectCircles(sources))
  })

  it("exports nothing that no other file imports, but for its entries", () => {
    const files = read(["{src,sandbox,test}/**/*.{ts,tsx}", "test/**/*.mjs"])
    assert.isAbove(files.size, 0)
    assertNone(lines(inspectExports(files)))
  })

  it("has no line over 120 characters, but for addresses", () => {
    const wide = [...read(["src/**/*.{ts,tsx}", "sandbox/**/*.ts"])].flatMap(([path, text]) =>
      text
        .split("\n")
        .flatMap((line, at) =>
          line.length > 120 && !/https?:\/\//.test(line) ? [`${path}:${at + 1} has ${line.length}`] : []
        )
    )
    assertNone(wide)
  })

  it("has folders of at most 40 files, tests among them", () => {
    const files = globSync(["src/**/*.*", "sandbox/**/*.*", "test/**/*.*"])
    assert.isAbove(files.length, 0)
    assertNone(inspectFolders(files))
  })

  it("says no banned word", () => {
    // The list cannot be written down, nor planted, without saying its words.
    const files = [
      ...read([
        "src/**/*.{ts,tsx,css}",
        "sandbox/**/*.ts",
        "migrations/*.sql",
        "test/**/*.ts",
        "README.md",
        "src/guide/*.md"
      ])
    ].filter(([path]) => !path.startsWith("test/architecture"))
    assertNone(lines(inspectWords(new Map(files))))
  })

  it("reads nothing beside it: all that npm test needs is in a clone", () => {
    const files = [...read(["src/**/*.{ts,tsx}", "sandbox/**/*.ts", "test/**/*.{ts,mjs,py}"])].filter(
      ([path]) => !path.startsWith("test/architecture")
    )
    assert.isAbove(files.length, 0)
    assertNone(lines(inspectReach(new Map(files))))
  })

  it("has every path that the README and the guide name", () => {
    const guide = read("src/guide/*.md")
    assert.isAbove(guide.size, 0, "src/guide has no page")
    assert.isAbove(pathsNamed(readme()).length, 0, "README.md names no path")
    const lost = [...guide, ["README.md", readme()] as const].flatMap(([path, page]) =>
      pathsNamed(page)
        .filter((pattern) => globSync(pattern).length === 0)
        .map((pattern) => `${path} names ${pattern}`)
    )
    assertNone(lost)
  })

  it("has a README of at most 220 lines, its prose at most 120 characters wide", () => {
    const page = readme().trimEnd().split("\n")
    assert.isAtMost(page.length, 220)
    const code = page.map(
      (_, at) => page.slice(0, at).filter((line) => line.startsWith("```")).length % 2 === 1
    )
    assertNone(page.filter((line, at) => line.length > 120 && !code[at] && !line.startsWith("|")))
  })

  it("is tested in .ci/run by the command the README gives", () => {
    const command = "npm install && npm test"
    assert.include(readme(), command)
    assert.include(readFileSync(".ci/run", "utf8").split("\n"), command)
  })

  it("pins every dependency to one exact version", () => {
    assertNone(lines(inspectVersions(JSON.parse(readFileSync("package.json", "utf8")))))
  })

  it("keeps its top level to the agreed names", () => {
    const names = topLevel()
    assert.include(names, "package.json")
    assertNone(inspectTopLevel(names))
  })
})

it("a planted circle is found, also where only types are needed", () => {
  const files = new Map([
    ["src/a.ts", `import { b } from "./b.ts"`],
    ["src/b.ts", `import type { C } from "./c/c.ts"`],
    ["src/c/c.ts", `import { a } from "../a.ts"`],
    ["src/d.ts", `import { a } from "./a.ts"`]
  ])
  assert.deepStrictEqual(inspectCircles(files), ["src/a.ts and src/b.ts and src/c/c.ts"])
})

it("a planted export without an importer is found, and one that is taken is not", () => {
  const files = new Map([
    ["src/a.ts", "export const a = 1, { b, c: [d] } = e\nexport type { F as G } from './f.ts'\n"],
    ["src/b.ts", "import { a, type G } from './a.ts'\nexport interface B {}\nexport default a"],
    ["src/f.ts", "export type F = 1\nexport function f() {}\nexport class H {}"],
    ["sandbox/c.ts", "export const c = 1"],
    ["test/d.ts", `import b from "../src/b.ts"\nexport const e = () => import("../sandbox/c.ts")`]
  ])
  assert.deepStrictEqual(lines(inspectExports(files)), [
    "src/a.ts:1 exports b, which no other file imports",
    "src/a.ts:1 exports d, which no other file imports",
    "src/b.ts:2 exports B, which no other file imports",
    "src/f.ts:2 exports f, which no other file imports",
    "src/f.ts:3 exports H, which no other file imports"
  ])
})

describe("a planted trespass is found", () => {
  const trespasses: ReadonlyArray<readonly [title: string, path: string, text: string, expected: string]> = [
    [
      "the domain knows the engine",
      "src/domain/rule/a.ts",
      `import { run } from "../../engine/Engine.ts"`,
      "src/domain may not import src/engine/Engine.ts"
    ],
    [
      "the domain takes Effect from the barrel",
      "src/domain/a.ts",
      `import { Option, Effect } from "effect"`,
      "src/domain may not import effect/Effect"
    ],
    [
      "the domain takes Clock by subpath",
      "src/domain/a.ts",
      `import * as Clock from "effect/Clock"`,
      "src/domain may not import effect/Clock"
    ],
    [
      "the domain takes the whole barrel",
      "src/domain/a.ts",
      `import * as E from "effect"`,
      "src/domain may not import effect"
    ],
    [
      "the domain reads a file",
      "src/domain/a.ts",
      `import { readFileSync } from "node:fs"`,
      "src/domain may not import node:fs"
    ],
    ["a bare builtin", "src/store/a.ts", `import { readFileSync } from "fs"`, "src/store may not import fs"],
    ["an unlisted package", "src/engine/a.ts", `import { v7 } from "uuid"`, "src/engine may not import uuid"],
    [
      "a worker knows its sibling",
      "src/jobs/a.ts",
      `import type { Lease } from "../runner/ports.ts"`,
      "src/jobs may not import src/runner/ports.ts (even as a type)"
    ],
    [
      "a worker knows SQL",
      "src/engine/a.ts",
      `import * as SqlClient from "effect/sql/SqlClient"`,
      "src/engine may not import effect/sql/SqlClient"
    ],
    [
      "the store knows more of a worker than its ports",
      "src/store/a.ts",
      `export { step } from "../engine/evaluate.ts"`,
      "src/store may not import src/engine/evaluate.ts"
    ],
    [
      "intake knows who stores it",
      "src/intake/a.ts",
      `import { commit } from "../store/intake/commit.ts"`,
      "src/intake may not import src/store/intake/commit.ts"
    ],
    [
      "the store knows more of intake than its port and its door",
      "src/store/intake/a.ts",
      `import { keptMessage } from "../../intake/keptMessage.ts"`,
      "src/store may not import src/intake/keptMessage.ts"
    ],
    [
      "listening knows HTTP",
      "src/listeners/a.ts",
      `import { decodeText } from "../api/http/readRequest.ts"`,
      "src/listeners may not import src/api/http/readRequest.ts"
    ],
    [
      "the engine in an answer",
      "src/api/a.ts",
      `import { replay } from "../engine/past/replay.ts"`,
      "src/api may not import src/engine/past/replay.ts"
    ],
    [
      "SQL in a question about the past",
      "src/backtest/a.ts",
      `import { Rules } from "../store/Rules.ts"`,
      "src/backtest may not import src/store/Rules.ts"
    ],
    [
      "everything passed on",
      "src/contract/a.ts",
      `export * from "../store/Rules.ts"`,
      "src/contract may not import src/store/Rules.ts"
    ],
    [
      "a dynamic import",
      "src/engine/a.ts",
      `export const f = () => import("../store/Pg.ts")`,
      "src/engine may not import src/store/Pg.ts"
    ],
    [
      "an import that cannot be followed",
      "src/api/a.ts",
      "export const f = (x: string) => import(`./${x}.ts`)",
      "src/api may not import a computed path"
    ],
    [
      "an import by a name",
      "src/domain/a.ts",
      "export const f = (effect: string) => import(effect)",
      "src/domain may not import a computed path"
    ],
    [
      "the type of a module",
      "src/domain/a.ts",
      `export type Pg = typeof import("../store/Pg.ts")`,
      "src/domain may not import src/store/Pg.ts (even as a type)"
    ],
    [
      "the sandbox is imported",
      "src/runner/a.ts",
      `import "../../sandbox/main.ts"`,
      "src/runner may not import sandbox/main.ts"
    ],
    [
      "the sandbox runs more of the domain than geo and the calendar",
      "sandbox/a.ts",
      `import { type Plan } from "../src/domain/analysis/plan.ts"`,
      "sandbox may not import src/domain/analysis/plan.ts"
    ],
    [
      "a thread outside the entry",
      "sandbox/track/a.ts",
      `import { parentPort } from "node:worker_threads"`,
      "sandbox may not import node:worker_threads"
    ],
    [
      "a test is imported",
      "src/roles/engine.ts",
      `import { timeline } from "../../test/support/engine/timeline.ts"`,
      "src/roles may not import test/support/engine/timeline.ts"
    ],
    [
      "a room nobody agreed on",
      "src/utils/a.ts",
      `export const a = 1`,
      "belongs to no room of test/architecture/rooms.ts"
    ],
    [
      "a file too long",
      "src/engine/a.ts",
      "// line\n".repeat(maxLines + 1),
      `has ${maxLines + 1} lines, over ${maxLines}`
    ],
    ["the clock", "src/domain/a.ts", `export const f = () => Date.now()`, "src/domain is pure: no Date.now"],
    [
      "the clock in brackets",
      "src/domain/a.ts",
      `export const f = () => Date["now"]()`,
      "src/domain is pure: no Date.now"
    ],
    [
      "the clock as an object",
      "sandbox/a.ts",
      `export const f = () => new Date()`,
      "sandbox is pure: no new Date"
    ],
    [
      "the clock as a list of nothing",
      "sandbox/a.ts",
      `export const f = (...at: []) => new Date(...at)`,
      "sandbox is pure: no new Date"
    ],
    [
      "the machine's zone",
      "sandbox/a.ts",
      `export const may = new Date(2024, 4, 1)`,
      "sandbox is pure: no new Date"
    ],
    ["the clock as text", "sandbox/a.ts", `export const f = () => Date()`, "sandbox is pure: no Date"],
    ["the clock unpacked", "src/domain/a.ts", `const { now } = Date`, "src/domain is pure: no Date"],
    [
      "the fine clock",
      "sandbox/main.ts",
      `export const f = () => performance.now()`,
      "sandbox/main.ts is pure: no performance.now"
    ],
    [
      "the unsafe clock of Effect",
      "src/domain/a.ts",
      `import * as DateTime from "effect/DateTime"\nexport const f = () => DateTime.nowUnsafe()`,
      "src/domain is pure: no nowUnsafe"
    ],
    [
      "chance",
      "src/domain/a.ts",
      "export const f = () => `${Math.random()}`",
      "src/domain is pure: no Math.random"
    ],
    ["chance unpacked", "src/domain/a.ts", "const { random } = Math", "src/domain is pure: no Math.random"],
    [
      "a secret",
      "src/domain/a.ts",
      "export const f = () => crypto.randomUUID()",
      "src/domain is pure: no crypto.randomUUID"
    ],
    ["a timer", "sandbox/a.ts", "setTimeout(() => {}, 1)", "sandbox is pure: no setTimeout"],
    [
      "chance in the coat of a hash",
      "sandbox/result/inputHash.ts",
      `import { createHash, randomBytes } from "node:crypto"`,
      "sandbox/result/inputHash.ts may not import node:crypto/randomBytes"
    ],
    [
      "the moon of this moment",
      "src/domain/geo/a.ts",
      `import { getMoonIllumination } from "suncalc"`,
      "src/domain may not import suncalc/getMoonIllumination"
    ],
    [
      "the environment",
      "src/domain/a.ts",
      "export const zone = process.env.TZ!",
      "src/domain is pure: no process.env"
    ],
    [
      "the network",
      "src/domain/a.ts",
      `export const f = (url: string) => (fetch as Function)(url)`,
      "src/domain is pure: no fetch"
    ],
    [
      "the way around",
      "src/domain/a.ts",
      `export const f = () => globalThis.Date`,
      "src/domain is pure: no globalThis.Date"
    ]
  ]

  it.each(trespasses)("%s", (_, path, text, expected) => {
    assert.include(
      inspectSources(new Map([[path, text]])).map(({ what }) => what),
      expected
    )
  })

  it("a banned word, in a comment or a string, with its line", () => {
    // put together here, so that this file does not say them itself
    const registry = ["registry", "npmjs", "org"].join("."),
      machine = ["", "work", ""].join("/")
    const planted = [
      "// TODO: later",
      "",
      `const data = "${machine}main/data"`,
      "// enough for now",
      `it.effect.only("x", f)`,
      `https://${registry}/effect`
    ]
    assert.deepStrictEqual(
      inspectWords(new Map([["src/a.ts", planted.join("\n")]])).map(({ line, what }) => `${line} ${what}`),
      [
        `1 says "TODO"`,
        `3 says "${machine}"`,
        `4 says "for now"`,
        `5 says "it.effect.only"`,
        `6 says "${registry}"`
      ]
    )
  })

  it("a path out of the project, of its file or of where the run began, and a question for the folder in a wrong place", () => {
    const planted = [
      `join(import.meta.dirname, "../../../shared")`,
      `readFileSync("../shared/bad-inputs.jsonl")`,
      "const folder = process.env.X ?? `../shared`",
      `resolve(process.env["PUGMARK_SHARED"] ?? ".")`,
      `new URL("../../../", import.meta.url)`,
      `import type { A } from "../../../outside.ts"`
    ]
    assert.deepStrictEqual(
      inspectReach(new Map([["test/journeys/a.test.ts", planted.join("\n")]])).map(
        ({ line, what }) => `${line} ${what}`
      ),
      [
        "1 reads ../../../shared, which is outside the project",
        "2 reads ../shared/bad-inputs.jsonl of wherever the run began",
        "3 reads ../shared of wherever the run began",
        "4 asks for PUGMARK_SHARED, which is for test/support/sharedFolder.ts",
        "5 reads ../../../, which is outside the project",
        "6 reads ../../../outside.ts, which is outside the project"
      ]
    )
  })

  it("a range, a tag and an address instead of a version", () => {
    const planted = {
      dependencies: { a: "1.2.3", b: "^1.2.3", c: "latest" },
      devDependencies: { d: "24" },
      optionalDependencies: { e: "18.4.0-beta.17" },
      overrides: { f: "github:x/y" }
    }
    assert.deepStrictEqual(
      inspectVersions(planted).map(({ what }) => what.split(" ")[1]),
      ["b", "c", "d", "f"]
    )
  })

  it("a path that the README made up, whole or without src/, and no other word", () => {
    const page = [
      "Start at `src/main.ts`, then `domain/rule/step.ts:12` and `spatial.ts`; see " +
        "[rooms](src/engine/), test/journeys.",
      "```sh",
      "node src/gone.ts all",
      "```",
      "Ask `GET /api/v1/rules`, `application/json`, `effect/http`, `./data`, " +
        "https://example.org/src/x.ts; read `package.json`."
    ]
    assert.deepStrictEqual(pathsNamed(page.join("\n")), [
      "src/main.ts",
      "src/engine",
      "test/journeys",
      "src/gone.ts",
      "src/domain/rule/step.ts",
      "{src,sandbox,migrations,test}/**/spatial.ts",
      "package.json"
    ])
  })

  it("one file too many in a folder", () => {
    const full = Array.from({ length: maxFiles }, (_, i) => `src/full/${i}.ts`)
    assert.deepStrictEqual(inspectFolders(full), [])
    assert.deepStrictEqual(inspectFolders([...full, "src/full/more.ts", "src/full/room/a.ts"]), [
      "src/full has 41 files"
    ])
  })

  it("a stranger at the top level", () => {
    assert.deepStrictEqual(inspectTopLevel(["src", ".ci", "README.md", "docs", "Dockerfile"]), [
      "docs",
      "Dockerfile"
    ])
  })
})

describe("what is allowed passes", () => {
  it("paths within the project, and what attackers ask for", () => {
    const text = [
      `import { a } from "../../src/a.ts"`,
      `new URL("../../README.md", import.meta.url)`,
      `join(import.meta.dirname, "../fixtures")`,
      `post(good, "../../etc/passwd")`,
      "`a..b/${c}`",
      `"..." + "shared"`
    ]
    assert.deepStrictEqual(lines(inspectReach(new Map([["test/api/a.test.ts", text.join("\n")]]))), [])
  })

  const legitimate: ReadonlyArray<readonly [path: string, text: string]> = [
    [
      "src/domain/geo/a.ts",
      `import { Option, pipe } from "effect"\nimport * as Schema from "effect/Schema"\nimport ` +
        `Flatbush from "flatbush"\nimport { point } from "@turf/turf"`
    ],
    [
      "src/domain/rule/a.ts",
      `import type { Point } from "../geo/Point.ts"\nexport type { Point }\nexport * from ` +
        `"./conditions/registry.ts"`
    ],
    [
      "src/domain/a.ts",
      `// Date.now() and Math.random() are for others; import { x } from "../store/Pg.ts"\nexport ` +
        `const quote = /["'\`]/.test("new Date()")`
    ],
    [
      "src/domain/b.ts",
      `export const at = (day: Date, o: { process: number }) => Date.UTC(2026, 0, Math.max(o.process, ` +
        `day.getTime()))`
    ],
    ["src/engine/a.ts", `import { Effect } from "effect"\nexport const f = Effect.sync(() => Date.now())`],
    [
      "src/store/a.ts",
      `import type { Feed } from "../engine/ports.ts"\nimport { SqlClient } from "effect/sql"\nimport ` +
        `{ readFile } from "node:fs/promises"`
    ],
    [
      "src/api/rules.ts",
      `import { runBacktest } from "../backtest/runBacktest.ts"\nimport { Rules } from ` +
        `"../store/Rules.ts"\nimport { v7 } from "uuid"`
    ],
    [
      "sandbox/space/a.ts",
      `import { distance } from "../../src/domain/geo/distance.ts"\nimport type { Plan } from ` +
        `"../../src/domain/analysis/plan.ts"`
    ],
    ["sandbox/track/a.ts", `import { localDays } from "../../src/domain/zone.ts"`],
    [
      "src/domain/geo/b.ts",
      `import { getPosition } from "suncalc"\nexport const f = (time: number) => getPosition(new Date(time), 0, 0)`
    ],
    ["sandbox/result/inputHash.ts", `import { createHash } from "node:crypto"`],
    [
      "sandbox/main.ts",
      `import { parentPort } from "node:worker_threads"\nimport { modules } from "./modules.ts"`
    ],
    [
      "src/roles/engine.ts",
      `import { Engine } from "../engine/live/Engine.ts"\nimport { NodeRuntime } from ` +
        `"@effect/platform-node"\nimport * as sql from "effect/sql"`
    ]
  ]

  it.each(legitimate)("%s: %s", (path, text) => {
    assert.deepStrictEqual(lines(inspectSources(new Map([[path, text]]))), [])
  })
})
