// A rule document as one sentence, in phrases: what its author chose is strong, and points to its place.
import { conditionPhrases } from "../conditions/registry.ts"
import type { ConditionNode } from "../ConditionNode.ts"
import type { CanonicalDocument } from "../Document.ts"
import { isCondition } from "../leaves.ts"
import { DEFAULT_EVERY_SECONDS } from "../Trigger.ts"
import { durationWords, listWords, metricWords, type Names, type Part, plain, strong } from "./phrases.ts"

const when = ({ trigger }: CanonicalDocument, names: Names): ReadonlyArray<Part> => {
  switch (trigger.kind) {
    case "position":
      return [
        plain("At each "),
        strong(
          trigger.record_types?.includes("network") === true ? "fix or network position" : "position",
          "/trigger"
        )
      ]
    case "measurement":
      return trigger.metric_key === undefined
        ? [plain("At each "), strong("measurement", "/trigger")]
        : [plain("At each value of "), strong(metricWords(names, trigger.metric_key), "/trigger/metric_key")]
    case "state":
      return trigger.state_keys === undefined
        ? [plain("At each "), strong("change of state", "/trigger")]
        : [plain("When the state changes of "), strong(listWords(trigger.state_keys), "/trigger/state_keys")]
    case "schedule": {
      const every = durationWords(trigger.every_seconds ?? DEFAULT_EVERY_SECONDS)
      return [plain("Every "), strong(every.replace(/^1 h$/, "hour"), "/trigger/every_seconds")]
    }
  }
}

/** Returns names of what a scope lists; ids without a name are counted, as `one` or `many`. */
const named = (
  ids: ReadonlyArray<string>,
  nameOf: (id: string) => string | null,
  [one, many]: readonly [one: string, many: string]
): string => {
  const known = ids.flatMap((id) => nameOf(id) ?? [])
  const others = ids.length - known.length
  return listWords(
    others === 0 ? known : [...known, others === 1 ? `another ${one}` : `${others} other ${many}`]
  )
}

const whom = ({ scope }: CanonicalDocument, names: Names): ReadonlyArray<Part> => {
  const { device_ids, entity_ids, entity_type_ids, group_ids } = scope
  const parts: Array<Part> = []
  const add = (before: string, text: string, path: string) =>
    parts.push(plain(before), strong(text, `/scope/${path}`))
  if (entity_ids !== undefined) add("", named(entity_ids, names.entity, ["entity", "entities"]), "entity_ids")
  if (entity_type_ids !== undefined) {
    const types = named(entity_type_ids, (id) => names.entityType(id)?.toLowerCase() ?? null, [
      "type",
      "types"
    ])
    add(parts.length === 0 ? "each " : " as ", types, "entity_type_ids")
  }
  if (group_ids !== undefined)
    add(
      parts.length === 0 ? "all of " : " of ",
      named(group_ids, names.group, ["group", "groups"]),
      "group_ids"
    )
  if (device_ids !== undefined)
    add(
      parts.length === 0 ? "data of " : " with ",
      named(device_ids, names.device, ["device", "devices"]),
      "device_ids"
    )
  return [plain(", for "), ...(parts.length === 0 ? [strong("all", "/scope")] : parts)]
}

const joinedBy = (word: string, groups: ReadonlyArray<ReadonlyArray<Part>>): ReadonlyArray<Part> =>
  groups.flatMap((parts, i) =>
    i === 0 ? parts : [plain(i === groups.length - 1 ? ` ${word} ` : ", "), ...parts]
  )

const inBrackets = (parts: ReadonlyArray<Part>): ReadonlyArray<Part> => [plain("("), ...parts, plain(")")]

/** Returns the conditions as phrases. `nested`: several are in brackets. */
const what = (node: ConditionNode, names: Names, path: string, nested: boolean): ReadonlyArray<Part> => {
  if ("all" in node || "any" in node) {
    const [word, key, list] = "all" in node ? ["and", "all", node.all] : ["or", "any", node.any]
    const parts = joinedBy(
      word,
      list.map((n, i) => what(n, names, `${path}/${key}/${i}`, true))
    )
    return nested && list.length > 1 ? inBrackets(parts) : parts
  }
  if ("not" in node) return [plain("not "), ...inBrackets(what(node.not, names, `${path}/not`, false))]
  if (!isCondition(node)) return [plain("what "), strong(node.type, path), plain(" will mean")]
  return conditionPhrases(node, names).map((part) =>
    part.path === null ? part : { ...part, path: path + part.path }
  )
}

const howLong = ({ cooldown_seconds, for_seconds, max_gap_seconds }: CanonicalDocument) => [
  ...(for_seconds === 0 ? [] : [plain(" for "), strong(durationWords(for_seconds), "/for_seconds")]),
  ...(max_gap_seconds === undefined
    ? []
    : [plain(" without a gap over "), strong(durationWords(max_gap_seconds), "/max_gap_seconds")]),
  ...(cooldown_seconds === 0
    ? []
    : [plain(", again every "), strong(durationWords(cooldown_seconds), "/cooldown_seconds")])
]

const whatThen = ({ event: { create_alert, severity } }: CanonicalDocument): ReadonlyArray<Part> => [
  plain(severity === "info" ? ": an " : ": a "),
  strong(severity, "/event/severity"),
  plain(create_alert ? " alert." : " event.")
]

/** Joins neighbours of the same style. */
const merged = (parts: ReadonlyArray<Part>): ReadonlyArray<Part> => {
  const all: Array<Part> = []
  for (const part of parts) {
    const last = all.at(-1)
    if (part.text === "") continue
    if (last === undefined || last.strong || part.strong) all.push(part)
    else all[all.length - 1] = { ...last, text: last.text + part.text }
  }
  return all
}

/**
 * Returns a document as a sentence: `Every hour, for each cow: highest activity in 12 h below 0.6 m/s²: a
 * critical alert.` For a reader who may not see what a scope names, pass a document without it.
 */
export const sentence = (document: CanonicalDocument, names: Names): ReadonlyArray<Part> =>
  merged([
    ...when(document, names),
    ...whom(document, names),
    plain(": "),
    ...what(document.conditions, names, "/conditions", false),
    ...howLong(document),
    ...whatThen(document)
  ])
