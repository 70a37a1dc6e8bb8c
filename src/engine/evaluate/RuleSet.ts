// A project's rules and features made ready: compiled once per edition, shared by all its subjects.
import * as Result from "effect/Result"
import { type AreaIndex, makeAreaIndex } from "../../domain/geo/AreaIndex.ts"
import { compile } from "../../domain/rule/compile.ts"
import { canonical, type CanonicalDocument } from "../../domain/rule/Document.ts"
import type { Feature } from "../../domain/rule/conditions/Condition.ts"
import type { Placement } from "../../domain/rule/Facts.ts"
import { parseDocument } from "../../domain/rule/parse.ts"
import { recordTypesOf } from "../../domain/rule/PositionFilter.ts"
import { devicesOf, everyMsOf, type Rule, startedBy } from "../../domain/rule/Rule.ts"
import { salvage } from "../../domain/rule/parseLenient.ts"
import { isInScope, type Who } from "../../domain/rule/scope.ts"
import { type Needs, needsOf } from "./Needs.ts"
import type { RuleSetRows, RuleRow } from "../ports.ts"

/** The rules that concern a subject, all of them and by what starts them. */
export interface Concern {
  readonly rules: ReadonlySet<Rule>
  readonly onPosition: ReadonlyArray<Rule>
  readonly onMeasurement: ReadonlyArray<Rule>
  readonly onState: ReadonlyArray<Rule>
  readonly onTick: ReadonlyArray<Rule>
}

/** Of a subject that no rule concerns, or of which it is not known. */
export const noConcern: Concern = {
  rules: new Set(),
  onPosition: [],
  onMeasurement: [],
  onState: [],
  onTick: []
}

export interface RuleSet {
  readonly projectId: string
  readonly version: number
  readonly rules: ReadonlyArray<Rule>
  /** those with a schedule */
  readonly onTick: ReadonlyArray<Rule>
  readonly byId: ReadonlyMap<string, Rule>
  /** Subjects of one type and group, that no rule names, share the answer. */
  readonly concernOf: (who: Who) => Concern
  readonly features: ReadonlyArray<Feature>
  readonly index: AreaIndex
  /** what is to be remembered of every subject */
  readonly needs: Needs
  /** key of a filter -> the edition since which some rule looks through it without a break */
  readonly looksSince: ReadonlyMap<string, number>
  /** placements by the features that hold them: subjects in one place share one */
  readonly placements: Map<string, Placement>
  /** rule -> the subject whose evaluation failed last */
  readonly failing: Map<string, string>
}

/**
 * A rule whose document cannot run (edited by hand, or of another program): every evaluation that it would
 * begin fails, and says so.
 */
class RuleDefect extends Error {
  readonly code: string
  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}

const unfit: CanonicalDocument = canonical({
  trigger: { kind: "position" },
  conditions: { all: [] },
  event: { event_type: "UNFIT", title: "-" }
})

const defective = (row: RuleRow, projectId: string, code: string, detail: string): Rule => {
  const fail = () => {
    throw new RuleDefect(code, detail)
  }
  const { scope, trigger: read } = salvage(row.document),
    trigger = read ?? unfit.trigger
  return {
    id: row.id,
    name: row.name,
    projectId,
    version: row.version,
    blankFrom: row.blankFrom,
    activeFrom: row.activeFrom,
    document: { ...unfit, trigger, scope },
    trigger,
    ...(read === null ? { byAnyRecord: true } : {}),
    devices: devicesOf(scope),
    branches: [],
    level: { holds: fail, evaluate: fail, spatialOnly: false },
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
    return defective(
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
    : defective(row, projectId, rule.failure.code, rule.failure.detail)
}

/** Rules of one subject, by what starts them. */
export const concernOf = (rules: ReadonlyArray<Rule>): Concern => ({
  rules: new Set(rules),
  onPosition: startedBy(rules, "position"),
  onMeasurement: startedBy(rules, "measurement"),
  onState: startedBy(rules, "state"),
  onTick: startedBy(rules, "schedule")
})

const concerns = (rules: ReadonlyArray<Rule>) => {
  const named = new Set(
    rules.flatMap(({ document: { scope } }) => [...(scope.entity_ids ?? []), ...(scope.device_ids ?? [])])
  )
  const known = new Map<string, Concern>()
  return (who: Who): Concern => {
    const { device, entity } = who
    const key = [
      entity?.typeId,
      ...(entity?.groupIds ?? []),
      ...[entity?.id, device.id].filter((id) => id !== undefined && named.has(id))
    ].join()
    let concern = known.get(key)
    if (concern === undefined) {
      const mine = rules.filter((r) => isInScope(r.document.scope, who))
      concern = concernOf(mine)
      known.set(key, concern)
    }
    return concern
  }
}

/** By filter: the edition since which one of the rules looks through it without a break. */
export const looksSince = (rules: Iterable<Rule>): ReadonlyMap<string, number> => {
  const since = new Map<string, number>()
  for (const { blankFrom, positionFilters } of rules)
    for (const { key } of positionFilters) since.set(key, Math.min(blankFrom, since.get(key) ?? Infinity))
  return since
}

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
    concernOf: concerns(rules),
    index: makeAreaIndex(
      features.map(({ id, geometry, radiusM }) => ({
        id,
        geometry,
        ...(radiusM === null ? {} : { radiusM })
      }))
    ),
    needs: needsOf(rules),
    looksSince: looksSince(rules),
    placements: new Map(),
    failing: new Map(rows.rules.flatMap((r) => (r.failedSubject === null ? [] : [[r.id, r.failedSubject]])))
  }
}

/**
 * What is left of a rule whose edition is gone, while a state of it is still to be dropped: nothing that
 * holds on to features.
 */
export const spent = (rule: Rule): Rule => ({
  ...rule,
  branches: [],
  level: null,
  evaluate: () => ({ type: "all", truth: null, parts: [] })
})

/** `CODE` and text of whatever an evaluation threw. */
export const faultOf = (e: unknown): { readonly code: string; readonly detail: string } =>
  e instanceof RuleDefect
    ? { code: e.code, detail: e.message }
    : { code: "RULE_EVALUATION_FAILED", detail: e instanceof Error ? e.message : String(e) }
