// Ownership of the partitions: a lease on the cursor rows, with an epoch that every claim raises. The
// database's clock counts, so that two machines cannot disagree about when a lease ended.
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Ownership } from "../../engine/ports.ts"
import { readLanes } from "./journal/lanes.ts"
import { readParkings } from "./journal/parkings.ts"
import { leaseIsOver } from "../sql/lease.ts"

/**
 * LEASE_TIME is how long a claim lasts without renewal: three missed renewals, after which another engine
 * takes over.
 */
const LEASE_TIME = "6 seconds"

/** OwnershipSql is the `Ownership` of the engine on PostgreSQL. */
export const OwnershipSql = (owner: string) =>
  Layer.effect(
    Ownership,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const claim = sql
        .withTransaction(
          Effect.gen(function* () {
            const rows = yield* sql<{ partition: number; position: number; free: boolean; epoch: number }>`
              select partition,
                position::float8 as position,
                epoch::float8 as epoch,
                ${sql.literal(leaseIsOver("lease_until"))} as free
              from partition_cursor
              order by partition
              for update`
            if (rows.some((r) => !r.free)) return null
            const epoch = Math.max(...rows.map((r) => r.epoch)) + 1
            yield* sql`
              update partition_cursor set
                owner = ${owner},
                epoch = ${epoch},
                lease_until = now() + ${LEASE_TIME}::interval`
            return {
              epoch,
              cursors: rows.map(({ partition, position }) => ({ partition, position })),
              lanes: yield* readLanes(sql),
              parked: yield* readParkings(sql)
            }
          })
        )
        .pipe(Effect.orDie, Effect.withSpan("Ownership.claim"))

      return Ownership.of({
        claim,
        renew: ({ epoch }) =>
          Effect.map(
            sql`
              with mine as materialized (
                select partition
                from partition_cursor
                where epoch = ${epoch}
                order by partition
                for no key update
              )
              update partition_cursor c set lease_until = now() + ${LEASE_TIME}::interval
              from mine m
              where c.partition = m.partition and c.epoch = ${epoch}
              returning c.partition`,
            (r) => r.length > 0
          ).pipe(Effect.orDie),
        release: ({ epoch }) =>
          Effect.asVoid(
            sql`update partition_cursor set lease_until = '-infinity' where epoch = ${epoch}`
          ).pipe(Effect.orDie)
      })
    })
  )
