// Which version of which rule evaluates a subject when. Each version begins after a moment of its own: the
// subject's watermark when it came into force; for a schedule the newest tick evaluated by then; and after a
// fired timer the deadline it evaluated.
//
// A subject is evaluated in one order: the records of a moment, then its ticks. A place in that order is the
// moment before its ticks, and half a millisecond more after them.
import type { Rule } from "../../domain/rule/Rule.ts"
import type { Who } from "../../domain/rule/scope.ts"
import { type RuleSet, type ApplicableRules, byTrigger } from "../evaluate/RuleSet.ts"
import { handOver } from "../evaluate/handOver.ts"
import type { RuleSetPeriod } from "./ReplayInput.ts"

/** Handover is the moment after which (not at which) a rule evaluates as this version; null: not at all. */
interface Handover {
  readonly ruleId: string
  readonly after: number
  /** the place at which the version takes over */
  readonly place: number
  readonly rule: Rule | null
  /** it begins after a deadline that the version before evaluated */
  readonly followsDeadline: boolean
  /** clock time at which its period began; undefined: now */
  readonly beganAt: number | undefined
  /** the state of the rule is dropped */
  readonly dropsState: boolean
}

/** PendingHandover is a handover before it is known what follows it. */
type PendingHandover = Omit<Handover, "dropsState">

/** Segment holds the rules that evaluate between two boundaries, and the features that place the subject. */
export interface Segment {
  readonly rules: ReadonlyMap<string, Rule>
  readonly applicable: ApplicableRules
  readonly ruleSet: RuleSet
  /** index of the boundary it ends with */
  readonly next: number
}

/** Boundary is where segments meet. Several versions of one rule may take over at it, one after the other. */
interface Boundary {
  /** records up to and with this moment are evaluated before it */
  readonly recordsTo: number
  /** ticks up to and with this one are evaluated before it */
  readonly ticksTo: number
  readonly handovers: ReadonlyArray<Handover>
  readonly segment: Segment
}

/** Returns the place before the ticks of a moment, after its records. */
export const beforeTicks = (at: number): number => at
/** Returns the place after the ticks of a moment. */
export const afterTicks = (at: number): number => at + 0.5

/**
 * Returns the place at which a period begins what evaluates after a moment. If the newest record was
 * evaluated and the tick at its moment was not, all of the period begins between the two.
 */
const placeOf = (
  { recordsAfter, ticksAfter }: Pick<RuleSetPeriod, "recordsAfter" | "ticksAfter">,
  after: number
): number =>
  ticksAfter < recordsAfter && after <= recordsAfter ? beforeTicks(recordsAfter) : afterTicks(after)

const keepsState = (before: Rule | null, next: Rule | null): boolean =>
  before === null || before.blankFrom === next?.blankFrom

// If a later version starts at or before this one's place, this one evaluates nothing; it inherits that place.
// A rule removed and added again starts blank.
const inheritPlaces = (list: ReadonlyArray<PendingHandover>): ReadonlyArray<Handover> => {
  const handovers: Array<Handover> = []
  let first: PendingHandover | null = null
  for (const [i, handover] of [...list.entries()].toReversed()) {
    if (first === null || handover.place <= first.place) first = handover
    const { after, followsDeadline, place } = first
    const dropsState = !keepsState(list[i - 1]?.rule ?? null, handover.rule)
    handovers.unshift({ ...handover, after, followsDeadline, place, dropsState })
  }
  return handovers
}

/**
 * Adds to each period the deadlines evaluated before earlier periods began: they were evaluated then too,
 * although their rule may be gone by now.
 */
export const carryJudged = <C extends Pick<RuleSetPeriod, "recordsAfter" | "judged">>(
  periods: ReadonlyArray<C>
): ReadonlyArray<C> => {
  const carried = new Map<string, number>()
  return periods.map((period) => {
    for (const [ruleId, to] of period.judged ?? [])
      carried.set(ruleId, Math.max(to, carried.get(ruleId) ?? -Infinity))
    return carried.size === 0
      ? period
      : { ...period, judged: new Map([...carried].filter(([, to]) => to >= period.recordsAfter)) }
  })
}

const applicableOf = (rules: ReadonlyMap<string, Rule>): ApplicableRules => {
  const all = [...rules.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  return byTrigger(all)
}

const handoversOf = (
  periods: ReadonlyArray<RuleSetPeriod>,
  who: Who
): ReadonlyMap<string, ReadonlyArray<Handover>> => {
  const handovers = new Map<string, ReadonlyArray<PendingHandover>>()
  for (const period of periods) {
    const { beganAt, judged, recordsAfter, ruleSet, ticksAfter, who: then = who } = period
    const rules = ruleSet.rulesFor(then).rules
    const add = (ruleId: string, rule: Rule | null) => {
      const list = handovers.get(ruleId) ?? []
      const before = list.at(-1)?.rule ?? null
      if (rule === null && before === null) return
      const { begins, ends } = handOver(before, rule, recordsAfter, ticksAfter),
        last = judged?.get(ruleId) ?? -Infinity
      const begin = (rule: Rule | null, from: number): PendingHandover => {
        const after = Math.max(from, last),
          place = placeOf(period, after),
          previous = list.at(-1)
        // at the same place as the one before, it takes over at that one's moment
        const since = previous?.place === place ? Math.max(after, previous.after) : after
        return { ruleId, rule, after: since, place, followsDeadline: last >= from, beganAt }
      }
      handovers.set(ruleId, [...list, ...(ends < begins ? [begin(null, ends)] : []), begin(rule, begins)])
    }
    for (const rule of rules) add(rule.id, rule)
    for (const id of handovers.keys()) if (!rules.has(ruleSet.byId.get(id)!)) add(id, null)
  }
  return new Map([...handovers].map(([id, list]) => [id, inheritPlaces(list)]))
}

/** Timeline tells which rules evaluate a subject at each place of its past. */
export class Timeline {
  private readonly handovers: ReadonlyMap<string, ReadonlyArray<Handover>>
  private readonly ruleSets: ReadonlyArray<{ readonly place: number; readonly ruleSet: RuleSet }>
  private readonly boundaries: ReadonlyArray<number>
  private readonly blank: RuleSet
  private readonly origins = new Map<Rule, Rule>()

  /** Makes a timeline; `blank`: the rule set before the first period. */
  constructor(periods: ReadonlyArray<RuleSetPeriod>, who: Who, blank: RuleSet) {
    this.blank = blank
    this.handovers = handoversOf(carryJudged(periods), who)
    const ruleSets = periods.map((period) => ({
      place: placeOf(period, period.recordsAfter),
      ruleSet: period.ruleSet
    }))
    this.ruleSets = ruleSets.filter(({ place }, i) =>
      ruleSets.slice(i + 1).every((later) => later.place > place)
    )
    const all = [...this.ruleSets, ...[...this.handovers.values()].flat()].map(({ place }) => place)
    this.boundaries = [...new Set(all)].sort((a, b) => a - b)
  }

  /** Returns the rule in force for a record, a tick or a deadline of this effective time. */
  ruleAt(ruleId: string, at: number): Rule | null {
    return this.handovers.get(ruleId)?.findLast(({ after }) => after < at)?.rule ?? null
  }

  /**
   * Returns a version in each edition that may have evaluated at a moment: in the one in force, and in those
   * that begin then or later, which evaluate deadlines that have passed by then.
   */
  judgesOf(ruleId: string, at: number, version: number): ReadonlyArray<Rule> {
    const later = this.handovers.get(ruleId)?.filter(({ after }) => after >= at) ?? []
    return [this.ruleAt(ruleId, at), ...later.map(({ rule }) => rule)].filter(
      (rule) => rule?.version === version
    ) as ReadonlyArray<Rule>
  }

  /** Returns the segment that evaluates at a place: of what begins before it. */
  before(place: number): Segment {
    const begun = this.boundaries.findIndex((boundary) => boundary >= place)
    return this.segmentAt(begun < 0 ? this.boundaries.length : begun)
  }

  /** Returns the end of a segment; null: it never ends. */
  after({ next }: Segment): Boundary | null {
    const place = this.boundaries[next]
    if (place === undefined) return null
    const handovers = [...this.handovers.values()].flatMap((list) => list.filter((t) => t.place === place))
    const recordsTo = Math.floor(place)
    return {
      recordsTo,
      ticksTo: place === beforeTicks(recordsTo) ? recordsTo - 1 : recordsTo,
      handovers,
      segment: this.segmentAt(next + 1)
    }
  }

  /** Whether another version, or none, takes over from a rule past a moment and its ticks. */
  handsOverAfter(ruleId: string, moment: number): boolean {
    return this.handovers.get(ruleId)?.some(({ place }) => place > afterTicks(moment)) === true
  }

  /**
   * Returns the effective time after which a version that evaluated at `then` no longer did; undefined:
   * nothing took over.
   */
  endOf(ruleId: string, blankFrom: number, then: number): number | undefined {
    return this.handovers.get(ruleId)?.find((h) => h.after >= then && h.rule?.blankFrom !== blankFrom)?.after
  }

  /** Returns the original rule of a version that a segment has with newer features. */
  originOf(rule: Rule): Rule {
    return this.origins.get(rule) ?? rule
  }

  /**
   * Returns a rule that still evaluates while newer features place the subject: redrawn features are not
   * crossed, holds that had begun continue.
   */
  private withNewerFeatures(rule: Rule, ruleSet: RuleSet): Rule {
    if (ruleSet.byId.get(rule.id) === rule || rule.branches.every(({ crossings }) => crossings.length === 0))
      return rule
    const drawnAt = new Map(ruleSet.features.map(({ changedAt, id }) => [id, changedAt]))
    const knowing: Rule = {
      ...rule,
      branches: rule.branches.map((branch) => ({
        ...branch,
        crossings: branch.crossings.map((c) => ({
          ...c,
          selected: new Map(
            [...c.selected].map(([id, area]) => [id, { ...area, redrawnAt: drawnAt.get(id) ?? Infinity }])
          )
        }))
      }))
    }
    this.origins.set(knowing, rule)
    return knowing
  }

  /** Returns the segment that begins with the boundary before index `next`. */
  private segmentAt(next: number): Segment {
    const boundary = this.boundaries[next - 1]
    const latest = <T extends { readonly place: number }>(list: ReadonlyArray<T>) =>
      boundary === undefined ? undefined : list.findLast(({ place }) => place <= boundary)
    const ruleSet = latest(this.ruleSets)?.ruleSet ?? this.blank
    const rules = new Map(
      [...this.handovers].flatMap(([id, list]) => {
        const rule = latest(list)?.rule ?? null
        return rule === null ? [] : [[id, this.withNewerFeatures(rule, ruleSet)] as const]
      })
    )
    return { rules, applicable: applicableOf(rules), ruleSet, next }
  }
}
