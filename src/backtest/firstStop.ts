// Why a rule fired for a subject at a moment, or what stopped it first: in words, with the place in the
// document.
import type { Evaluated } from "../domain/rule/conditions/Evaluated.ts"
import { explain } from "../domain/rule/conditions/registry.ts"
import type { CanonicalDocument } from "../domain/rule/Document.ts"
import type { Observation } from "../domain/rule/Observation.ts"
import { type Who, wornDeviceAt } from "../domain/rule/scope.ts"
import { lastingWords, partWords } from "../domain/rule/words/phrases.ts"
import { formatInstant } from "../domain/time.ts"
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
  readonly code: (typeof stops)[number]
  readonly detail: string
}

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
  readonly notInForce: string | null
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
  const out = (key: string, what: string): Stop => ({
    path: `/scope/${key}`,
    code: "NOT_IN_SCOPE",
    detail: `not in scope: ${what}`
  })
  const misses = (ids: ReadonlyArray<string> | undefined, own: ReadonlyArray<string>) =>
    ids !== undefined && !own.some((id) => ids.includes(id))
  const bare = "a device without an entity"
  if (misses(entity_ids, entity === null ? [] : [entity.id]))
    return out("entity_ids", entity === null ? bare : `entity ${entity.name}`)
  if (misses(entity_type_ids, entity === null ? [] : [entity.typeId]))
    return out("entity_type_ids", entity === null ? bare : `entity type ${names.entityType ?? entity.typeId}`)
  if (misses(group_ids, entity?.groupIds ?? []))
    return out(
      "group_ids",
      entity === null ? bare : entity.groupIds.length === 0 ? "in no group" : "in another group"
    )
  // an entity may carry several devices: the devices of the records decide, for a schedule those it wears
  if (trigger.kind === "schedule" && device_ids !== undefined && entity?.worn !== undefined) {
    return wornDeviceAt(new Set(device_ids), who, at) === null
      ? out("device_ids", "wore none of the devices at that moment")
      : null
  }
  const devices =
    records.length > 0
      ? records.map((r) => r.subject.deviceId)
      : entity === null
        ? [device.id]
        : (device_ids ?? [])
  return misses(device_ids, devices) ? out("device_ids", `data of device ${device.name}`) : null
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
      return { path, code: "CONDITION", detail: explain(e, wanted, at) }
  }
}

const held = ({
  document: { for_seconds },
  at,
  names,
  reply: { after, evaluated }
}: Circumstances): Stop | null => {
  const stop = (detail: string): Stop => ({ path: "/for_seconds", code: "HELD", detail })
  const [hold] = after.holds
  if (hold !== undefined) {
    const done =
      `${hold.relation === "exit" ? "left" : "entered"} ${names.featureOf(hold.feature)}: ` +
      `held ${partWords(wholeSeconds(at - hold.since), for_seconds)}`
    return stop(hold.overdue ? `${done}; what it reads is unknown since` : done)
  }
  if (after.since === null || after.active || evaluated?.truth !== true) return null
  return stop(`held ${partWords(wholeSeconds(at - after.since), for_seconds)}`)
}

const silenced = ({ document: { cooldown_seconds }, at, reply: { after } }: Circumstances): Stop | null => {
  if (!after.active || after.lastFiredAt === null) return null
  if (cooldown_seconds === 0)
    return {
      path: "/cooldown_seconds",
      code: "ACTIVE",
      detail:
        `fired at ${formatInstant(after.lastFiredAt)}, and the condition has been true since; without a ` +
        `cooldown there are no reminders`
    }
  const left = cooldown_seconds * 1000 - (at - after.lastFiredAt)
  return left > 0
    ? {
        path: "/cooldown_seconds",
        code: "COOLDOWN",
        detail: `cooldown has ${lastingWords(wholeSeconds(left))} left`
      }
    : null
}

const kinds = {
  position: "a new position",
  measurement: "a new measurement",
  state: "a change of state",
  schedule: "a tick of its schedule"
} as const

/** Returns what stopped the rule first; null: it fired. */
export const firstStop = (c: Circumstances): Stop | null => {
  const { at, document, notInForce, reply } = c
  const outside = scopeStop(c)
  if (outside !== null) return outside
  if (notInForce !== null) return { path: "", code: "NOT_IN_FORCE", detail: notInForce }
  if (reply.failure !== null)
    return { path: "", code: "EVALUATION_FAILED", detail: `${reply.failure.code}: ${reply.failure.detail}` }
  if (reply.events.length > 0) return null
  return (
    held(c) ??
    (reply.evaluated === null ? null : stopIn(reply.evaluated, true, "/conditions", at)) ??
    silenced(c) ?? {
      path: "/trigger",
      code: "NOT_ASKED",
      detail:
        reply.askedBy !== null
          ? "it was asked, and what is true had been said"
          : `nothing asked it at that moment: the rule waits for ${kinds[document.trigger.kind]}`
    }
  )
}
