// The memory of one subject, for the live engine, replays and backtests: the facts its rules read, its placements,
// and one actor for each rule: the state of that rule for this subject. An actor with a blank state has no object
// here: thousands of sleeping rules cost one empty slot.
import { type Hearing, type Reporter, wholeHearing } from "../../domain/hearing/Hearing.ts"
import type { Facts, Fix, Placement, Sample } from "../../domain/rule/Facts.ts"
import type { Observation, Subject } from "../../domain/rule/Observation.ts"
import type { Rule } from "../../domain/rule/Rule.ts"
import { blank } from "../../domain/rule/RuleState.ts"
import type { Who } from "../../domain/rule/scope.ts"
import { SlidingWindow } from "../../domain/rule/SlidingWindow.ts"
import { type StateValue, stateValueOf, stateValueKey } from "../../domain/rule/stateChange.ts"
import { type RuleSet, type ApplicableRules, noRules, ruleWithin } from "./RuleSet.ts"
import { ActorFacts, type SubjectMemory, windowKey } from "./ActorFacts.ts"
import type { Delayed } from "./arrivals.ts"
import { type AppliedEdition, type DroppedStates, noDroppedStates } from "./AppliedEdition.ts"
import type { Actor, PeriodStart } from "./BatchResult.ts"
import { covers, keepsState, type Needs } from "./Needs.ts"
import { internScopeKey } from "./internScopeKey.ts"
import { forgetHeard, noteArrival } from "./heard.ts"
import { type Drop, handOverActors, deadlinesPastWatermark } from "./handOverActors.ts"
import { fixOf, placementsAfter, noPlacements, placementsFor } from "./place.ts"
import type { Memory } from "../ports.ts"
import { nextTick } from "./ticks.ts"

const noSamples: ReadonlyMap<string, ReadonlyArray<Sample>> = new Map()

/** SubjectActor holds what is known of one subject and the states of its rules. */
export class SubjectActor implements SubjectMemory {
  subject: Subject
  who: Who
  /** the newest effective time whose records were evaluated */
  watermark: number
  /** ticks up to and with this instant were evaluated */
  tickedTo: number
  /** the next instant at which a schedule of the subject ticks; Infinity: none does */
  nextTick = Infinity
  actors: Map<string, Actor> | null = null
  /**
   * the rules whose actors are fibers: their states are in `actors` only while a batch is evaluated; null:
   * none
   */
  heldRules: Array<string> | null = null
  /** the rules that apply to the subject, by what starts them */
  applicable: ApplicableRules = noRules
  /** when records arrived, ascending, each moment once, as far back as rules read them; null: no rule does */
  arrivals: Array<number> | null = null
  /** records that may have been sent during an outage and came later, as far back as arrivals; null: none */
  delayed: Array<Delayed> | null = null
  /** the known outages, shared by all subjects */
  hearing: Hearing = wholeHearing
  /** the devices that report for it; null: those it wears */
  reporters: ReadonlyArray<Reporter> | null = null
  placements: ReadonlyMap<string, Placement>
  /** the newest fixes and values, and the windows: read through `facts` */
  latestGnss: Fix | undefined
  latestNetwork: Fix | undefined
  latest: Map<string, Sample> | null
  /** the last values of the states that start rules, by `stateValueKey`; null: none is kept */
  lastStates: Map<string, StateValue> | null
  private samples: ReadonlyMap<string, ReadonlyArray<Sample>>
  windows: Map<string, SlidingWindow> | null = null
  private ruleSet: RuleSet | null = null
  private isIncomplete = false
  /** what the memory was loaded with; null: it was never bound to a rule set */
  private loadedNeeds: Needs | null = null
  /** the version of the rule set it was evaluated with last; null: there was none, or it is not known */
  private edition: number | null
  /** its scope key then */
  private scopeKey: string | null
  private rosterEdition = -1
  /** rule -> newest deadline that replaced versions evaluated; null: none */
  judgedDeadlines: ReadonlyMap<string, number> | null = null
  /**
   * up to then an earlier rule set evaluated ticks and deadlines: an older record may change what they
   * decided
   */
  decidedUpTo: number
  /** a replay of the subject is running and has come to this effective time; -Infinity: none runs */
  replayedTo = -Infinity
  /** rule -> newest deadline evaluated in that replay; null: none */
  replayedDeadlines: ReadonlyMap<string, number> | null = null

  constructor(subject: Subject, who: Who, memory: Memory, ruleOf: (id: string) => Rule | undefined) {
    this.subject = subject
    this.who = who
    this.watermark = memory.watermark ?? -Infinity
    // with the watermark, the ticks before it were evaluated
    this.tickedTo = this.watermark - 1
    this.latestGnss = memory.fix
    this.latestNetwork = memory.networkFix
    this.placements = memory.placements.size === 0 ? noPlacements : memory.placements
    this.latest = memory.latest.size === 0 ? null : new Map(memory.latest)
    this.lastStates = memory.lastStates.size === 0 ? null : new Map(memory.lastStates)
    this.samples = memory.samples
    this.edition = memory.edition
    this.scopeKey = memory.scopeKey
    const lapsed = new Map(memory.judged)
    for (const { ruleId, blankFrom, state, episode } of memory.states) {
      const rule = ruleOf(ruleId)
      if (rule !== undefined && rule.blankFrom === blankFrom)
        (this.actors ??= new Map()).set(ruleId, { rule, state, episode })
      else if (state.judgedTo !== null)
        lapsed.set(ruleId, Math.max(state.judgedTo, lapsed.get(ruleId) ?? state.judgedTo))
    }
    if (lapsed.size > 0) this.judgedDeadlines = lapsed
    this.decidedUpTo = Math.max(memory.ticksAfter, ...lapsed.values())
  }

  /** Returns the edition of the roster it was bound to. */
  get roster(): number {
    return this.rosterEdition
  }
  /** Whether the memory holds all that a rule set reads, which may be more than the edition before did. */
  covers(ruleSet: RuleSet): boolean {
    return (
      !this.isIncomplete &&
      (this.loadedNeeds === null ||
        this.loadedNeeds === ruleSet.needs ||
        covers(this.loadedNeeds, ruleSet.needs))
    )
  }

  /** Notes that a state was lost: the memory is loaded again before the subject is evaluated. */
  setIncomplete(): void {
    this.isIncomplete = true
  }

  /** Detaches the subject from a replaced rule set; the new one is applied when it is evaluated next. */
  detach(ruleSet: RuleSet): void {
    this.ruleSet = null
    this.applicable = noRules
    if (ruleSet.onTick.length === 0) this.arrivals = this.delayed = null
    for (const actor of this.actors?.values() ?? []) actor.rule = ruleWithin(ruleSet, actor.rule)
  }

  /** Applies the rule set and roster that evaluate a batch at `now`; null: they are not new. */
  apply(ruleSet: RuleSet, roster: number, now: number): AppliedEdition | null {
    if (this.ruleSet === ruleSet && this.rosterEdition === roster) return null
    let period: PeriodStart | null = null,
      lateFrom: number | null = null
    const scopeKey = internScopeKey(this.who)
    if (this.edition !== ruleSet.version || this.scopeKey !== scopeKey) {
      this.edition = ruleSet.version
      this.scopeKey = scopeKey
      this.tickedTo = Math.max(this.tickedTo, this.watermark - 1)
      // no tick was evaluated for a subject that has not reported yet
      const ticksAfter = this.watermark === -Infinity ? -Infinity : this.tickedTo
      const judged = deadlinesPastWatermark(this)
      this.judgedDeadlines = judged.size === 0 ? null : judged
      this.decidedUpTo = Math.max(this.decidedUpTo, ticksAfter, ...judged.values())
      // the last piece of the replay did not know this rule set
      if (this.watermark < this.replayedTo && this.watermark > -Infinity) lateFrom = this.watermark + 1
      period = {
        subject: this.subject,
        scopeKey,
        version: ruleSet.version,
        recordsAfter: this.watermark,
        ticksAfter,
        judged
      }
    }
    this.rosterEdition = roster
    return { period, lateFrom, dropped: this.bind(ruleSet, ruleSet.rulesFor(this.who), now) }
  }

  /**
   * Binds the subject to the rules and the rule set that apply from here on; states of rules that no longer
   * apply are dropped, at `now`, and returned. `past`: in a replay, what rules drop, with the effective time
   * and the clock time; absent: here and now.
   */
  bind(
    ruleSet: RuleSet,
    applicable: ApplicableRules,
    now: number,
    past?: ReadonlyMap<string, Drop>
  ): DroppedStates {
    this.ruleSet = ruleSet
    this.loadedNeeds = ruleSet.needs
    this.applicable = applicable
    for (const key of this.windows?.keys() ?? [])
      if (!ruleSet.needs.windows.some((w) => windowKey(w.metric, w.seconds) === key))
        this.windows!.delete(key)
    for (const { metric, seconds } of ruleSet.needs.windows) this.window(metric, seconds)
    this.samples = noSamples // now held by the windows
    this.nextTick = nextTick(applicable.onTick, this.tickedTo)
    this.placements = placementsFor(ruleSet, this.subject, this.latestGnss, this.placements)
    if (this.actors === null) return noDroppedStates
    return handOverActors(this, this.actors, ruleSet, applicable, now, past)
  }

  /** Returns the actor of a rule, made if there is none. */
  actor(rule: Rule): Actor {
    const known = this.actors?.get(rule.id)
    if (known !== undefined) return known
    const fresh: Actor = { rule, state: blank, episode: null }
    ;(this.actors ??= new Map()).set(rule.id, fresh)
    return fresh
  }

  /** Whether the subject has a state of a rule, in its memory or in a fiber. */
  hasState(ruleId: string): boolean {
    return this.actors?.has(ruleId) === true || this.heldRules?.includes(ruleId) === true
  }

  /** Takes a copy of an actor that a fiber holds, for a batch. */
  take({ episode, rule, state }: Readonly<Actor>): void {
    ;(this.actors ??= new Map()).set(rule.id, { rule, state, episode })
  }

  /** Leaves an actor to a fiber. */
  leave(ruleId: string): void {
    if (this.heldRules === null) this.heldRules = [ruleId]
    else if (!this.heldRules.includes(ruleId)) this.heldRules.push(ruleId)
    this.forget(ruleId)
  }

  /** Leaves the actors that were taken to the fibers that hold them. */
  leaveTaken(): void {
    for (const ruleId of this.heldRules ?? []) this.forget(ruleId)
  }

  private forget(ruleId: string): void {
    if (this.actors?.delete(ruleId) === true && this.actors.size === 0) this.actors = null
  }

  /** Keeps the actor of a rule as a value: it has no fiber any more. */
  keep(ruleId: string): void {
    const left = this.heldRules?.filter((id) => id !== ruleId) ?? []
    this.heldRules = left.length === 0 ? null : left
  }

  /** Records an arrival, whatever the record says about the past. */
  receive(receivedAt: number, sentAt = receivedAt): void {
    noteArrival(this, receivedAt, sentAt)
    this.pruneArrivals()
  }

  /** Records that the ticks up to a moment were evaluated. */
  setTickedTo(at: number): void {
    this.tickedTo = at
    this.nextTick = nextTick(this.applicable.onTick, at)
    this.pruneArrivals()
  }

  /** Drops arrivals that no later moment can read. */
  private pruneArrivals(): void {
    forgetHeard(this, Math.min(this.watermark, this.applicable.onTick.length > 0 ? this.tickedTo : Infinity))
  }

  /** Adds a record to the facts; whether it moved the subject through a filter. */
  observe(seen: Observation, ruleSet: RuleSet): boolean {
    switch (seen._tag) {
      case "Measurement": {
        const sample = { at: seen.at, value: seen.value, recordId: seen.recordId }
        if (ruleSet.needs.metrics.includes(seen.metric)) (this.latest ??= new Map()).set(seen.metric, sample)
        if (ruleSet.needs.spans.has(seen.metric)) {
          for (const { metric, seconds } of ruleSet.needs.windows)
            if (metric === seen.metric) this.window(metric, seconds).add(sample)
        }
        return false
      }
      case "Position": {
        if (seen.recordType === "gnss") this.latestGnss = fixOf(seen)
        else if (ruleSet.needs.network) this.latestNetwork = fixOf(seen)
        const before = this.placements
        this.placements = placementsAfter(ruleSet, before, seen)
        return this.placements !== before
      }
      case "DeviceState":
        if (keepsState(ruleSet.needs, seen.key))
          (this.lastStates ??= new Map()).set(
            stateValueKey(seen.subject.deviceId, seen.key),
            stateValueOf(seen)
          )
        return false
    }
  }

  private window(metric: string, seconds: number): SlidingWindow {
    const key = windowKey(metric, seconds)
    let window = this.windows?.get(key)
    if (window === undefined) {
      window = new SlidingWindow(seconds)
      for (const sample of this.samples.get(metric) ?? []) window.add(sample)
      ;(this.windows ??= new Map()).set(key, window)
    }
    return window
  }

  /** Returns the facts, valid until the memory changes; `before`: the placements before this moment's fix. */
  facts(at: number, trigger: Observation | null, before: ReadonlyMap<string, Placement>): Facts {
    return new ActorFacts(this, at, trigger, before)
  }
}
