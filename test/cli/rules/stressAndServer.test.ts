// `rules stress` over a fixture, and `rules test --project` over what a server stored, with conditions that fail a
// build.
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { runCommand } from "../../../src/cli/commands.ts"
import type { Screen } from "../../../src/cli/Screen.ts"
import { at, iso, makeAnimal, remember } from "../../support/http/past.ts"
import { ADMIN_TOKEN, serve, TestServer } from "../../support/http/server.ts"
import { expectStatus, makeProject, square } from "../../support/http/tracking.ts"

const folder = mkdtempSync(join(tmpdir(), "pugmark-stress-"))
afterAll(() => rmSync(folder, { recursive: true }))

const run = async (argv: ReadonlyArray<string>, url = "http://127.0.0.1:9") => {
  const said: Array<string> = [],
    complaints: Array<string> = []
  const screen: Screen["Service"] = {
    say: (line) => void said.push(line),
    complain: (line) => void complaints.push(line),
    progress: () => undefined
  }
  const env = { PUGMARK_URL: url, PUGMARK_TOKEN: ADMIN_TOKEN, DATA_DIR: folder }
  return {
    code: await runCommand(argv, env, screen),
    said: said.join("\n"),
    complaint: complaints.join("\n")
  }
}

const file = (name: string, content: object) => {
  const path = join(folder, name)
  const text = Array.isArray(content)
    ? content.map((l) => JSON.stringify(l)).join("\n")
    : JSON.stringify(content)
  writeFileSync(path, text)
  return path
}

const left = (more: object = {}) => ({
  trigger: { kind: "position" },
  conditions: { type: "spatial", relation: "exit", feature_type: "geofence", ...more },
  event: { event_type: "LEFT", title: "{entity} left {feature}", create_alert: true }
})

describe("pugmark rules stress", () => {
  const home = { name: "Home", feature_type: "geofence", geometry: square(0, 0) }
  const rule = (name: string, more: object = {}) =>
    file(name, { name: "Left", document: left(more), features: [home] })
  // eight hours a few metres within the east border, then away
  const rest = file(
    "rest.jsonl",
    Array.from({ length: 100 }, (_, i) => ({
      device: "Alma",
      time: new Date(at(i * 300)).toISOString(),
      lat: 0.005,
      lon: i < 90 ? 0.01 - 10 / 111_320 : 0.5
    }))
  )

  it("says at which jitter a rule at a border flaps, and that one with a buffer does not", async () => {
    const plain = await run(["rules", "stress", rule("plain.json"), "--fixture", rest])
    assert.strictEqual(plain.code, 2, plain.complaint)
    assert.match(plain.said, /^1 event as it was sent; seed 1$/m)
    assert.match(plain.said, /^doubled +the same events$/m)
    assert.match(plain.said, /^fixes 3 m beside +the same events$/m)
    assert.match(plain.said, /^fixes 100 m beside +\d+ more/m)
    assert.match(plain.said, /^Fixes that are \d+ m beside the place change its events\. exit_buffer_m or/m)
    const buffered = await run([
      "rules",
      "stress",
      rule("b.json", { exit_buffer_m: 500 }),
      "--fixture",
      rest,
      "--json"
    ])
    assert.strictEqual(buffered.code, 0, buffered.said)
    assert.deepInclude(JSON.parse(buffered.said), { events: 1, tolerant: true, seed: 1 })
    const again = await run(["rules", "stress", rule("plain.json"), "--fixture", rest])
    assert.strictEqual(again.said, plain.said)
  })

  it("says what is missing, and which seed is none", async () => {
    assert.strictEqual((await run(["rules", "stress", rule("plain.json")])).code, 1)
    const wrong = await run(["rules", "stress", rule("plain.json"), "--fixture", rest, "--seed", "x"])
    assert.deepInclude(wrong, { code: 1 })
    assert.include(wrong.complaint, "--seed takes a whole number")
  })
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("pugmark rules test --project", (it) => {
  const fast = (kmh: number) => ({
    trigger: { kind: "position" },
    conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: kmh },
    event: { event_type: "FAST", title: "{entity} at {value}", create_alert: true }
  })

  it.effect("compares a saved rule or a file with a version, and fails where a condition is so", () =>
    Effect.gen(function* () {
      const { url } = yield* TestServer
      const { id, slug } = yield* makeProject()
      const animal = yield* makeAnimal(id, "Alma")
      yield* remember(
        animal,
        [5, 15, 5, 25, 5].map((speed, i) => ({ at: at(i * 60), lon: 0, speed }))
      )
      const rule = yield* expectStatus(201, "POST", `/projects/${id}/rules`, {
        name: "Fast",
        document: fast(80)
      })
      yield* expectStatus(200, "PUT", `/projects/${id}/rules/${rule.id}/document`, { document: fast(40) })
      const range = ["--project", slug, "--from", iso(0), "--to", iso(600)]
      const test = (...more: ReadonlyArray<string>) =>
        Effect.promise(() => run(["rules", "test", ...more, ...range], url))

      const saved = yield* test("Fast", "--against", "v1", "--fail-if", "alerts > 5")
      assert.deepInclude(saved, { code: 0, complaint: "" })
      assert.strictEqual(
        saved.said,
        "2 alerts, 2 events (0 reminders) in 5 rows\nversion 1: 1 alerts; 1 added, 0 removed, 1 unchanged"
      )
      const broken = yield* test(
        "Fast",
        "--against",
        "v1",
        "--fail-if",
        "added >= 1",
        "--fail-if",
        "alerts > 5"
      )
      assert.deepInclude(broken, { code: 2, complaint: "added >= 1: added is 1" })
      const draft = file("fast.json", { name: "Fast", document: fast(10) })
      const drafted = yield* test(draft, "--against", "1", "--fail-if", "removed > 0")
      assert.deepInclude(drafted, { code: 2 })
      assert.include(drafted.complaint, "removed > 0")
      assert.strictEqual(JSON.parse((yield* test("Fast", "--json")).said).total, 2)

      for (const [args, message] of [
        [["Fast", "--fail-if", "added > 1"], "added is counted with --against"],
        [["Fast", "--fail-if", "alerts"], "write it as 'alerts > 5'"],
        [["Fast", "--fail-if", "cows > 5"], "there is no cows"],
        [["Fast", "--against", "vx"], "--against takes a version"],
        [["Slow"], "has no rule Slow"],
        [["Fast", "--against", "v9"], "no version 9"]
      ] as const) {
        const refused = yield* test(...args)
        assert.strictEqual(refused.code, 1, args.join(" "))
        assert.include(refused.complaint, message)
      }
      const alone = yield* Effect.promise(() => run(["rules", "test", draft, "--against", "v1"], url))
      assert.include(alone.complaint, "--against goes with --project")
    })
  )
})
