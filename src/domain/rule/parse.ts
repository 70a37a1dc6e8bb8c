// From JSON to a rule document, or every reason why it is none, each with a pointer to the member at fault.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as SchemaIssue from "effect/SchemaIssue"
import { brokenMembers } from "../brokenMembers.ts"
import { type CanonicalDocument, canonical, Frame } from "./Document.ts"
import {
  type ConditionNode,
  NoData,
  Reserved,
  reservedKinds,
  Spatial,
  Threshold,
  WindowAggregate
} from "./ConditionNode.ts"
import type { Leaf } from "./leaves.ts"
import { positionFilterOf } from "./PositionFilter.ts"
import { isObject, type JsonObject } from "../isObject.ts"
import { memberAt } from "../jsonPointer.ts"

/** One thing wrong with a document. `pointer` is a JSON Pointer into it. */
export interface Fault {
  readonly pointer: string
  readonly code: string
  readonly detail: string
}

/** Bounds of cost: an evaluation is never cut short for time, so what it may cost is decided here. */
export const MAX_CONDITIONS = 100
export const MAX_DEPTH = 10
/**
 * The samples of a window are in memory for every subject: all windows of a document, each metric and length
 * once, are not longer together.
 */
export const MAX_WINDOW_SECONDS = 31_536_000
/** Every way of looking at places is a search of its own at every fix, and a placement kept for every subject. */
export const MAX_POSITION_FILTERS = 10

/** No more are listed: a document with a hundred mistakes is one mistake. */
const MAX_FAULTS = 50
const MAX_DETAIL = 300

const faultsOf = (issue: SchemaIssue.Issue, base: string): ReadonlyArray<Fault> =>
  brokenMembers(issue)
    .slice(0, MAX_FAULTS)
    .map(({ detail, pointer }) => ({
      pointer: base + pointer,
      code: "RULE_INVALID",
      detail: detail.slice(0, MAX_DETAIL)
    }))

const decodeFrame = Schema.decodeUnknownResult(Frame)
const strict = { errors: "all", onExcessProperty: "error" } as const

/** How each type of condition is read. */
const decoders = new Map<unknown, (value: unknown) => Result.Result<Leaf, Schema.SchemaError>>([
  ["threshold", Schema.decodeUnknownResult(Threshold, strict)],
  ["spatial", Schema.decodeUnknownResult(Spatial, strict)],
  ["no_data", Schema.decodeUnknownResult(NoData, strict)],
  ["window", Schema.decodeUnknownResult(WindowAggregate, strict)],
  ...reservedKinds.map((kind) => [kind, Schema.decodeUnknownResult(Reserved, strict)] as const)
])

interface Walk {
  readonly faults: Array<Fault>
  readonly reserved: Array<string>
  /** kind of the trigger, as it is written */
  readonly trigger: unknown
  readonly positionFilters: Set<string>
  readonly windows: Set<string>
  windowSeconds: number
  count: number
}

const node = (
  value: unknown,
  at: string,
  depth: number,
  negated: boolean,
  walk: Walk
): ConditionNode | null => {
  const refuse = (code: string, detail: string, pointer = at) => {
    walk.faults.push({ pointer, code, detail })
    return null
  }
  if (depth > MAX_DEPTH) return refuse("RULE_TOO_DEEP", `conditions nest deeper than ${MAX_DEPTH}`)
  if (!isObject(value))
    return refuse("RULE_INVALID", "expected a condition: an object with type, all, any or not")
  const kinds = ["type", "all", "any", "not"].filter((k) => Object.hasOwn(value, k))
  if (kinds.length !== 1)
    return refuse(
      "RULE_INVALID",
      kinds.length === 0
        ? "expected one of type, all, any, not"
        : `${kinds.join(" and ")} exclude each other in one condition`
    )
  const kind = kinds[0]!
  if (kind === "type") {
    return ++walk.count > MAX_CONDITIONS
      ? refuse("RULE_TOO_LARGE", `more than ${MAX_CONDITIONS} conditions`)
      : leaf(value, at, negated, walk)
  }
  for (const other of Object.keys(value))
    if (other !== kind) refuse("RULE_INVALID", `There is no such member beside ${kind}.`, memberAt(at, other))
  if (kind === "not") {
    const inner = node(value.not, `${at}/not`, depth + 1, true, walk)
    return inner === null ? null : { not: inner }
  }
  const parts = value[kind]
  if (!Array.isArray(parts) || parts.length === 0)
    return refuse("RULE_INVALID", `${kind} takes a list of at least one condition`, `${at}/${kind}`)
  const inner: Array<ConditionNode> = []
  for (const [i, part] of parts.entries()) {
    if (walk.count > MAX_CONDITIONS || walk.faults.length > MAX_FAULTS) break
    const one = node(part, `${at}/${kind}/${i}`, depth + 1, negated, walk)
    if (one !== null) inner.push(one)
  }
  return kind === "all" ? { all: inner } : { any: inner }
}

const leaf = (value: JsonObject, at: string, negated: boolean, walk: Walk): ConditionNode | null => {
  const decode = decoders.get(value.type)
  if (decode === undefined) {
    walk.faults.push({
      pointer: `${at}/type`,
      code: "RULE_CONDITION_UNKNOWN",
      detail: "unknown condition type; known are threshold, spatial, no_data and window"
    })
    return null
  }
  const decoded = decode(value)
  if (Result.isFailure(decoded)) {
    walk.faults.push(...faultsOf(decoded.failure.issue, at))
    return null
  }
  checkPlace(decoded.success, at, negated, walk)
  return decoded.success
}

/** What a condition may do where it stands, and what it adds to the cost of the whole. */
const checkPlace = (c: Leaf, at: string, negated: boolean, walk: Walk): void => {
  const refuse = (member: string, code: string, detail: string) =>
    void walk.faults.push({ pointer: `${at}/${member}`, code, detail })
  const isTriggeredBy = (kind: string) => typeof walk.trigger !== "string" || walk.trigger === kind
  switch (c.type) {
    case "spatial": {
      if (c.relation === "enter" || c.relation === "exit") {
        if (!isTriggeredBy("position"))
          refuse("relation", "RULE_CROSSING_TRIGGER", `${c.relation} needs a position trigger`)
        if (negated)
          refuse(
            "relation",
            "RULE_CROSSING_NEGATED",
            `${c.relation} cannot stand under not: a crossing is a moment, not a state`
          )
      }
      const known = walk.positionFilters.size
      walk.positionFilters.add(positionFilterOf(c, { kind: "position" }).key)
      if (known === MAX_POSITION_FILTERS && walk.positionFilters.size > known)
        refuse(
          "type",
          "RULE_TOO_LARGE",
          `more than ${MAX_POSITION_FILTERS} different settings of max_accuracy_m, exit_buffer_m and confirm_samples`
        )
      return
    }
    case "no_data":
      if (!isTriggeredBy("schedule"))
        refuse(
          "type",
          "RULE_NO_DATA_TRIGGER",
          "no_data needs a schedule trigger: what does not arrive starts nothing"
        )
      return
    case "threshold":
      return
    case "window": {
      const key = `${c.metric} ${c.seconds}`,
        before = walk.windowSeconds
      if (!walk.windows.has(key)) walk.windowSeconds += c.seconds
      walk.windows.add(key)
      if (before <= MAX_WINDOW_SECONDS && walk.windowSeconds > MAX_WINDOW_SECONDS)
        refuse(
          "seconds",
          "RULE_TOO_LARGE",
          `the different windows are longer than ${MAX_WINDOW_SECONDS} s together`
        )
      return
    }
    case "near":
    case "dwell":
    case "crossed":
    case "baseline":
    case "correlation":
    case "event_chain":
      walk.reserved.push(`${at}/type`)
  }
}

/** A document that may be saved; `reserved` points at kinds that keep it from being enabled. */
export interface Parsed {
  readonly document: CanonicalDocument
  readonly reserved: ReadonlyArray<string>
}

/** Checks a rule document as JSON. Every fault is reported, not only the first. */
export const parseDocument = (input: unknown): Result.Result<Parsed, ReadonlyArray<Fault>> => {
  const frame = decodeFrame(input, strict)
  const { conditions: written, trigger } = isObject(input) ? input : {}
  const walk: Walk = {
    faults: [],
    reserved: [],
    trigger: isObject(trigger) ? trigger.kind : null,
    positionFilters: new Set(),
    windows: new Set(),
    windowSeconds: 0,
    count: 0
  }
  const conditions = written === undefined ? null : node(written, "/conditions", 1, false, walk)
  const faults = [
    ...(Result.isFailure(frame) ? faultsOf(frame.failure.issue, "") : []),
    ...walk.faults
  ].slice(0, MAX_FAULTS)
  if (Result.isFailure(frame) || conditions === null || faults.length > 0) return Result.fail(faults)
  return Result.succeed({ document: canonical({ ...frame.success, conditions }), reserved: walk.reserved })
}
