// What the store refuses, in the words of the contract.
import { Effect } from "effect"
import { Conflict, Invalid, type NotFound, notFound } from "../contract/errors.ts"
import { Misshapen } from "../store/Features.ts"
import { Broken, Missing, Taken } from "../store/refusals.ts"

type Said<E> = E extends Missing ? NotFound : E extends Taken ? Conflict : E extends Broken | Misshapen ? Invalid : E

const say = (refusal: unknown): unknown => {
  if (refusal instanceof Missing) return notFound()
  if (refusal instanceof Taken) return new Conflict({ code: refusal.code, detail: refusal.detail, ...(refusal.id === undefined ? {} : { conflicting_id: refusal.id }) })
  if (refusal instanceof Misshapen) return Invalid.of(refusal.issues)
  return refusal instanceof Broken ? Invalid.at(refusal.pointer, refusal.code, refusal.detail) : refusal
}

/** A missing record is 404, one in the way 409, a broken rule 422. */
export const asRefusal = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, Said<E>, R> =>
  Effect.mapError(effect, (error) => say(error) as Said<E>) // the two lists above say the same
