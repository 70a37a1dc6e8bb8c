// A service that is away for a while, and a rule that asks who is silent: nobody is told of animals that could not
// be heard, and who really is silent is told in time. PUGMARK_OUTAGE_SECONDS says how long it is away (30).
// @module-tag story
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { DatabaseUrl } from "../../src/store/sql/Pg.ts"
import { startService } from "../support/processes/service.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { TestDatabase } from "../support/sql/database.ts"
import { makeClient } from "./client.ts"
import { addCollar, addRule, type Fix, makeHerd, send } from "./herd.ts"

const AWAY_S = Number(process.env["PUGMARK_OUTAGE_SECONDS"] ?? 30)
const SILENT_S = 20
const TICK_S = 10
const REPORT_S = 5
const GRACE_S = 20
/** Nothing is sent before this is over; then what was there to be sent has been judged. */
const SETTLED_S = SILENT_S + TICK_S + GRACE_S + 15

const silence = {
  trigger: { kind: "schedule", every_seconds: TICK_S },
  conditions: { type: "no_data", for_seconds: SILENT_S },
  event: { event_type: "SILENT", title: "{entity} is silent", severity: "warning", create_alert: true }
}

interface Told {
  readonly title: string
  readonly time: string
  readonly created_at: string
}

describe.runIf(process.platform === "linux")("a service that was away", () => {
  it.live(
    `tells of none of 50 animals that report every ${REPORT_S} s, and within a tick after the grace of the one ` +
      "that really is silent",
    () =>
      Effect.gen(function* () {
        const directory = yield* temporaryDirectory
        const databaseUrl = Redacted.value(yield* DatabaseUrl)
        const first = yield* startService({ directory, databaseUrl, analyses: false })
        const client = makeClient(first)
        const herd = yield* makeHerd(client, "away")
        const names = Array.from({ length: 51 }, (_, n) => `Cow ${n}`)
        for (const name of names) yield* addCollar(client, herd, name)
        yield* addRule(client, herd, "Silent", silence)

        /** what could not be sent: collars with odd numbers keep it, the others forget it */
        let kept: Array<Fix> = []
        const report = (cows: ReadonlyArray<string>) =>
          Effect.gen(function* () {
            const time = new Date().toISOString()
            const fixes = cows.map((device, n): Fix => ({ device, time, lon: 14 + n / 1000, lat: 51 }))
            const sent = yield* Effect.option(send(client, herd, [...kept, ...fixes]))
            const isTaken = sent._tag === "Some" && sent.value.status === 202
            kept = isTaken ? [] : [...kept, ...fixes.filter((_, n) => n % 2 === 1)]
          })
        const reportFor = (seconds: number, cows: ReadonlyArray<string>) =>
          Effect.repeat(Effect.delay(report(cows), REPORT_S * 1000), {
            times: Math.ceil(seconds / REPORT_S) - 1
          })

        yield* report(names)
        yield* reportFor(REPORT_S, names)
        const lastHeard = Date.now()
        const others = names.slice(0, -1)
        yield* reportFor(2 * REPORT_S, others)
        const diedAt = Date.now()
        yield* first.kill
        yield* reportFor(AWAY_S, others)
        yield* startService({ directory, databaseUrl, analyses: false, port: first.port })
        const backAt = Date.now()
        yield* reportFor(SETTLED_S, others)

        const told = yield* client.all<Told>(`/projects/${herd.projectId}/events`)
        assert.deepStrictEqual(
          told.map((e) => e.title),
          ["Cow 50 is silent"]
        )
        const [{ created_at, time }] = told as readonly [Told]
        // two seconds between beats, and as many until a report was on record
        const due = lastHeard + (SILENT_S + TICK_S) * 1000 + (backAt - diedAt) + 4000
        assert.isAtMost(Date.parse(time), due)
        assert.isAtLeast(Date.parse(time), lastHeard + SILENT_S * 1000 + (backAt - diedAt) - 6000)
        assert.isAtMost(Date.parse(created_at) - Date.parse(time), (GRACE_S + TICK_S) * 1000)
      }).pipe(Effect.scoped, Effect.provide(TestDatabase)),
    (AWAY_S + 240) * 1000
  )
})
