// A rule document as one sentence: what its author chose stands out, and points to its place.
import type { Message } from "../../../words/message.ts"
import { conditionMessage } from "../conditions/registry.ts"
import type { ConditionNode } from "../ConditionNode.ts"
import type { CanonicalDocument } from "../Document.ts"
import { isCondition } from "../leaves.ts"
import { DEFAULT_EVERY_SECONDS } from "../Trigger.ts"
import { data, durationWords, listMessage, metricWords, type Names } from "./phrases.ts"

/** Returns when the conditions are evaluated; null: at each fix, as most rules are. */
const checkedOf = ({ trigger }: CanonicalDocument, names: Names): Message | null => {
  switch (trigger.kind) {
    case "position":
      return trigger.record_types?.includes("network") === true
        ? { code: "checked.atNetworkPositions", path: "/trigger" }
        : null
    case "measurement": {
      const { metric_key } = trigger
      if (metric_key === undefined) return { code: "checked.atMeasurements", path: "/trigger" }
      const metric = data(metricWords(names, metric_key), "/trigger/metric_key")
      return { code: "checked.atValues", args: { metric } }
    }
    case "state": {
      if (trigger.state_keys === undefined) return { code: "checked.atChanges", path: "/trigger" }
      const states = listMessage(
        trigger.state_keys.map((key) => data(key)),
        "/trigger/state_keys"
      )
      return { code: "checked.atChangesOf", args: { states } }
    }
    case "schedule": {
      const seconds = trigger.every_seconds ?? DEFAULT_EVERY_SECONDS
      const duration = data(durationWords(seconds), "/trigger/every_seconds")
      return { code: "checked.every", args: { duration } }
    }
  }
}

type ScopeMember = "entity" | "type" | "group" | "device"

/** Returns the names of what a scope lists; ids without a name are counted. */
const named = (
  ids: ReadonlyArray<string>,
  nameOf: (id: string) => string | null,
  member: ScopeMember
): Message => {
  const known = ids.flatMap((id) => nameOf(id) ?? []).map((name) => data(name))
  const count = ids.length - known.length
  const path = `/scope/${member === "type" ? "entity_type" : member}_ids`
  return listMessage(count === 0 ? known : [...known, { code: `another.${member}`, args: { count } }], path)
}

const subjectOf = ({ scope }: CanonicalDocument, names: Names): Message => {
  const { device_ids, entity_ids, entity_type_ids, group_ids } = scope
  const typeName = (id: string) => names.entityType(id)?.toLowerCase() ?? null
  const types = entity_type_ids === undefined ? null : named(entity_type_ids, typeName, "type")
  const who: Message =
    entity_ids !== undefined
      ? named(entity_ids, names.entity, "entity")
      : types !== null
        ? { code: "subject.type", args: { types } }
        : { code: "subject.anyone", path: "/scope" }
  const args = {
    who,
    ...(entity_ids !== undefined && types !== null ? { types } : {}),
    ...(group_ids === undefined ? {} : { groups: named(group_ids, names.group, "group") }),
    ...(device_ids === undefined ? {} : { devices: named(device_ids, names.device, "device") })
  }
  return { code: "subject.narrowed", args }
}

/** Returns the conditions as a message. `isNested`: several are in brackets. */
const conditionsOf = (node: ConditionNode, names: Names, path: string, isNested: boolean): Message => {
  if ("all" in node || "any" in node) {
    const [key, list] = "all" in node ? (["all", node.all] as const) : (["any", node.any] as const)
    const conditions = list.map((one, i) => conditionsOf(one, names, `${path}/${key}/${i}`, true))
    const condition: Message = { code: `condition.${key}`, args: { conditions } }
    return isNested && list.length > 1 ? { code: "condition.group", args: { condition } } : condition
  }
  if ("not" in node) {
    const condition = conditionsOf(node.not, names, `${path}/not`, false)
    return { code: "condition.not", args: { condition } }
  }
  return isCondition(node)
    ? conditionMessage(node, names, path)
    : { code: "condition.unknown", args: { type: data(node.type, path) } }
}

/**
 * Returns a document as a message: `When a cow leaves Spring meadow for 5 min, warn.` For a reader who may
 * not see what a scope names, pass a document without it.
 */
export const sentenceMessage = (document: CanonicalDocument, names: Names): Message => {
  const { cooldown_seconds, event, for_seconds, max_gap_seconds } = document
  const checked = checkedOf(document, names)
  const duration = (seconds: number, path: string) => data(durationWords(seconds), path)
  return {
    code: "rule",
    args: {
      subject: subjectOf(document, names),
      conditions: conditionsOf(document.conditions, names, "/conditions", false),
      ...(for_seconds === 0 ? {} : { held: duration(for_seconds, "/for_seconds") }),
      ...(max_gap_seconds === undefined ? {} : { gap: duration(max_gap_seconds, "/max_gap_seconds") }),
      outcome: {
        code: `outcome.${event.create_alert ? "alert" : "event"}.${event.severity}`,
        path: "/event/severity"
      },
      ...(cooldown_seconds === 0 ? {} : { again: duration(cooldown_seconds, "/cooldown_seconds") }),
      ...(checked === null ? {} : { checked })
    }
  }
}
