// Refusals of changes, which the caller turns into an answer; every other failure of SQL is a defect.
import { Data, Effect } from "effect"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import type { Doer } from "../../domain/access/Person.ts"
import type { Permission } from "../../domain/access/Permission.ts"
import { constraintOf } from "./sqlState.ts"

/** Missing means that there is no such record. */
export class Missing extends Data.TaggedError("Missing") {}

/** RecordUse is an object that uses a record. */
interface RecordUse {
  readonly type: "rule"
  readonly id: string
  readonly name: string
}

/**
 * StateConflict means that another record prevents the change; `code` names the rule, `id` the record where
 * it is known.
 */
export class StateConflict extends Data.TaggedError("StateConflict")<{
  readonly code: string
  readonly detail: string
  readonly id?: string
  /** what uses the record, where that prevents the change, and how many events that made about it */
  readonly users?: ReadonlyArray<RecordUse>
  readonly events?: number
}> {}

/**
 * ConstraintViolated means that the change breaks a rule that only the database can check; `pointer` says
 * where in the request.
 */
export class ConstraintViolated extends Data.TaggedError("ConstraintViolated")<{
  readonly pointer: string
  readonly code: string
  readonly detail: string
}> {}

/** OutsideScope means that the record is about more than the caller sees of the project; `detail` says what. */
export class OutsideScope extends Data.TaggedError("OutsideScope")<{ readonly detail: string }> {}

/**
 * PrivilegeExceeded means that the caller lacks a permission that they would give or take; `permission` is
 * the first of them.
 */
export class PrivilegeExceeded extends Data.TaggedError("PrivilegeExceeded")<{
  readonly permission: Permission
}> {}

/** Change is the newest edition of a record, its author, and when (RFC 3339); null: unknown. */
export interface Change {
  readonly edition: string
  readonly by: Doer | null
  readonly at: string | null
}

/** Outdated means that the edition to overwrite is no longer the newest. */
export class Outdated extends Data.TaggedError("Outdated")<{ readonly current: Change }> {}

/** Expected are the editions that the caller will overwrite; null: any. */
export type Expected = ReadonlySet<string> | null

/** Runs SQL; the violation of a named constraint becomes its refusal, every other failure of SQL is a defect. */
export const refusing =
  <C extends Readonly<Record<string, () => unknown>>>(constraints: C) =>
  <A, E, R>(effect: Effect.Effect<A, E | SqlError, R>) =>
    Effect.catchIf(effect, isSqlError, (error): Effect.Effect<never, ReturnType<C[keyof C]>> => {
      const refusal = constraints[constraintOf(error)]
      // indexing forgets which
      return refusal === undefined ? Effect.die(error) : Effect.fail(refusal() as ReturnType<C[keyof C]>)
    })
