// From JSON to a rule document, or to every reason why it is none, each with a pointer to the member at
// fault.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as SchemaIssue from "effect/SchemaIssue"
import { brokenMembers } from "../brokenMembers.ts"
import { type CanonicalDocument, canonical, Frame } from "./Document.ts"
import { type ConditionNode, isReservedName, Reserved } from "./ConditionNode.ts"
import type { Misplacement, Place } from "./conditions/ConditionKind.ts"
import { type Condition, type KindName, kindNames, kinds } from "./conditions/registry.ts"
import { isObject, type JsonObject } from "../isObject.ts"
import { memberAt } from "../jsonPointer.ts"

/** Fault is one thing wrong with a document. `pointer` is a JSON Pointer into it. */
export interface Fault {
  readonly pointer: string
  readonly code: string
  readonly detail: string
}

/** MAX_CONDITIONS and MAX_DEPTH bound the cost of an evaluation, which is never cut short for time. */
export const MAX_CONDITIONS = 100
/** MAX_DEPTH bounds how deep conditions nest. */
export const MAX_DEPTH = 10

/** MAX_FAULTS bounds the faults that are listed. */
const MAX_FAULTS = 50
const MAX_DETAIL_CHARACTERS = 300

const faultsOf = (issue: SchemaIssue.Issue, base: string): ReadonlyArray<Fault> =>
  brokenMembers(issue)
    .slice(0, MAX_FAULTS)
    .map(({ detail, pointer }) => ({
      pointer: base + pointer,
      code: "RULE_INVALID",
      detail: detail.slice(0, MAX_DETAIL_CHARACTERS)
    }))

const decodeFrame = Schema.decodeUnknownResult(Frame)
const strict = { errors: "all", onExcessProperty: "error" } as const

/** Read is a decoded condition, and why it may not stand where it stands. */
interface Read<K extends KindName> {
  readonly condition: Condition<K>
  readonly misplaced: ReadonlyArray<Misplacement>
}

/** Reader reads the conditions of one kind in one document, in document order. */
type Reader<K extends KindName = KindName> = (
  value: unknown,
  place: Place
) => Result.Result<Read<K>, Schema.SchemaError>

/** Makes the reader of a kind: the decoder once for all documents, the checks once a document. */
const readerOf = <K extends KindName>(name: K): (() => Reader<K>) => {
  const { check, schema } = kinds[name]
  const decode = Schema.decodeUnknownResult(schema, strict)
  return () => {
    const checked = check()
    return (value, place) =>
      Result.map(decode(value), (condition) => ({ condition, misplaced: checked(condition, place) }))
  }
}

const readers = kindNames.map((name) => [name, readerOf(name)] as const)
const decodeReserved = Schema.decodeUnknownResult(Reserved, strict)

interface Walk {
  readonly faults: Array<Fault>
  readonly reserved: Array<string>
  readonly isTriggeredBy: Place["isTriggeredBy"]
  readonly readers: ReadonlyMap<unknown, Reader>
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
  const read = walk.readers.get(value.type)
  if (read === undefined) return reserved(value, at, walk)
  const result = read(value, { isTriggeredBy: walk.isTriggeredBy, negated })
  if (Result.isFailure(result)) {
    walk.faults.push(...faultsOf(result.failure.issue, at))
    return null
  }
  const { condition, misplaced } = result.success
  for (const { code, detail, member } of misplaced)
    walk.faults.push({ pointer: memberAt(at, member), code, detail })
  return condition
}

/** Reads a condition of a reserved kind; any other kind is unknown. */
const reserved = (value: JsonObject, at: string, walk: Walk): Reserved | null => {
  if (!isReservedName(value.type)) {
    walk.faults.push({
      pointer: `${at}/type`,
      code: "RULE_CONDITION_UNKNOWN",
      detail: `unknown condition type; known are ${knownKinds}`
    })
    return null
  }
  const decoded = decodeReserved(value)
  if (Result.isFailure(decoded)) {
    walk.faults.push(...faultsOf(decoded.failure.issue, at))
    return null
  }
  walk.reserved.push(`${at}/type`)
  return decoded.success
}

/** The kinds that run, as a list in a sentence. */
const knownKinds = `${kindNames.slice(0, -1).join(", ")} and ${kindNames.at(-1)}`

/** Parsed is a document that may be saved; `reserved` points at kinds that keep it from being enabled. */
export interface Parsed {
  readonly document: CanonicalDocument
  readonly reserved: ReadonlyArray<string>
}

/** Checks a rule document as JSON and reports every fault. */
export const parseDocument = (input: unknown): Result.Result<Parsed, ReadonlyArray<Fault>> => {
  const frame = decodeFrame(input, strict)
  const { conditions: written, trigger } = isObject(input) ? input : {}
  const startedBy = isObject(trigger) ? trigger.kind : null
  const walk: Walk = {
    faults: [],
    reserved: [],
    isTriggeredBy: (kind) => typeof startedBy !== "string" || startedBy === kind,
    readers: new Map(readers.map(([name, begin]) => [name, begin()])),
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
