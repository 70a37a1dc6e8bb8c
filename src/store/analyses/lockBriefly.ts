// Statements that give up on a lock after a second, so that a lock on the tables of the analyses blocks nothing
// else.
import type { PgClient } from "@effect/sql-pg"
import { Data, Effect } from "effect"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { sqlStateOf } from "../sql/sqlState.ts"

/** AnalysesBusy means that the tables of the analyses are locked; the rest of the service goes on. */
export class AnalysesBusy extends Data.TaggedError("AnalysesBusy") {}

/** True for `lock_not_available`. */
const isLocked = (error: SqlError): boolean => sqlStateOf(error) === "55P03"

/** Runs a transaction that waits for a lock for one second at most. */
export const lockBriefly =
  (pg: PgClient.PgClient) =>
  <A, E, R>(
    work: Effect.Effect<A, E | SqlError, R>
  ): Effect.Effect<A, Exclude<E, SqlError> | AnalysesBusy, R> =>
    pg
      .withTransaction(Effect.andThen(pg`select set_config('lock_timeout', '1s', true)`, work))
      .pipe(
        Effect.catchIf(isSqlError, (error) =>
          isLocked(error) ? Effect.fail(new AnalysesBusy()) : Effect.die(error)
        )
      ) as Effect.Effect<A, Exclude<E, SqlError> | AnalysesBusy, R> // no failure of SQL is left
