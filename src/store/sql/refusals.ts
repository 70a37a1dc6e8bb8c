// Why a change was not made, where the caller decides what to say: everything else that goes wrong in SQL is
// a defect.
import { Data, Effect } from "effect"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import type { Doer } from "../../domain/access/Person.ts"
import type { Permission } from "../../domain/access/Permission.ts"
import { constraintOf } from "./sqlState.ts"

/** There is no such record. */
export class Missing extends Data.TaggedError("Missing") {}

/** What uses a record. */
export interface Using {
  readonly type: "rule"
  readonly id: string
  readonly name: string
}

/** Another record is in the way; `code` names the rule, `id` the record where it is known. */
export class StateConflict extends Data.TaggedError("StateConflict")<{
  readonly code: string
  readonly detail: string
  readonly id?: string
  /** what uses it, where that is what is in the way, and how many events that made about it */
  readonly users?: ReadonlyArray<Using>
  readonly events?: number
}> {}

/** The change breaks a rule that only the database can judge; `pointer` says where in the request. */
export class ConstraintViolated extends Data.TaggedError("ConstraintViolated")<{
  readonly pointer: string
  readonly code: string
  readonly detail: string
}> {}

/** What would be changed is about more than who asks sees of the project; `detail` says what of it. */
export class OutsideScope extends Data.TaggedError("OutsideScope")<{ readonly detail: string }> {}

/** Whoever asks does not have what they would give or take; `permission` is the first of it. */
export class PrivilegeExceeded extends Data.TaggedError("PrivilegeExceeded")<{
  readonly permission: Permission
}> {}

/** The newest edition of a record, who made it, and when (RFC 3339); null: nobody remembers. */
export interface Change {
  readonly edition: string
  readonly by: Doer | null
  readonly at: string | null
}

/** The edition that was to be overwritten is no longer the newest. */
export class Outdated extends Data.TaggedError("Outdated")<{ readonly current: Change }> {}

/** Editions the caller will overwrite; null: any. */
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
