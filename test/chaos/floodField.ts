// A project that floods: many rules that ask for a speed just above one another's, and a few animals that run
// and rest by turns, so that almost every fix fires almost every rule. All of it comes in one request.
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { uuids } from "../../src/store/sql/arrays.ts"
import type { Client } from "../journeys/client.ts"
import { addCollar, addRule, type Fix, type Herd, makeHerd, type Wearer } from "../journeys/herd.ts"
import { chance } from "./chance.ts"
import type { History } from "./customer.ts"
import { expectedRises } from "./expected.ts"
import { itemOf } from "./field.ts"
import type { Promises } from "./invariants.ts"
import type { TrackFix } from "./scenario.ts"

export interface FloodSize {
  readonly rules: number
  readonly animals: number
  /** of each animal */
  readonly fixes: number
}

interface FloodRule {
  readonly id: string
  readonly limitKmh: number
}

export interface Flood {
  readonly herd: Herd
  readonly tracks: ReadonlyArray<Wearer & { readonly fixes: ReadonlyArray<TrackFix> }>
  readonly rules: ReadonlyArray<FloodRule>
  readonly batch: ReadonlyArray<Fix>
  /** events, if every rule stays in force */
  readonly total: number
}

const BEGIN = Date.parse("2025-06-01T00:00:00Z")

/** Three decimals, so that no speed in whole metres per second, or in halves of them, is a limit. */
const limitOf = (rule: number): number => 40.005 + rule / 100

/** Runs and rests by turns; now and then at a speed that only some rules mind, or that was not measured. */
const speedOf = (fix: number, draw: () => number): number | null => {
  const chosen = draw()
  return chosen < 0.05
    ? null
    : fix % 2 === 0
      ? Math.floor(draw() * 11)
      : chosen < 0.15
        ? 11.5
        : 15 + Math.floor(draw() * 10)
}

/** Makes the project of a seed. */
export const prepareFlood = (client: Client, seed: number, size: FloodSize): Effect.Effect<Flood> =>
  Effect.gen(function* () {
    const draw = chance(seed)
    const herd = yield* makeHerd(client, `flood-${seed}`)
    const tracks = yield* Effect.forEach(
      Array.from({ length: size.animals }, (_, a) => a),
      (a) =>
        Effect.map(addCollar(client, herd, `runner-${a}`), (wearer) => ({
          ...wearer,
          fixes: Array.from({ length: size.fixes }, (_, i): TrackFix => ({
            at: BEGIN + i * 1000 + a * 100,
            lon: 14,
            lat: 51,
            speedMps: speedOf(i, draw)
          }))
        }))
    )
    const limits = Array.from({ length: size.rules }, (_, i) => limitOf(i))
    const rules = yield* Effect.forEach(
      limits,
      (limitKmh, i) =>
        Effect.map(
          addRule(client, herd, `Faster ${i}`, {
            trigger: { kind: "position" },
            scope: {},
            conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: limitKmh },
            event: {
              event_type: "FLOOD",
              severity: "info",
              title: "{entity} at {value} km/h",
              create_alert: false
            }
          }),
          (id) => ({ id, limitKmh })
        ),
      { concurrency: 8 }
    )
    return {
      herd,
      tracks,
      rules,
      batch: tracks.flatMap((t) => t.fixes.map((fix) => itemOf(t.collar, fix))),
      total: tracks.reduce(
        (sum, t) => sum + limits.reduce((n, limit) => n + expectedRises(t.fixes, limit).length, 0),
        0
      )
    }
  })

/** The last event of each rule and animal, of rules that were archived. */
const lastOf = (archived: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ rule: string; subject: string; at: number }>`
    select rule_id as rule, entity_id as subject, (extract(epoch from max(time)) * 1000)::float8 as at
      from events
    where rule_id = any(${uuids(archived)}) group by 1, 2`
    return new Map(rows.map((row) => [row.rule + row.subject, row.at]))
  }).pipe(Effect.orDie)

/**
 * What the project was promised: of rules that were archived on the way, all that came before the last that
 * is there.
 */
export const floodPromises = (
  { herd, rules, tracks }: Flood,
  history: History,
  archived: ReadonlyArray<string>
) =>
  Effect.map(lastOf(archived), (last): Promises => {
    const deviceOf = new Map(tracks.map((t) => [t.collar, t.deviceId])),
      stopped = new Set(archived)
    return {
      projectId: herd.projectId,
      acknowledged: history.acknowledged.map((fix) => ({
        deviceId: deviceOf.get(fix.device)!,
        at: Date.parse(fix.time),
        lon: fix.lon,
        lat: fix.lat
      })),
      events: rules.flatMap(({ id, limitKmh }) =>
        tracks.flatMap((t) => {
          const subjectId = t.entityId!,
            until = stopped.has(id) ? (last.get(id + subjectId) ?? -Infinity) : Infinity
          return expectedRises(t.fixes, limitKmh)
            .filter((at) => at <= until)
            .map((at) => ({ ruleId: id, subjectId, featureId: null, at }))
        })
      ),
      places: [],
      handledAlerts: []
    }
  })
