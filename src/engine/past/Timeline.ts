// Which version of which rule judges a subject when. Each version begins after a moment of its own: the
// subject's watermark when it came into force; for a schedule the newest tick judged by then; and after a
// fired timer the deadline it judged (semantics, section 5).
//
// A subject is judged in one order: the records of a moment, then its ticks. A place in that order is the
// moment before its ticks, and half a millisecond more after them.
import type { Rule } from "../../domain/rule/Rule.ts"
import type { Who } from "../../domain/rule/scope.ts"
import { type RuleSet, type Concern, concernOf } from "../evaluate/RuleSet.ts"
import { handOver } from "../evaluate/handOver.ts"
import type { RuleSetPeriod } from "./ReplayInput.ts"

/** From `after` on, not at it, a rule judges as this version; null: not at all. */
interface Handover {
  readonly ruleId: string
  readonly after: number
  /** the place that the version takes over at */
  readonly place: number
  readonly rule: Rule | null
  /** it begins after a deadline that the version before has judged */
  readonly own: boolean
  /** clock time of the period that makes it; undefined: now */
  readonly beganAt: number | undefined
  /** what the rule remembered is dropped */
  readonly drops: boolean
}

/** A handover before it is known what comes after it. */
type Begun = Omit<Handover, "drops">

/** Who judges between two boundaries, and the features that place the subject. */
export interface Segment {
  readonly rules: ReadonlyMap<string, Rule>
  readonly concern: Concern
  readonly ruleSet: RuleSet
  /** the boundary it ends with, by number */
  readonly next: number
}

/** Where segments meet. Of one rule several versions may take over, one after the other. */
export interface Boundary {
  /** records up to and with this moment are judged before it */
  readonly recordsTo: number
  /** and ticks up to and with this one */
  readonly ticksTo: number
  readonly handovers: ReadonlyArray<Handover>
  readonly segment: Segment
}

/** The place before the ticks of a moment, after its records. */
export const beforeTicks = (at: number): number => at
/** The place after the ticks of a moment. */
export const afterTicks = (at: number): number => at + 0.5

/**
 * Where in a period begins what judges after a moment. The newest record may have been judged, and the tick
 * at its moment not: there all of the period begins between the two.
 */
const placeOf = (
  { recordsAfter, ticksAfter }: Pick<RuleSetPeriod, "recordsAfter" | "ticksAfter">,
  after: number
): number =>
  ticksAfter < recordsAfter && after <= recordsAfter ? beforeTicks(recordsAfter) : afterTicks(after)

const remembers = (before: Rule | null, next: Rule | null): boolean =>
  before === null || before.blankFrom === next?.blankFrom

/**
 * What begins later rules from where it begins on: one whose place is newer never judges a record, and takes
 * over and hands on where that one begins. Who left and came back begins anew.
 */
const inOrder = (list: ReadonlyArray<Begun>): ReadonlyArray<Handover> => {
  const handovers: Array<Handover> = []
  let first: Begun | null = null
  for (const [i, handover] of [...list.entries()].toReversed()) {
    if (first === null || handover.place <= first.place) first = handover
    const { after, own, place } = first
    const drops = !remembers(list[i - 1]?.rule ?? null, handover.rule)
    handovers.unshift({ ...handover, after, own, place, drops })
  }
  return handovers
}

/**
 * What had been judged when a period began had been so when any later one did, though its rule is forgotten
 * by then.
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

const castOf = (rules: ReadonlyMap<string, Rule>): Concern => {
  const all = [...rules.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  return concernOf(all)
}

const handoversOf = (
  periods: ReadonlyArray<RuleSetPeriod>,
  who: Who
): ReadonlyMap<string, ReadonlyArray<Handover>> => {
  const handovers = new Map<string, ReadonlyArray<Begun>>()
  for (const period of periods) {
    const { at, judged, recordsAfter, ruleSet, ticksAfter, who: then = who } = period
    const rules = ruleSet.concernOf(then).rules
    const add = (ruleId: string, rule: Rule | null) => {
      const list = handovers.get(ruleId) ?? []
      const before = list.at(-1)?.rule ?? null
      if (rule === null && before === null) return
      const { begins, ends } = handOver(before, rule, recordsAfter, ticksAfter),
        last = judged?.get(ruleId) ?? -Infinity
      const begin = (rule: Rule | null, from: number): Begun => {
        const after = Math.max(from, last),
          place = placeOf(period, after),
          previous = list.at(-1)
        // who takes over where the one before did takes over from whom that one did, and when
        const since = previous?.place === place ? Math.max(after, previous.after) : after
        return { ruleId, rule, after: since, place, own: last >= from, beganAt: at }
      }
      handovers.set(ruleId, [...list, ...(ends < begins ? [begin(null, ends)] : []), begin(rule, begins)])
    }
    for (const rule of rules) add(rule.id, rule)
    for (const id of handovers.keys()) if (!rules.has(ruleSet.byId.get(id)!)) add(id, null)
  }
  return new Map([...handovers].map(([id, list]) => [id, inOrder(list)]))
}

export class Timeline {
  private readonly handovers: ReadonlyMap<string, ReadonlyArray<Handover>>
  private readonly ruleSets: ReadonlyArray<{ readonly place: number; readonly ruleSet: RuleSet }>
  private readonly boundaries: ReadonlyArray<number>
  private readonly blank: RuleSet
  private readonly origins = new Map<Rule, Rule>()

  /** `blank`: the rule set before the first period. */
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

  /** The rule in force for a record, a tick or a deadline of this effective time. */
  ruleAt(ruleId: string, at: number): Rule | null {
    return this.handovers.get(ruleId)?.findLast(({ after }) => after < at)?.rule ?? null
  }

  /**
   * A version as the editions have it that may have judged at a moment: the one in force, and those that
   * begin then or later, which judge deadlines that have come by then.
   */
  judgesOf(ruleId: string, at: number, version: number): ReadonlyArray<Rule> {
    const later = this.handovers.get(ruleId)?.filter(({ after }) => after >= at) ?? []
    return [this.ruleAt(ruleId, at), ...later.map(({ rule }) => rule)].filter(
      (rule) => rule?.version === version
    ) as ReadonlyArray<Rule>
  }

  /** Who judges at a place: what begins before it. */
  before(place: number): Segment {
    const begun = this.boundaries.findIndex((boundary) => boundary >= place)
    return this.segmentAt(begun < 0 ? this.boundaries.length : begun)
  }

  /** The end of a segment; null: it never ends. */
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

  /** After which effective time a version that judged then did so no more; undefined: nothing took over. */
  endOf(ruleId: string, blankFrom: number, then: number): number | undefined {
    return this.handovers.get(ruleId)?.find((h) => h.after >= then && h.rule?.blankFrom !== blankFrom)?.after
  }

  /** The version itself, where a segment has it as one that knows newer features. */
  originOf(rule: Rule): Rule {
    return this.origins.get(rule) ?? rule
  }

  /**
   * A rule that still judges while newer features place the subject: what was redrawn in them is not crossed;
   * a hold that had begun goes on.
   */
  private among(rule: Rule, ruleSet: RuleSet): Rule {
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

  /** The segment that begins with a boundary, by the number of those so far. */
  private segmentAt(next: number): Segment {
    const boundary = this.boundaries[next - 1]
    const begun = <T extends { readonly place: number }>(list: ReadonlyArray<T>) =>
      boundary === undefined ? undefined : list.findLast(({ place }) => place <= boundary)
    const ruleSet = begun(this.ruleSets)?.ruleSet ?? this.blank
    const rules = new Map(
      [...this.handovers].flatMap(([id, list]) => {
        const rule = begun(list)?.rule ?? null
        return rule === null ? [] : [[id, this.among(rule, ruleSet)] as const]
      })
    )
    return { rules, concern: castOf(rules), ruleSet, next }
  }
}
