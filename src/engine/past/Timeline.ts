// Which version of which rule judges a subject when. Each version begins at its own floor: the subject's
// watermark when it came into force; for a schedule the newest tick judged by then; and after a fired timer
// the deadline it judged (semantics, section 5).
//
// A subject is judged in one order: the records of a moment, then its ticks. A place in that order is the
// moment before its ticks, and half a millisecond more after them.
import type { Rule } from "../../domain/rule/Rule.ts"
import type { Who } from "../../domain/rule/scope.ts"
import { type RuleSet, type Concern, concernOf } from "../evaluate/RuleSet.ts"
import { handOver } from "./handOver.ts"
import type { RuleSetPeriod } from "./Past.ts"

/** From `after` on, not at it, a rule judges as this version; null: not at all. */
interface Turn {
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

/** A turn before it is known what comes after it. */
type Begun = Omit<Turn, "drops">

/** Who judges between two cuts, and the features that place the subject. */
export interface Scene {
  readonly rules: ReadonlyMap<string, Rule>
  readonly concern: Concern
  readonly ruleSet: RuleSet
  /** the cut it ends with, by number */
  readonly next: number
}

/** Where scenes change. Of one rule several versions may take over, one after the other. */
export interface Cut {
  /** records up to and with this moment are judged before it */
  readonly recordsTo: number
  /** and ticks up to and with this one */
  readonly ticksTo: number
  readonly turns: ReadonlyArray<Turn>
  readonly scene: Scene
}

/** The place before the ticks of a moment, after its records. */
export const beforeTicks = (at: number): number => at
/** The place after the ticks of a moment. */
export const afterTicks = (at: number): number => at + 0.5

/**
 * Where in a period begins what judges after a moment. The newest record may have been judged, and the tick
 * at its moment not: there all of the period begins between the two.
 */
const placeOf = ({ floor, tickFloor }: Pick<RuleSetPeriod, "floor" | "tickFloor">, after: number): number =>
  tickFloor < floor && after <= floor ? beforeTicks(floor) : afterTicks(after)

const remembers = (before: Rule | null, next: Rule | null): boolean =>
  before === null || before.blankFrom === next?.blankFrom

/**
 * What begins later rules from where it begins on: one whose place is newer never judges a record, and takes
 * over and hands on where that one begins. Who left and came back begins anew.
 */
const inOrder = (list: ReadonlyArray<Begun>): ReadonlyArray<Turn> => {
  const turns: Array<Turn> = []
  let first: Begun | null = null
  for (const [i, turn] of [...list.entries()].toReversed()) {
    if (first === null || turn.place <= first.place) first = turn
    const { after, own, place } = first
    turns.unshift({ ...turn, after, own, place, drops: !remembers(list[i - 1]?.rule ?? null, turn.rule) })
  }
  return turns
}

/**
 * What had been judged when a period began had been so when any later one did, though its rule is forgotten
 * by then.
 */
export const carryJudged = <C extends Pick<RuleSetPeriod, "floor" | "judged">>(
  periods: ReadonlyArray<C>
): ReadonlyArray<C> => {
  const carried = new Map<string, number>()
  return periods.map((period) => {
    for (const [ruleId, to] of period.judged ?? [])
      carried.set(ruleId, Math.max(to, carried.get(ruleId) ?? -Infinity))
    return carried.size === 0
      ? period
      : { ...period, judged: new Map([...carried].filter(([, to]) => to >= period.floor)) }
  })
}

const castOf = (rules: ReadonlyMap<string, Rule>): Concern => {
  const all = [...rules.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  return concernOf(all)
}

const turnsOf = (
  periods: ReadonlyArray<RuleSetPeriod>,
  who: Who
): ReadonlyMap<string, ReadonlyArray<Turn>> => {
  const turns = new Map<string, ReadonlyArray<Begun>>()
  for (const period of periods) {
    const { at, ruleSet, floor, judged, tickFloor, who: then = who } = period
    const rules = ruleSet.concernOf(then).rules
    const add = (ruleId: string, rule: Rule | null) => {
      const list = turns.get(ruleId) ?? []
      const before = list.at(-1)?.rule ?? null
      if (rule === null && before === null) return
      const { begins, ends } = handOver(before, rule, floor, tickFloor),
        last = judged?.get(ruleId) ?? -Infinity
      const turn = (rule: Rule | null, floor: number): Begun => {
        const after = Math.max(floor, last),
          place = placeOf(period, after),
          previous = list.at(-1)
        // who takes over where the one before did takes over from whom that one did, and when
        const since = previous?.place === place ? Math.max(after, previous.after) : after
        return { ruleId, rule, after: since, place, own: last >= floor, beganAt: at }
      }
      turns.set(ruleId, [...list, ...(ends < begins ? [turn(null, ends)] : []), turn(rule, begins)])
    }
    for (const rule of rules) add(rule.id, rule)
    for (const id of turns.keys()) if (!rules.has(ruleSet.byId.get(id)!)) add(id, null)
  }
  return new Map([...turns].map(([id, list]) => [id, inOrder(list)]))
}

export class Timeline {
  private readonly turns: ReadonlyMap<string, ReadonlyArray<Turn>>
  private readonly ruleSets: ReadonlyArray<{ readonly place: number; readonly ruleSet: RuleSet }>
  private readonly cuts: ReadonlyArray<number>
  private readonly blank: RuleSet
  private readonly origins = new Map<Rule, Rule>()

  /** `blank`: the rule set before the first period. */
  constructor(periods: ReadonlyArray<RuleSetPeriod>, who: Who, blank: RuleSet) {
    this.blank = blank
    this.turns = turnsOf(carryJudged(periods), who)
    const ruleSets = periods.map((period) => ({
      place: placeOf(period, period.floor),
      ruleSet: period.ruleSet
    }))
    this.ruleSets = ruleSets.filter(({ place }, i) =>
      ruleSets.slice(i + 1).every((later) => later.place > place)
    )
    const all = [...this.ruleSets, ...[...this.turns.values()].flat()].map(({ place }) => place)
    this.cuts = [...new Set(all)].sort((a, b) => a - b)
  }

  /** The rule in force for a record, a tick or a deadline of this effective time. */
  ruleAt(ruleId: string, at: number): Rule | null {
    return this.turns.get(ruleId)?.findLast(({ after }) => after < at)?.rule ?? null
  }

  /**
   * The version in force at a moment, or one that begins later and may have judged it all the same: a
   * deadline that had passed when it came into force.
   */
  judgeOf(ruleId: string, at: number, version: number): Rule | null {
    const inForce = this.ruleAt(ruleId, at)
    if (inForce?.version === version) return inForce
    return (
      this.turns.get(ruleId)?.find(({ after, rule }) => after >= at && rule?.version === version)?.rule ??
      inForce
    )
  }

  /** Who judges at a place: what begins before it. */
  before(place: number): Scene {
    const begun = this.cuts.findIndex((cut) => cut >= place)
    return this.sceneAt(begun < 0 ? this.cuts.length : begun)
  }

  /** The end of a scene; null: it never ends. */
  after({ next }: Scene): Cut | null {
    const place = this.cuts[next]
    if (place === undefined) return null
    const turns = [...this.turns.values()].flatMap((list) => list.filter((t) => t.place === place))
    const recordsTo = Math.floor(place)
    return {
      recordsTo,
      ticksTo: place === beforeTicks(recordsTo) ? recordsTo - 1 : recordsTo,
      turns,
      scene: this.sceneAt(next + 1)
    }
  }

  /** Whether another version, or none, takes over from a rule past a moment and its ticks. */
  turnsAfter(ruleId: string, moment: number): boolean {
    return this.turns.get(ruleId)?.some(({ place }) => place > afterTicks(moment)) === true
  }

  /** The version itself, where a scene has it as one that knows newer features. */
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

  /** The scene that begins with a cut, by the number of cuts so far. */
  private sceneAt(next: number): Scene {
    const cut = this.cuts[next - 1]
    const begun = <T extends { readonly place: number }>(list: ReadonlyArray<T>) =>
      cut === undefined ? undefined : list.findLast(({ place }) => place <= cut)
    const ruleSet = begun(this.ruleSets)?.ruleSet ?? this.blank
    const rules = new Map(
      [...this.turns].flatMap(([id, list]) => {
        const rule = begun(list)?.rule ?? null
        return rule === null ? [] : [[id, this.among(rule, ruleSet)] as const]
      })
    )
    return { rules, concern: castOf(rules), ruleSet, next }
  }
}
