// Translates failures of the stores into errors of the contract.
import { Effect } from "effect"
import { Conflict, Forbidden, Invalid, type NotFound, notFound, Stale } from "../../contract/http/errors.ts"
import { InvalidGeometry } from "../../store/tracking/features/storedShape.ts"
import { KeyReused } from "../../store/sql/once.ts"
import {
  type Change,
  PrivilegeExceeded,
  ConstraintViolated,
  Missing,
  Outdated,
  OutsideScope,
  StateConflict
} from "../../store/sql/refusals.ts"

type ContractError<E> = E extends Missing
  ? NotFound
  : E extends StateConflict
    ? Conflict
    : E extends ConstraintViolated | InvalidGeometry | KeyReused
      ? Invalid
      : E extends PrivilegeExceeded | OutsideScope
        ? Forbidden
        : E extends Outdated
          ? Stale
          : E

/** Returns 403 `OUTSIDE_SCOPE`: the change concerns more of the project than the caller sees. */
export const outsideScope = ({ detail }: OutsideScope) => new Forbidden({ code: "OUTSIDE_SCOPE", detail })

/** Returns 412 `STALE`: the record has a newer edition; `what` begins the sentence. */
export const stale = (current: Change, what: string) =>
  new Stale({
    code: "STALE",
    detail: `${what} was changed meanwhile: its ETag is "${current.edition}" now. Read it again.`,
    current
  })

const toContractError = (refusal: unknown): unknown => {
  if (refusal instanceof Missing) return notFound()
  if (refusal instanceof StateConflict)
    return new Conflict({
      code: refusal.code,
      detail: refusal.detail,
      ...(refusal.id === undefined ? {} : { conflicting_id: refusal.id }),
      ...(refusal.users === undefined ? {} : { used_by: refusal.users }),
      ...(refusal.events === undefined ? {} : { events: refusal.events })
    })
  if (refusal instanceof InvalidGeometry) return Invalid.of(refusal.issues)
  if (refusal instanceof KeyReused)
    return Invalid.at(
      "/idempotency-key",
      "IDEMPOTENCY_KEY_REUSED",
      "The Idempotency-Key was sent with another body before."
    )
  if (refusal instanceof PrivilegeExceeded)
    return new Forbidden({
      code: "BEYOND_YOUR_OWN",
      detail: `This is about the permission ${refusal.permission}, which you do not have yourself.`,
      permission: refusal.permission
    })
  if (refusal instanceof OutsideScope) return outsideScope(refusal)
  if (refusal instanceof Outdated) return stale(refusal.current, "This")
  return refusal instanceof ConstraintViolated
    ? Invalid.at(refusal.pointer, refusal.code, refusal.detail)
    : refusal
}

/**
 * Maps failures of a store: missing 404, conflict 409, broken rule 422, missing permission 403, outdated
 * edition 412.
 */
export const asRefusal = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, ContractError<E>, R> =>
  // the type `ContractError` maps as `toContractError` does
  Effect.mapError(effect, (error) => toContractError(error) as ContractError<E>)
