// Rules as files: exported with what they need, tested without a server, brought into another project under
// its own ids.
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { runCommand } from "../../../src/cli/commands.ts"
import type { Screen } from "../../../src/cli/Screen.ts"
import { MAX_RULES } from "../../../src/domain/rule/limits.ts"
import { ADMIN_TOKEN, serve, TestServer } from "../../support/http/server.ts"
import { expectStatus, makeProject, square } from "../../support/http/tracking.ts"

const folder = mkdtempSync(join(tmpdir(), "pugmark-rules-"))
afterAll(() => rmSync(folder, { recursive: true }))

const run = async (argv: ReadonlyArray<string>, url = "http://127.0.0.1:9") => {
  const said: Array<string> = [],
    complaints: Array<string> = []
  const screen: Screen["Service"] = {
    say: (line) => void said.push(line),
    complain: (line) => void complaints.push(line),
    progress: () => undefined
  }
  const code = await runCommand(
    argv,
    { PUGMARK_URL: url, PUGMARK_TOKEN: ADMIN_TOKEN, DATA_DIR: folder },
    screen
  )
  return { code, said: said.join("\n"), complaint: complaints.join("\n") }
}

const file = (name: string, lines: ReadonlyArray<unknown> | object) => {
  const path = join(folder, name)
  writeFileSync(
    path,
    Array.isArray(lines) ? lines.map((l) => JSON.stringify(l)).join("\n") : JSON.stringify(lines)
  )
  return path
}

const hot = {
  trigger: { kind: "measurement", metric_key: "heat" },
  conditions: { type: "threshold", metric: "heat", op: ">", value: 39 },
  event: { event_type: "FEVER", title: "{entity} at {value}", create_alert: true }
}
const reading = (minute: number, value: number) => ({
  device: "Alma",
  time: `2026-05-01T12:${String(minute).padStart(2, "0")}:00Z`,
  measurements: { heat: value }
})

describe("pugmark rules test", () => {
  it("plays a fixture and is content when exactly the expected events come", async () => {
    const rule = file("hot.json", hot)
    const fixture = file("hot.jsonl", [
      reading(0, 38),
      reading(1, 40),
      { expect: { time: "2026-05-01T12:01:00Z", title: "Alma at 40" } },
      reading(2, 38)
    ])
    const { code, said } = await run(["rules", "test", rule, "--fixture", fixture])
    assert.strictEqual(code, 0)
    assert.include(said, "2026-05-01T12:01:00.000Z  Alma at 40  + alert  until 2026-05-01T12:02:00.000Z")
    assert.include(said, "1 event; as expected")
  })

  it("names what is missing and what nobody expected, with exit code 2", async () => {
    const fixture = file("wrong.jsonl", [reading(0, 40), { expect: { time: "2026-05-01T12:05:00Z" } }])
    const { code, said } = await run(["rules", "test", file("hot.json", hot), "--fixture", fixture])
    assert.strictEqual(code, 2)
    assert.match(said, /missing +2026-05-01T12:05:00.000Z/)
    assert.match(said, /unexpected +2026-05-01T12:00:00.000Z {2}Alma at 40/)
  })

  it("--update writes the events into the fixture, which then holds", async () => {
    const rule = file("hot.json", hot),
      fixture = file("new.jsonl", [reading(0, 40), reading(1, 38), reading(2, 41)])
    assert.strictEqual((await run(["rules", "test", rule, "--fixture", fixture, "--update"])).code, 0)
    assert.strictEqual(
      readFileSync(fixture, "utf8")
        .split("\n")
        .filter((l) => l.includes("expect")).length,
      2
    )
    assert.include((await run(["rules", "test", rule, "--fixture", fixture])).said, "2 events; as expected")
  })

  it("says which line of which file it cannot read", async () => {
    const rule = file("hot.json", hot)
    const bad = async (name: string, ...lines: ReadonlyArray<unknown>) =>
      (await run(["rules", "test", rule, "--fixture", file(name, lines)])).complaint
    assert.match(await bad("a.jsonl", reading(0, 1), { device: "Alma" }), /a\.jsonl:2/)
    assert.match(await bad("b.jsonl", { ...reading(0, 1), time: "noon" }), /b\.jsonl:1: \/time/)
    assert.match(await bad("c.jsonl", { expect: {} }), /c\.jsonl:1: an expected event needs its time/)
    assert.match(
      (
        await run([
          "rules",
          "test",
          file("bad.json", { ...hot, conditions: { type: "threshold" } }),
          "--fixture",
          file("d.jsonl", [])
        ])
      ).complaint,
      /\/conditions/
    )
    assert.match(
      (await run(["rules", "test", join(folder, "none.json"), "--fixture", "x"])).complaint,
      /there is no file/
    )
  })
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("rules as files", (it) => {
  it.effect(
    "are exported with their features and names, pass their test as they are, and come into another " +
      "project under its own ids",
    () =>
      Effect.gen(function* () {
        const { send, url } = yield* TestServer
        const from: string = (yield* makeProject()).id,
          to: string = (yield* makeProject()).id
        const fence = (project: string, lon: number) =>
          Effect.map(
            expectStatus(201, "POST", `/projects/${project}/features`, {
              feature_type: "geofence",
              name: "North",
              geometry: square(lon, -1, 2)
            }),
            (f): string => f.id
          )
        const [here, there] = [yield* fence(from, 0), yield* fence(to, 10)]
        const document = {
          trigger: { kind: "position" },
          conditions: { type: "spatial", relation: "enter", feature_ids: [here] },
          event: { event_type: "ENTERED", title: "{entity} in {feature}" }
        }
        yield* expectStatus(201, "POST", `/projects/${from}/rules`, {
          name: "Into the North!",
          document,
          enabled: true
        })

        const out = join(folder, "exported")
        assert.strictEqual(
          (yield* Effect.promise(() => run(["rules", "export", "--project", from, "--out", out], url))).code,
          0
        )
        assert.deepStrictEqual(readdirSync(out), ["into-the-north.json", "into-the-north.jsonl"])
        // the exported rule and its fixture run, and it is kept when somebody has changed it
        const own = join(out, "into-the-north.jsonl"),
          test = () => run(["rules", "test", join(out, "into-the-north.json"), "--fixture", own])
        assert.deepInclude(yield* Effect.promise(test), { code: 0, complaint: "" })
        assert.match((yield* Effect.promise(test)).said, /Alma in North[\s\S]*1 event; as expected/)
        writeFileSync(own, '{"clock": "2026-05-01T12:00:00Z"}\n')
        assert.include(
          (yield* Effect.promise(() => run(["rules", "export", "--project", from, "--out", out], url))).said,
          "into-the-north.jsonl  (kept as it is)"
        )
        assert.strictEqual(readFileSync(own, "utf8"), '{"clock": "2026-05-01T12:00:00Z"}\n')
        const fixture = file("enter.jsonl", [
          { device: "Alma", time: "2026-05-01T12:00:00Z", lat: 0, lon: 5 },
          { device: "Alma", time: "2026-05-01T12:10:00Z", lat: 0, lon: 1 },
          { expect: { time: "2026-05-01T12:10:00Z", title: "Alma in North" } }
        ])
        assert.strictEqual(
          (yield* Effect.promise(() =>
            run(["rules", "test", join(out, "into-the-north.json"), "--fixture", fixture])
          )).code,
          0
        )

        assert.include(
          (yield* Effect.promise(() => run(["rules", "import", out, "--project", to], url))).said,
          "created    Into the North!"
        )
        const [made] = (
          (yield* send("GET", `/projects/${to}/rules`)).body as {
            items: ReadonlyArray<{ document: { conditions: unknown }; enabled: boolean }>
          }
        ).items
        assert.deepStrictEqual(
          [made!.document.conditions, made!.enabled],
          [{ type: "spatial", relation: "enter", feature_ids: [there] }, true]
        )
        assert.include(
          (yield* Effect.promise(() => run(["rules", "import", out, "--project", to], url))).said,
          "unchanged  Into the North!"
        )
        assert.match(
          (yield* Effect.promise(() => run(["rules", "import", out, "--project", "nowhere"], url))).complaint,
          /no project nowhere/
        )
      })
  )

  it.effect(
    "a rule that cannot be played comes without a fixture, with the reason; one whose fixture brings nothing says so",
    () =>
      Effect.gen(function* () {
        const { url } = yield* TestServer
        const project: string = (yield* makeProject()).id,
          out = join(folder, "odd")
        const make = (name: string, conditions: object) =>
          expectStatus(201, "POST", `/projects/${project}/rules`, { name, document: { ...hot, conditions } })
        yield* make("Near", { type: "near", metres: 50 })
        yield* make("Never", { all: [{ ...hot.conditions, op: "<", value: 1 }, hot.conditions] })
        const { code, said } = yield* Effect.promise(() =>
          run(["rules", "export", "--project", project, "--out", out], url)
        )
        assert.strictEqual(code, 0)
        assert.match(said, /near\.json: no fixture, as the rule cannot be played: .*reserved condition kind/)
        assert.match(said, /never\.jsonl {2}\(no event comes of it yet: say what should\)/)
        assert.deepStrictEqual(readdirSync(out), ["near.json", "never.json", "never.jsonl"])
      })
  )

  it.effect(
    "beyond the bound of a project the import says which file is not in, the number, and what to " +
      "do; --dry-run says it beforehand",
    () =>
      Effect.gen(function* () {
        const { url } = yield* TestServer
        const sql = yield* SqlClient.SqlClient
        const project: string = (yield* makeProject()).id
        yield* expectStatus(201, "POST", `/projects/${project}/rules`, { name: "Fever", document: hot })
        yield* sql`with new as (insert into rules (id, project_id, name, current_version, blank_from_version)
        select gen_random_uuid(), ${project}::uuid, 'Rule ' || i, 1, 0
          from generate_series(1, ${MAX_RULES - 2}::int4) i returning id)
      insert into rule_versions (rule_id, version, document, runnable) select new.id, 1, v.document, true
        from new, rule_versions v join rules r on r.id = v.rule_id where r.project_id = ${project}::uuid`
        const files = ["Fever", "High fever", "Higher fever"].map((name) =>
          file(`${name}.json`, { name, document: hot })
        )
        const importing = (...more: ReadonlyArray<string>) =>
          Effect.promise(() => run(["rules", "import", ...files, "--project", project, ...more], url))

        for (const options of [["--dry-run"], []]) {
          const { code, complaint, said } = yield* importing(...options)
          assert.strictEqual(code, 1)
          assert.strictEqual(said, "unchanged  Fever\ncreated    High fever  (disabled)")
          assert.match(
            complaint,
            /could not import \S+Higher fever\.json: The project has 500 rules, and 500 may be\. Archive rules that are no longer needed/
          )
        }
        assert.deepInclude(yield* importing("--dry-run"), {
          code: 1,
          said: "unchanged  Fever\nunchanged  High fever"
        })
      })
  )
})
