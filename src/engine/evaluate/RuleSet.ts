// A project's rules and features, compiled once per edition and shared by all its subjects.
import * as Result from "effect/Result"
import { type AreaIndex, makeAreaIndex } from "../../domain/geo/AreaIndex.ts"
import { compile } from "../../domain/rule/compile.ts"
import { canonical, type CanonicalDocument } from "../../domain/rule/Document.ts"
import type { Feature } from "../../domain/rule/conditions/Condition.ts"
import type { Placement } from "../../domain/rule/Facts.ts"
import { parseDocument } from "../../domain/rule/parse.ts"
import { recordTypesOf } from "../../domain/rule/PositionFilter.ts"
import { devicesOf, everyMsOf, type Rule, startedBy } from "../../domain/rule/Rule.ts"
import { parseLenient } from "../../domain/rule/parseLenient.ts"
import { isInScope, type Who } from "../../domain/rule/scope.ts"
import { type Needs, needsOf } from "./Needs.ts"
import type { RuleSetRows, RuleRow } from "../ports.ts"

/** ApplicableRules are the rules that apply to a subject, all of them and by what starts them. */
export interface ApplicableRules {
  readonly rules: ReadonlySet<Rule>
  readonly onPosition: ReadonlyArray<Rule>
  readonly onMeasurement: ReadonlyArray<Rule>
  readonly onState: ReadonlyArray<Rule>
  readonly onTick: ReadonlyArray<Rule>
}

/** The applicable rules of a subject to which none apply, or of which that is not known. */
export const noRules: ApplicableRules = {
  rules: new Set(),
  onPosition: [],
  onMeasurement: [],
  onState: [],
  onTick: []
}

/** RuleSet is an edition of a project's rules and features, ready to evaluate. */
export interface RuleSet {
  readonly projectId: string
  readonly version: number
  readonly rules: ReadonlyArray<Rule>
  /** rules with a schedule */
  readonly onTick: ReadonlyArray<Rule>
  readonly byId: ReadonlyMap<string, Rule>
  /**
   * Returns the rules that apply to a subject; subjects of one type and group that no rule names share the
   * answer.
   */
  readonly rulesFor: (who: Who) => ApplicableRules
  readonly features: ReadonlyArray<Feature>
  readonly index: AreaIndex
  /** what is to be kept of every subject */
  readonly needs: Needs
  /** key of a filter -> the edition since which some rule uses it without a break */
  readonly filterInUseSince: ReadonlyMap<string, number>
  /** shared placements by the features they are inside of */
  readonly placements: Map<string, Placement>
  /** rule -> the subject whose evaluation failed last */
  readonly failing: Map<string, string>
}

/**
 * RuleDefect is thrown by each evaluation of a rule whose document cannot run (edited by hand, or of another
 * version of the program).
 */
class RuleDefect extends Error {
  readonly code: string
  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}

const placeholderDocument: CanonicalDocument = canonical({
  trigger: { kind: "position" },
  conditions: { all: [] },
  event: { event_type: "UNFIT", title: "-" }
})

const defectiveRule = (row: RuleRow, projectId: string, code: string, detail: string): Rule => {
  const fail = () => {
    throw new RuleDefect(code, detail)
  }
  const { scope, trigger: read } = parseLenient(row.document),
    trigger = read ?? placeholderDocument.trigger
  return {
    id: row.id,
    name: row.name,
    projectId,
    version: row.version,
    blankFrom: row.blankFrom,
    activeFrom: row.activeFrom,
    document: { ...placeholderDocument, trigger, scope },
    trigger,
    ...(read === null ? { byAnyRecord: true } : {}),
    devices: devicesOf(scope),
    branches: [],
    level: { truth: fail, evaluate: fail, spatialOnly: false },
    forMs: 0,
    cooldownMs: 0,
    maxGapMs: null,
    everyMs: everyMsOf(trigger),
    recordTypes: recordTypesOf(trigger),
    positionFilters: [],
    metrics: [],
    windows: [],
    readsFix: false,
    silenceMs: null,
    evaluate: fail
  }
}

const ruleOf = (row: RuleRow, projectId: string, features: ReadonlyArray<Feature>): Rule => {
  const parsed = parseDocument(row.document)
  if (Result.isFailure(parsed)) {
    const { code, detail, pointer } = parsed.failure[0]!
    return defectiveRule(
      row,
      projectId,
      code,
      `version ${row.version} is not a rule document: ${pointer} ${detail}`
    )
  }
  const rule = compile(
    {
      id: row.id,
      name: row.name,
      projectId,
      version: row.version,
      blankFrom: row.blankFrom,
      activeFrom: row.activeFrom
    },
    parsed.success.document,
    features
  )
  return Result.isSuccess(rule)
    ? rule.success
    : defectiveRule(row, projectId, rule.failure.code, rule.failure.detail)
}

/** Sorts the rules of a subject by what starts them. */
export const byTrigger = (rules: ReadonlyArray<Rule>): ApplicableRules => ({
  rules: new Set(rules),
  onPosition: startedBy(rules, "position"),
  onMeasurement: startedBy(rules, "measurement"),
  onState: startedBy(rules, "state"),
  onTick: startedBy(rules, "schedule")
})

const rulesForCache = (rules: ReadonlyArray<Rule>) => {
  const named = new Set(
    rules.flatMap(({ document: { scope } }) => [...(scope.entity_ids ?? []), ...(scope.device_ids ?? [])])
  )
  const known = new Map<string, ApplicableRules>()
  return (who: Who): ApplicableRules => {
    const { device, entity } = who
    const key = [
      entity?.typeId,
      ...(entity?.groupIds ?? []),
      ...[entity?.id, device.id].filter((id) => id !== undefined && named.has(id))
    ].join()
    let concern = known.get(key)
    if (concern === undefined) {
      const mine = rules.filter((r) => isInScope(r.document.scope, who))
      concern = byTrigger(mine)
      known.set(key, concern)
    }
    return concern
  }
}

/** Returns by filter the edition since which one of the rules uses it without a break. */
export const filterInUseSince = (rules: Iterable<Rule>): ReadonlyMap<string, number> => {
  const since = new Map<string, number>()
  for (const { blankFrom, positionFilters } of rules)
    for (const { key } of positionFilters) since.set(key, Math.min(blankFrom, since.get(key) ?? Infinity))
  return since
}

/** Compiles a project's rules and indexes its features. */
export const makeRuleSet = (projectId: string, rows: RuleSetRows): RuleSet => {
  const features = [...rows.features].sort((a, b) => (a.id < b.id ? -1 : 1))
  const rules = rows.rules.map((r) => ruleOf(r, projectId, features))
  return {
    projectId,
    rules,
    features,
    version: rows.version,
    onTick: rules.filter((r) => r.everyMs !== null),
    byId: new Map(rules.map((r) => [r.id, r])),
    rulesFor: rulesForCache(rules),
    index: makeAreaIndex(
      features.map(({ id, geometry, radiusM }) => ({
        id,
        geometry,
        ...(radiusM === null ? {} : { radiusM })
      }))
    ),
    needs: needsOf(rules),
    filterInUseSince: filterInUseSince(rules),
    placements: new Map(),
    failing: new Map(rows.rules.flatMap((r) => (r.failedSubject === null ? [] : [[r.id, r.failedSubject]])))
  }
}

/**
 * Returns a rule of a replaced edition without anything that keeps features in memory; it serves until the
 * state is dropped.
 */
export const withoutFeatures = (rule: Rule): Rule => ({
  ...rule,
  branches: [],
  level: null,
  evaluate: () => ({ type: "all", truth: null, parts: [] })
})

/** Returns what a rule is in another edition: its version there, or itself without features if it ends. */
export const ruleWithin = ({ byId }: RuleSet, rule: Rule): Rule => {
  const next = byId.get(rule.id)
  return next?.blankFrom === rule.blankFrom ? next : withoutFeatures(rule)
}

/** Returns code and text of what an evaluation threw. */
export const errorOf = (e: unknown): { readonly code: string; readonly detail: string } =>
  e instanceof RuleDefect
    ? { code: e.code, detail: e.message }
    : { code: "RULE_EVALUATION_FAILED", detail: e instanceof Error ? e.message : String(e) }
