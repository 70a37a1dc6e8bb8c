// A short form of `npm run chaos`: the service is killed at random moments while devices report, alone and
// together with its database.
// @module-tag story
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { DatabaseUrl } from "../../src/store/sql/Pg.ts"
import { describeCopies, killWhileCopying } from "../chaos/copyRound.ts"
import { checkDatabase } from "../chaos/invariants.ts"
import { everythingLab, type Lab, programOn } from "../chaos/lab.ts"
import { describeReport, playRound } from "../chaos/round.ts"
import { TestDatabase } from "../support/sql/database.ts"

/** A third of what `npm run chaos` sends: a round is begun, killed and begun again more than it sends. */
const size = { animals: 10, fixes: 80 }

const promise = "no acknowledged record is lost, no event lost or doubled, and the database is in one piece"

const playAll = Effect.fnUntraced(function* (lab: Lab, seeds: ReadonlyArray<number>) {
  for (const seed of seeds) {
    const report = yield* playRound(lab, seed, size)
    assert.deepStrictEqual(report.violations, [], describeReport(report))
    assert.isAbove(report.kills, 0)
  }
})

/** Damage that a crash could do if a transaction were two, and the invariant that sees it. */
const damages: ReadonlyArray<readonly [statement: string, seenBy: string]> = [
  [
    "delete from events where id = (select max(id::text)::uuid from events)",
    "I9 a trace has its event and alert"
  ],
  [
    "delete from alerts where id = (select max(id::text)::uuid from alerts)",
    "I10 an alert for each event that asks for one, and no other"
  ],
  [
    "delete from processing_traces where id = (select max(id::text)::uuid from processing_traces " +
      "where kind = 'rule')",
    "I9 an event has its trace"
  ],
  [
    "delete from rule_states where rule_id = (select min(rule_id::text)::uuid from rule_states)",
    "I8 the state is what the last transition says"
  ],
  [
    "delete from rule_transitions where event_id = (select max(id::text)::uuid from events)",
    "I9 an event changed the state it came from"
  ],
  [
    "delete from event_stream where id = (select max(id) from event_stream where type = 'event.created')",
    "I9 live readers hear of each event and alert once"
  ],
  [
    "insert into event_stream (project_id, type, object_id) select project_id, type, object_id from " +
      "event_stream where type = 'alert.created' limit 1",
    "I9 live readers hear of each event and alert once"
  ],
  [
    `insert into events (id, project_id, event_key, time, event_type, severity, title, entity_id, device_id,
      feature_id, source_kind, rule_id, rule_version)
    select gen_random_uuid(), project_id, sha256('again'), time, event_type, severity, title, entity_id,
      device_id, feature_id, source_kind, rule_id, rule_version from events limit 1`,
    "I4 no firing is doubled"
  ],
  ["update partition_cursor set position = 0", "the log is read to its end, in lanes too"]
]

/** What the checkers say with the damage done; afterwards it is undone. */
const plant = (statement: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    let seen: ReadonlyArray<string> = []
    yield* sql
      .withTransaction(
        Effect.gen(function* () {
          yield* sql.unsafe(statement).unprepared
          seen = (yield* checkDatabase).map((v) => v.invariant)
          return yield* Effect.fail("undo")
        })
      )
      .pipe(Effect.catch((why) => (why === "undo" ? Effect.void : Effect.die(why))))
    return seen
  })

describe.runIf(process.platform === "linux")("kill -9 during ingest", () => {
  it.live(
    `the program: ${promise}; planted damage is seen`,
    () =>
      Effect.gen(function* () {
        const lab = yield* programOn(yield* DatabaseUrl)
        yield* playAll(lab, [11])
        for (const [statement, seenBy] of damages)
          assert.include(yield* lab.look(plant(statement)), seenBy, statement)
      }).pipe(Effect.provide(TestDatabase)),
    180_000
  )

  it.live(
    `program and database at once: ${promise}`,
    () =>
      Effect.gen(function* () {
        yield* playAll(yield* everythingLab, [1011])
      }),
    180_000
  )

  it.live(
    "between a COPY and its commit: nothing of the delivery is stored, and it is stored once when it is repeated",
    () =>
      Effect.gen(function* () {
        const report = yield* killWhileCopying(4, 21)
        assert.deepStrictEqual(report.violations, [], describeCopies(report))
      }),
    180_000
  )
})
