// What starts a rule whose document cannot run, and whom it is about, as far as its members can be read: each
// by itself, whatever the others say. It fails where it would have been asked, and for nobody else.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { recordTypes } from "../tracking/recordTypes.ts"
import { Trigger } from "./Trigger.ts"
import { Scope } from "./Document.ts"
import { isObject, type JsonObject } from "../isObject.ts"

export interface LenientDocument {
  /** null: it cannot be read at all */
  readonly trigger: Trigger | null
  readonly scope: Scope
}

const strict = { onExcessProperty: "error" } as const
const decodeTrigger = Schema.decodeUnknownResult(Trigger, strict)
const decodeScope = Schema.decodeUnknownResult(Scope, strict)

/** The members that can be read; of a list its entries that can. */
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
  // who does not say which positions looks at device fixes; who says it, and cannot be read, may mean any
  const wide =
    kind === "position" && "record_types" in members && kept["record_types"] === undefined
      ? { record_types: recordTypes }
      : {}
  return { kind, ...kept, ...wide } as Trigger // each member of it was read as one of this kind
}

/** A document's trigger and scope; what cannot be read of them starts it by anything, and leaves nobody out. */
export const parseLenient = (document: unknown): LenientDocument => {
  const { scope, trigger } = isObject(document) ? document : {}
  return {
    trigger: triggerIn(trigger),
    scope: isObject(scope) ? readable(scope, (one) => Result.isSuccess(decodeScope(one))) : {}
  }
}
