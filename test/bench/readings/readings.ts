// What a load costs: the readings before and after it.
import { Effect } from "effect"
import type { Sql } from "../Database.ts"
import type { Server } from "../Server.ts"
import { type ProcessorTime, spentBetween } from "./processorTime.ts"
import { readStorage, type Storage, writtenBetween } from "./storage.ts"

/** Cost is what was spent and written meanwhile; `spent` is null where the system does not tell. */
export interface Cost {
  readonly spent: ProcessorTime | null
  readonly written: Storage
}

/** Runs a load and returns its result with its cost. */
export const withCost = <A, E, R>(
  server: Server,
  sql: Sql,
  load: Effect.Effect<A, E, R>
): Effect.Effect<readonly [result: A, cost: Cost], E, R> =>
  Effect.gen(function* () {
    const held = yield* readStorage(sql)
    const from = server.processorTime()
    const result = yield* load
    const spent = spentBetween(from, server.processorTime())
    return [result, { spent, written: writtenBetween(held, yield* readStorage(sql)) }]
  })
