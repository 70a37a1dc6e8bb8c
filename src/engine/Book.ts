// A project's rules and features made ready: compiled once per edition, shared by all its subjects.
import * as Result from "effect/Result"
import { type AreaIndex, makeAreaIndex } from "../domain/geo/AreaIndex.ts"
import { compile } from "../domain/rule/compile.ts"
import { canonical, type CanonicalDocument } from "../domain/rule/Document.ts"
import type { Feature } from "../domain/rule/conditions/spatial.ts"
import { parseDocument } from "../domain/rule/parse.ts"
import type { Rule } from "../domain/rule/Rule.ts"
import type { BookRows, RuleRow } from "./ports.ts"

export interface Book {
  readonly projectId: string
  readonly version: number
  readonly rules: ReadonlyArray<Rule>
  readonly byId: ReadonlyMap<string, Rule>
  readonly features: ReadonlyArray<Feature>
  readonly index: AreaIndex
  /** false: no rule asks where anything is, so nobody is placed */
  readonly spatial: boolean
  readonly metrics: ReadonlyArray<string>
  /** rule -> the subject whose evaluation failed last */
  readonly failing: Map<string, string>
}

/** A rule whose document cannot run (edited by hand, or of another program): every evaluation fails, and says so. */
class RuleDefect extends Error {
  readonly code: string
  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}

const unfit: CanonicalDocument = canonical({ trigger: { kind: "position" }, conditions: { all: [] }, event: { event_type: "UNFIT", title: "-" } })

const defective = (row: RuleRow, projectId: string, code: string, detail: string): Rule => {
  const fail = () => {
    throw new RuleDefect(code, detail)
  }
  return {
    id: row.id, name: row.name, projectId, version: row.version, blankFrom: row.blankFrom, document: unfit, trigger: unfit.trigger, branches: [],
    level: { holds: fail, evaluate: fail, spatialOnly: false }, forMs: 0, cooldownMs: 0, spatial: false, metrics: [], evaluate: fail
  }
}

const ruleOf = (row: RuleRow, projectId: string, features: ReadonlyArray<Feature>): Rule => {
  const parsed = parseDocument(row.document)
  if (Result.isFailure(parsed)) {
    const fault = parsed.failure[0]
    return defective(row, projectId, fault?.code ?? "RULE_INVALID", `version ${row.version} is not a rule document: ${fault?.pointer ?? ""} ${fault?.detail ?? ""}`)
  }
  const rule = compile({ id: row.id, name: row.name, projectId, version: row.version, blankFrom: row.blankFrom }, parsed.success.document, features)
  return Result.isSuccess(rule) ? rule.success : defective(row, projectId, rule.failure.code, rule.failure.detail)
}

export const makeBook = (projectId: string, rows: BookRows): Book => {
  const features = [...rows.features].sort((a, b) => a.id < b.id ? -1 : 1)
  const rules = rows.rules.map((r) => ruleOf(r, projectId, features))
  return {
    projectId, rules, features,
    version: rows.version,
    byId: new Map(rules.map((r) => [r.id, r])),
    index: makeAreaIndex(features.map(({ id, geometry, radiusM }) => ({ id, geometry, ...(radiusM === null ? {} : { radiusM }) }))),
    spatial: rules.some((r) => r.spatial),
    metrics: [...new Set(rules.flatMap((r) => r.metrics))],
    failing: new Map(rows.rules.flatMap((r) => r.failedSubject === null ? [] : [[r.id, r.failedSubject]]))
  }
}

/** `CODE` and text of whatever an evaluation threw. */
export const faultOf = (e: unknown): { readonly code: string; readonly detail: string } =>
  e instanceof RuleDefect ? { code: e.code, detail: e.message } : { code: "RULE_EVALUATION_FAILED", detail: e instanceof Error ? e.message : String(e) }
