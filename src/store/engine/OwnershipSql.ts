// Ownership of the partitions: the epoch in a partition's cursor row, which every claim raises. A claim waits for the
// commit that is under way in its partitions, and sees what that left.
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Ownership, type Tenure } from "../../engine/ports.ts"
import { ints } from "../sql/arrays.ts"
import { readLanes } from "./journal/lanes.ts"
import { readParkings } from "./journal/parkings.ts"

/** OwnershipSql is the `Ownership` of the engine on PostgreSQL. */
export const OwnershipSql = (owner: string) =>
  Layer.effect(
    Ownership,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const claim = Effect.fn("Ownership.claim")(
        function* (partitions: ReadonlyArray<number>) {
          const tenures = yield* sql<Tenure>`
            with mine as materialized (
              select partition
              from partition_cursor
              where partition = any(${ints(partitions)})
              order by partition
              for no key update
            )
            update partition_cursor c set epoch = c.epoch + 1, owner = ${owner}, claimed_at = now()
            from mine m
            where m.partition = c.partition
            returning c.partition, c.position::float8 as position, c.epoch::float8 as epoch`
          return {
            tenures,
            lanes: yield* readLanes(sql, partitions),
            parked: yield* readParkings(sql)
          }
        },
        sql.withTransaction,
        Effect.orDie
      )
      return Ownership.of({ claim })
    })
  )
