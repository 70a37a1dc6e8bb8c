// From JSON to a rule document, or every reason why it is none, each with a pointer to the member at fault.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { type CanonicalDocument, canonical, type ConditionNode, Frame, Reserved, reservedKinds, Spatial, Threshold } from "./Document.ts"

/** One thing wrong with a document. `pointer` is a JSON Pointer into it. */
export interface Fault {
  readonly pointer: string
  readonly code: string
  readonly detail: string
}

/** Bounds of cost: an evaluation is never cut short for time, so what it may cost is decided here. */
export const MAX_CONDITIONS = 100
export const MAX_DEPTH = 10

const format = SchemaIssue.makeFormatterStandardSchemaV1()
const escape = (key: string) => key.replaceAll("~", "~0").replaceAll("/", "~1")

const faultsOf = (issue: SchemaIssue.Issue, base: string): ReadonlyArray<Fault> =>
  format(issue).issues.map((i) => ({
    pointer: base + (i.path ?? []).map((p) => "/" + escape(String(typeof p === "object" ? p.key : p))).join(""),
    code: "RULE_INVALID",
    detail: i.message
  }))

const decodeFrame = Schema.decodeUnknownResult(Frame)
const decodeLeaf = Schema.decodeUnknownResult(Schema.Union([Threshold, Spatial]))
const decodeReserved = Schema.decodeUnknownResult(Reserved)
const strict = { errors: "all", onExcessProperty: "error" } as const

interface Walk {
  readonly faults: Array<Fault>
  readonly reserved: Array<string>
  readonly positionTrigger: boolean
  count: number
}

const isObject = (v: unknown): v is Record<string, unknown> => v !== null && typeof v === "object" && !Array.isArray(v)

const node = (value: unknown, at: string, depth: number, negated: boolean, walk: Walk): ConditionNode | null => {
  const refuse = (code: string, detail: string, pointer = at) => {
    walk.faults.push({ pointer, code, detail })
    return null
  }
  if (depth > MAX_DEPTH) return refuse("RULE_TOO_DEEP", `conditions nest deeper than ${MAX_DEPTH}`)
  if (!isObject(value)) return refuse("RULE_INVALID", "expected a condition: an object with type, all, any or not")
  const kinds = ["type", "all", "any", "not"].filter((k) => Object.hasOwn(value, k))
  if (kinds.length !== 1) return refuse("RULE_INVALID", kinds.length === 0 ? "expected one of type, all, any, not" : `${kinds.join(" and ")} exclude each other in one condition`)
  const kind = kinds[0]!
  if (kind !== "type") {
    for (const other of Object.keys(value)) if (other !== kind) refuse("RULE_INVALID", `unknown member beside ${kind}`, `${at}/${escape(other)}`)
  }
  if (kind === "not") {
    const inner = node(value.not, `${at}/not`, depth + 1, true, walk)
    return inner === null ? null : { not: inner }
  }
  if (kind === "all" || kind === "any") {
    const parts = value[kind]
    if (!Array.isArray(parts) || parts.length === 0) return refuse("RULE_INVALID", `${kind} takes a list of at least one condition`, `${at}/${kind}`)
    const inner: Array<ConditionNode> = []
    for (const [i, part] of parts.entries()) {
      if (walk.count > MAX_CONDITIONS) break
      const one = node(part, `${at}/${kind}/${i}`, depth + 1, negated, walk)
      if (one !== null) inner.push(one)
    }
    return kind === "all" ? { all: inner } : { any: inner }
  }
  if (++walk.count > MAX_CONDITIONS) return walk.count === MAX_CONDITIONS + 1 ? refuse("RULE_TOO_LARGE", `more than ${MAX_CONDITIONS} conditions`) : null
  return leaf(value, at, negated, walk)
}

const leaf = (value: Record<string, unknown>, at: string, negated: boolean, walk: Walk): ConditionNode | null => {
  const type = value.type
  if (typeof type === "string" && (reservedKinds as ReadonlyArray<string>).includes(type)) {
    walk.reserved.push(`${at}/type`)
    const decoded = decodeReserved(value)
    return Result.isSuccess(decoded) ? decoded.success : null
  }
  if (type !== "threshold" && type !== "spatial") {
    walk.faults.push({ pointer: `${at}/type`, code: "RULE_CONDITION_UNKNOWN", detail: `unknown condition type; known are threshold and spatial` })
    return null
  }
  const decoded = decodeLeaf(value, strict)
  if (Result.isFailure(decoded)) {
    walk.faults.push(...faultsOf(decoded.failure.issue, at))
    return null
  }
  const condition = decoded.success
  if (condition.type === "spatial" && (condition.relation === "enter" || condition.relation === "exit")) {
    if (!walk.positionTrigger) walk.faults.push({ pointer: `${at}/relation`, code: "RULE_CROSSING_TRIGGER", detail: `${condition.relation} needs a position trigger` })
    if (negated) walk.faults.push({ pointer: `${at}/relation`, code: "RULE_CROSSING_NEGATED", detail: `${condition.relation} cannot stand under not: a crossing is a moment, not a state` })
  }
  return condition
}

/** A document that may be saved; `reserved` points at kinds that keep it from being enabled. */
export interface Parsed {
  readonly document: CanonicalDocument
  readonly reserved: ReadonlyArray<string>
}

/** Checks a rule document as JSON. Every fault is reported, not only the first. */
export const parseDocument = (input: unknown): Result.Result<Parsed, ReadonlyArray<Fault>> => {
  const frame = decodeFrame(input, strict)
  if (Result.isFailure(frame)) return Result.fail(faultsOf(frame.failure.issue, ""))
  const walk: Walk = { faults: [], reserved: [], positionTrigger: frame.success.trigger.kind === "position", count: 0 }
  const conditions = node(frame.success.conditions, "/conditions", 1, false, walk)
  if (conditions === null || walk.faults.length > 0) return Result.fail(walk.faults)
  return Result.succeed({ document: canonical({ ...frame.success, conditions }), reserved: walk.reserved })
}
