// The memory of one subject: the facts its rules read, where it was placed, and its actors. An actor that
// remembers nothing has no object here: thousands of sleeping rules cost one empty slot.
import { type Hearing, type Reporter, wholeHearing } from "../../domain/hearing/Hearing.ts"
import type { Facts, Fix, Placement, Sample } from "../../domain/rule/Facts.ts"
import type { Observation, Subject } from "../../domain/rule/Observation.ts"
import type { Rule } from "../../domain/rule/Rule.ts"
import { blank } from "../../domain/rule/RuleState.ts"
import type { Who } from "../../domain/rule/scope.ts"
import { SlidingWindow } from "../../domain/rule/SlidingWindow.ts"
import { type Said, saidBy, saidKey } from "../../domain/rule/stateChange.ts"
import { type RuleSet, type Concern, noConcern, spent } from "./RuleSet.ts"
import { ActorFacts, type Remembered, windowKey } from "./ActorFacts.ts"
import type { Delayed } from "./arrivals.ts"
import type { Actor, BatchResult } from "./BatchResult.ts"
import { covers, keepsState, type Needs } from "./Needs.ts"
import { scopeKeyFor } from "./internScopeKey.ts"
import { forgetHeard, noteArrival } from "./heard.ts"
import { type Drop, handOverActors, judgedPast } from "./handOverActors.ts"
import { movedBy, noPlacements, placedFor } from "./place.ts"
import type { Memory } from "../ports.ts"
import { nextTick } from "./ticks.ts"

const noSamples: ReadonlyMap<string, ReadonlyArray<Sample>> = new Map()

export class SubjectActor implements Remembered {
  subject: Subject
  who: Who
  /** newest effective time judged */
  watermark: number
  /** ticks up to and with this instant are judged */
  tickedTo: number
  /** the next instant at which some schedule of the subject ticks; Infinity: none does */
  nextTick = Infinity
  actors: Map<string, Actor> | null = null
  /** the rules that concern the subject, by what starts them */
  concern: Concern = noConcern
  /**
   * when records arrived, ascending, each moment once, as far back as anything is still asked; null: nobody
   * asks
   */
  receipts: Array<number> | null = null
  /** records that may have been sent amid an outage and came later, as far back as receipts; null: none */
  delayed: Array<Delayed> | null = null
  /** the outages that are known, shared by all subjects */
  hearing: Hearing = wholeHearing
  /** the devices that report for it; null: those that it wears */
  reporters: ReadonlyArray<Reporter> | null = null
  placements: ReadonlyMap<string, Placement>
  /** the newest fixes and values, and the windows: asked through `facts` */
  gnss: Fix | undefined
  network: Fix | undefined
  latest: Map<string, Sample> | null
  /** what its devices said last of the states that start rules, by `saidKey`; null: nothing is kept */
  said: Map<string, Said> | null
  private samples: ReadonlyMap<string, ReadonlyArray<Sample>>
  windows: Map<string, SlidingWindow> | null = null
  private ruleSet: RuleSet | null = null
  /** what it has kept since it woke; null: whatever it was woken for */
  private fed: Needs | null = null
  /** the edition the subject was judged with last; null: none was, or it is not known */
  private edition: number | null
  /** what it was to scopes then */
  private scopeKey: string | null
  private rosterEdition = -1
  /** rule -> newest deadline judged by versions that are gone; null: none */
  lapsed: ReadonlyMap<string, number> | null = null
  /** other editions judged ticks and deadlines up to then: a record that is not newer may concern them */
  settledTo: number
  /** its past is being judged again, and is so up to this effective time; -Infinity: it is not */
  rewrittenTo = -Infinity
  /** rule -> newest deadline that was judged in there; null: none */
  rejudged: ReadonlyMap<string, number> | null = null

  constructor(subject: Subject, who: Who, memory: Memory, ruleOf: (id: string) => Rule | undefined) {
    this.subject = subject
    this.who = who
    this.watermark = memory.watermark ?? -Infinity
    // whoever judged the watermark judged the ticks before it
    this.tickedTo = this.watermark - 1
    this.gnss = memory.fix
    this.network = memory.networkFix
    this.placements = memory.placements.size === 0 ? noPlacements : memory.placements
    this.latest = memory.latest.size === 0 ? null : new Map(memory.latest)
    this.said = memory.said.size === 0 ? null : new Map(memory.said)
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
    if (lapsed.size > 0) this.lapsed = lapsed
    this.settledTo = Math.max(memory.ticksAfter, ...lapsed.values())
  }

  get roster(): number {
    return this.rosterEdition
  }
  /** Whether it kept all that the rule set's rules read: a rule may begin to read what no rule did before. */
  knows(ruleSet: RuleSet): boolean {
    return this.fed === null || this.fed === ruleSet.needs || covers(this.fed, ruleSet.needs)
  }

  /**
   * The project's rule set was replaced: the edition before is let go, and the new one taken when the subject
   * is judged next.
   */
  leave(ruleSet: RuleSet): void {
    this.ruleSet = null
    this.concern = noConcern
    if (ruleSet.onTick.length === 0) this.receipts = this.delayed = null
    for (const actor of this.actors?.values() ?? []) {
      const rule = ruleSet.byId.get(actor.rule.id)
      actor.rule = rule?.blankFrom === actor.rule.blankFrom ? rule : spent(actor.rule)
    }
  }

  /** Takes the edition of rules and roster the batch is judged with; what no longer applies is dropped. */
  adopt(ruleSet: RuleSet, roster: number, changes: BatchResult): void {
    if (this.ruleSet === ruleSet && this.rosterEdition === roster) return
    const scopeKey = scopeKeyFor(this.who)
    if (this.edition !== ruleSet.version || this.scopeKey !== scopeKey) {
      this.edition = ruleSet.version
      this.scopeKey = scopeKey
      this.tickedTo = Math.max(this.tickedTo, this.watermark - 1)
      // of a subject that has not reported yet no tick was judged
      const ticksAfter = this.watermark === -Infinity ? -Infinity : this.tickedTo
      const judged = judgedPast(this)
      this.lapsed = judged.size === 0 ? null : judged
      this.settledTo = Math.max(this.settledTo, ticksAfter, ...judged.values())
      // the piece of the past that was judged again last did not know of this edition
      if (this.watermark < this.rewrittenTo && this.watermark > -Infinity)
        changes.lateFrom(this.subject, this.watermark + 1)
      changes.periods.push({
        subject: this.subject,
        scopeKey,
        version: ruleSet.version,
        recordsAfter: this.watermark,
        ticksAfter,
        judged
      })
    }
    this.rosterEdition = roster
    this.follow(ruleSet, ruleSet.concernOf(this.who), changes)
  }

  /**
   * From here on it is judged by these rules and placed by this rule set. `past`: in a replay, what rules
   * drop: after which effective time, and when on the clock; absent: here and now.
   */
  follow(ruleSet: RuleSet, concern: Concern, changes: BatchResult, past?: ReadonlyMap<string, Drop>): void {
    this.ruleSet = ruleSet
    this.fed = ruleSet.needs
    this.concern = concern
    for (const key of this.windows?.keys() ?? [])
      if (!ruleSet.needs.windows.some((w) => windowKey(w.metric, w.seconds) === key))
        this.windows!.delete(key)
    for (const { metric, seconds } of ruleSet.needs.windows) this.window(metric, seconds)
    this.samples = noSamples // the windows hold them now
    this.nextTick = nextTick(concern.onTick, this.tickedTo)
    this.placements = placedFor(ruleSet, this.subject, this.gnss, this.placements)
    if (this.actors === null) return
    handOverActors(this, this.actors, ruleSet, concern, changes, past)
  }

  actor(rule: Rule): Actor {
    const known = this.actors?.get(rule.id)
    if (known !== undefined) return known
    const fresh: Actor = { rule, state: blank, episode: null }
    ;(this.actors ??= new Map()).set(rule.id, fresh)
    return fresh
  }

  /** Notes that something arrived, whatever it says about the past. */
  receive(receivedAt: number, sentAt = receivedAt): void {
    noteArrival(this, receivedAt, sentAt)
    this.forgetReceipts()
  }

  /** The ticks up to `at` are judged. */
  ticked(at: number): void {
    this.tickedTo = at
    this.nextTick = nextTick(this.concern.onTick, at)
    this.forgetReceipts()
  }

  /** Nothing older than the watermark and the newest tick is judged any more. */
  private forgetReceipts(): void {
    forgetHeard(this, Math.min(this.watermark, this.concern.onTick.length > 0 ? this.tickedTo : Infinity))
  }

  /** Lets a record into the facts; says whether it moved the subject through some filter. */
  enter(seen: Observation, ruleSet: RuleSet): boolean {
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
        const fix = {
          at: seen.at,
          recordId: seen.recordId,
          lon: seen.lon,
          lat: seen.lat,
          altitudeM: seen.altitudeM,
          speedMps: seen.speedMps
        }
        if (seen.recordType === "gnss") this.gnss = fix
        else if (ruleSet.needs.network) this.network = fix
        const before = this.placements
        this.placements = movedBy(ruleSet, before, seen)
        return this.placements !== before
      }
      case "DeviceState":
        if (keepsState(ruleSet.needs, seen.key))
          (this.said ??= new Map()).set(saidKey(seen.subject.deviceId, seen.key), saidBy(seen))
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

  /**
   * The facts as they stand, to be asked before the memory changes; `before`: the placements before this
   * moment's fix.
   */
  facts(at: number, trigger: Observation | null, before: ReadonlyMap<string, Placement>): Facts {
    return new ActorFacts(this, at, trigger, before)
  }
}
