// Reads trigger and scope of a rule document that cannot run, as far as their members can be read, each on
// its own. The rule then fails where it would have been evaluated, and for no other subject.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { recordTypes } from "../tracking/recordTypes.ts"
import { Trigger } from "./Trigger.ts"
import { Scope } from "./Document.ts"
import { isObject, type JsonObject } from "../isObject.ts"

/** LenientDocument holds the readable parts of a document. */
interface LenientDocument {
  /** null: its kind cannot be read */
  readonly trigger: Trigger | null
  readonly scope: Scope
}

const strict = { onExcessProperty: "error" } as const
const decodeTrigger = Schema.decodeUnknownResult(Trigger, strict)
const decodeScope = Schema.decodeUnknownResult(Scope, strict)

/** Returns the members that can be read; of a list its entries that can. */
const readable = (members: JsonObject, isRead: (one: JsonObject) => boolean): JsonObject => {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(members)) {
    const entries = Array.isArray(value)
      ? [...new Set(value)].filter((entry) => isRead({ [name]: [entry] }))
      : []
    if (isRead({ [name]: value })) kept[name] = value
    else if (entries.length > 0) kept[name] = entries
  }
  return kept
}

const triggerIn = (written: unknown): Trigger | null => {
  if (!isObject(written)) return null
  const { kind, ...members } = written
  if (Result.isFailure(decodeTrigger({ kind }))) return null
  const kept = readable(members, (one) => Result.isSuccess(decodeTrigger({ kind, ...one })))
  // without record_types device fixes count; record_types that cannot be read may have meant any position
  const wide =
    kind === "position" && "record_types" in members && kept["record_types"] === undefined
      ? { record_types: recordTypes }
      : {}
  return { kind, ...kept, ...wide } as Trigger // each member of it was read as one of this kind
}

/**
 * Reads a document's trigger and scope. An unreadable trigger is null, so that every record starts the rule;
 * unreadable parts of the scope exclude no subject.
 */
export const parseLenient = (document: unknown): LenientDocument => {
  const { scope, trigger } = isObject(document) ? document : {}
  return {
    trigger: triggerIn(trigger),
    scope: isObject(scope) ? readable(scope, (one) => Result.isSuccess(decodeScope(one))) : {}
  }
}
