// Why a rule fired for a subject at a moment, or what stopped it first: in words, with the place in the
// document.
import type { Evaluated } from "../domain/rule/conditions/Evaluated.ts"
import { explain } from "../domain/rule/conditions/registry.ts"
import type { CanonicalDocument } from "../domain/rule/Document.ts"
import type { Observation } from "../domain/rule/Observation.ts"
import { type Who, wornDeviceAt } from "../domain/rule/scope.ts"
import { englishText } from "../domain/rule/words/english.ts"
import { data, lastingWords, partWords } from "../domain/rule/words/phrases.ts"
import { formatInstant } from "../domain/time.ts"
import type { Message } from "../words/message.ts"
import type { RuleAnswer } from "./askRule.ts"

/** What can stop a rule. */
const stops = [
  "NOT_IN_SCOPE",
  "NOT_IN_FORCE",
  "EVALUATION_FAILED",
  "HELD",
  "CONDITION",
  "COOLDOWN",
  "ACTIVE",
  "NOT_ASKED"
] as const

/** Stop is what kept a rule from firing. `path` is a JSON Pointer into the document. */
interface Stop {
  readonly path: string
  readonly code: (typeof stops)[number] | "SNOOZED"
  readonly detail: string
  readonly detail_message: Message
}

/** Makes a stop. */
export const stopAt = (path: string, code: Stop["code"], message: Message): Stop => ({
  path,
  code,
  detail: englishText(message),
  detail_message: message
})

/** Names are names for the texts. */
interface Names {
  readonly entityType: string | null
  readonly featureOf: (id: string) => string
}

/** Circumstances are what a stop is derived from. */
interface Circumstances {
  readonly document: CanonicalDocument
  readonly who: Who
  readonly at: number
  readonly names: Names
  /** why the version was not in force for the subject then; null: it was */
  readonly notInForce: Message | null
  readonly reply: RuleAnswer
  readonly records: ReadonlyArray<Observation>
}

const wholeSeconds = (ms: number): number => Math.round(ms / 1000)

/** Returns the member of the scope that excludes the subject; null: none does. */
const scopeStop = ({
  document: {
    scope: { device_ids, entity_ids, entity_type_ids, group_ids },
    trigger
  },
  who,
  names,
  records,
  at
}: Circumstances): Stop | null => {
  const { device, entity } = who
  const out = (key: string, reason: string, name?: string): Stop =>
    stopAt(`/scope/${key}`, "NOT_IN_SCOPE", {
      code: "stop.outOfScope",
      args: {
        what: { code: `stop.scope.${reason}`, ...(name === undefined ? {} : { args: { name: data(name) } }) }
      }
    })
  const misses = (ids: ReadonlyArray<string> | undefined, own: ReadonlyArray<string>) =>
    ids !== undefined && !own.some((id) => ids.includes(id))
  if (misses(entity_ids, entity === null ? [] : [entity.id]))
    return entity === null ? out("entity_ids", "noEntity") : out("entity_ids", "entity", entity.name)
  if (misses(entity_type_ids, entity === null ? [] : [entity.typeId]))
    return entity === null
      ? out("entity_type_ids", "noEntity")
      : out("entity_type_ids", "entityType", names.entityType ?? entity.typeId)
  if (misses(group_ids, entity?.groupIds ?? []))
    return out(
      "group_ids",
      entity === null ? "noEntity" : entity.groupIds.length === 0 ? "noGroup" : "otherGroup"
    )
  // an entity may carry several devices: the devices of the records decide, for a schedule those it wears
  if (trigger.kind === "schedule" && device_ids !== undefined && entity?.worn !== undefined) {
    return wornDeviceAt(new Set(device_ids), who, at) === null ? out("device_ids", "notWorn") : null
  }
  const devices =
    records.length > 0
      ? records.map((r) => r.subject.deviceId)
      : entity === null
        ? [device.id]
        : (device_ids ?? [])
  return misses(device_ids, devices) ? out("device_ids", "device", device.name) : null
}

/** Returns the first leaf that keeps a tree from being `wanted`; null: the tree is. */
const stopIn = (e: Evaluated, wanted: boolean, path: string, at: number): Stop | null => {
  if (e.truth === wanted) return null
  switch (e.type) {
    case "not":
      return stopIn(e.part, !wanted, `${path}/not`, at)
    case "all":
    case "any":
      // of `all` the first part that fails, of `any` the first part
      for (const [i, part] of e.parts.entries()) {
        const stop = stopIn(part, wanted, `${path}/${e.type}/${i}`, at)
        if (stop !== null) return stop
      }
      return null
    default:
      return stopAt(path, "CONDITION", explain(e, wanted, at))
  }
}

const held = ({
  document: { for_seconds },
  at,
  names,
  reply: { after, evaluated }
}: Circumstances): Stop | null => {
  const since = (from: number): Message => ({
    code: "stop.held",
    args: partWords(wholeSeconds(at - from), for_seconds)
  })
  const stop = (message: Message): Stop => stopAt("/for_seconds", "HELD", message)
  const [hold] = after.holds
  if (hold !== undefined) {
    const place = data(names.featureOf(hold.feature))
    const done: Message = { code: `stop.${hold.relation}`, args: { place, held: since(hold.since) } }
    return stop(hold.overdue ? { code: "stop.unknownSince", args: { held: done } } : done)
  }
  if (after.since === null || after.active || evaluated?.truth !== true) return null
  return stop(since(after.since))
}

const silenced = ({ document: { cooldown_seconds }, at, reply: { after } }: Circumstances): Stop | null => {
  if (!after.active || after.lastFiredAt === null) return null
  if (cooldown_seconds === 0)
    return stopAt("/cooldown_seconds", "ACTIVE", {
      code: "stop.active",
      args: { time: formatInstant(after.lastFiredAt) }
    })
  const left = cooldown_seconds * 1000 - (at - after.lastFiredAt)
  return left > 0
    ? stopAt("/cooldown_seconds", "COOLDOWN", {
        code: "stop.cooldown",
        args: { left: lastingWords(wholeSeconds(left)) }
      })
    : null
}

/** Returns what stopped the rule first; null: it fired. */
export const firstStop = (c: Circumstances): Stop | null => {
  const { at, document, notInForce, reply } = c
  const outside = scopeStop(c)
  if (outside !== null) return outside
  if (notInForce !== null) return stopAt("", "NOT_IN_FORCE", notInForce)
  if (reply.failure !== null)
    return stopAt("", "EVALUATION_FAILED", data(`${reply.failure.code}: ${reply.failure.detail}`))
  if (reply.events.length > 0) return null
  return (
    held(c) ??
    (reply.evaluated === null ? null : stopIn(reply.evaluated, true, "/conditions", at)) ??
    silenced(c) ??
    stopAt("/trigger", "NOT_ASKED", {
      code: reply.askedBy === null ? `stop.notAsked.${document.trigger.kind}` : "stop.reported"
    })
  )
}
