// The record of outages, for the engine: reads it, and closes outages of sources that no process listens to any
// more.
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { HearingLog, type KnownOutages, type Vouch } from "../../engine/ports.ts"
import { instants, uuids } from "../sql/arrays.ts"
import { outagesSince } from "./outages.ts"

/** HearingSql is the `HearingLog` of the engine on PostgreSQL. */
export const HearingSql = Layer.effect(
  HearingLog,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const ways = sql<{
      source_id: string | null
      heard_to: Date
      is_open: boolean
      is_stale: boolean
      as_of: Date
    }>`
      select h.source_id, h.heard_to,
        exists (
          select from outages o where o.source_id is not distinct from h.source_id and o.ended_at is null
        ) as is_open,
        h.heard_to < clock_timestamp() - hearing_patience() as is_stale,
        date_trunc('milliseconds', clock_timestamp()) as as_of
      from hearing h`

    const look = Effect.fn("HearingLog.look")(function* (known: KnownOutages, vouch: Vouch | null) {
      if (vouch !== null && vouch.heard.size > 0)
        yield* sql`select vouch(${uuids([...vouch.heard.keys()])}, ${instants([...vouch.heard.values()])})`
      if (vouch !== null && vouch.doubted.size > 0)
        yield* sql`
          select settle_ways(${uuids([...vouch.doubted.keys()])}, ${instants([...vouch.doubted.values()])})`
      let wayStates = yield* ways
      if (wayStates.some((w) => w.is_stale && !w.is_open)) {
        yield* sql`select open_outages()`
        wayStates = yield* ways
      }
      // the state of sources is that of the moment before the outages are read
      return {
        asOf: Math.min(...wayStates.map((w) => w.as_of.getTime())),
        outages: yield* outagesSince(sql, known.newest, known.open),
        heardTo: new Map(
          wayStates.flatMap((w) => (w.is_open ? [] : [[w.source_id, w.heard_to.getTime()] as const]))
        )
      }
    }, Effect.orDie)

    return { look }
  })
)
