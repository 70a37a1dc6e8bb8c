// From the actions of a request to those that are kept: new ones get an id, new webhooks a secret, the others
// go on as what they were.
import * as Result from "effect/Result"
import type { Action, ActionInput } from "./Action.ts"

/** SettledActions are the actions to store, and their new secrets. */
export interface SettledActions {
  readonly kept: ReadonlyArray<Action>
  /** by the id of the action: those that the request gave or that were made for it */
  readonly secrets: ReadonlyMap<string, string>
}

/** SecretSource makes ids and secrets; the caller has the randomness. */
interface SecretSource {
  readonly nextId: () => string
  readonly nextSecret: () => string
}

/**
 * Fails with the place of an input whose `id` names no action of its type that was there before, or one that
 * another input named.
 */
export const settleActions = (
  inputs: ReadonlyArray<ActionInput>,
  before: ReadonlyArray<Action>,
  { nextId, nextSecret }: SecretSource
): Result.Result<SettledActions, number> => {
  const secrets = new Map<string, string>()
  const kept: Array<Action> = []
  for (const [at, input] of inputs.entries()) {
    const old = before.find((action) => action.id === input.id && action.type === input.type)
    if (input.id !== undefined && (old === undefined || kept.some((action) => action.id === input.id)))
      return Result.fail(at)
    const id = input.id ?? nextId()
    if (input.type !== "webhook") {
      kept.push({ ...input, id })
      continue
    }
    const secret = input.secret ?? (old === undefined ? nextSecret() : undefined)
    if (secret !== undefined) secrets.set(id, secret)
    kept.push({ id, type: input.type, url: input.url })
  }
  return Result.succeed({ kept, secrets })
}
