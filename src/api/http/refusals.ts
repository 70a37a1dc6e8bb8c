// What the store refuses, in the words of the contract.
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

type Said<E> = E extends Missing
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

/** Of a part of the project: what is about more than that is changed by those who see it. */
export const outsideScope = ({ detail }: OutsideScope) => new Forbidden({ code: "OUTSIDE_SCOPE", detail })

/** Somebody was faster; `what` begins the sentence. */
export const stale = (current: Change, what: string) =>
  new Stale({
    code: "STALE",
    detail: `${what} was changed meanwhile: its ETag is "${current.edition}" now. Read it again.`,
    current
  })

const say = (refusal: unknown): unknown => {
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
 * A missing record is 404, one in the way 409, a broken rule 422, what one does not have 403, an edition that
 * is no longer the newest 412.
 */
export const asRefusal = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, Said<E>, R> =>
  Effect.mapError(effect, (error) => say(error) as Said<E>) // the lists above say the same
