// The memory of one subject: the facts its rules read, where it was placed, and its actors. An actor that remembers nothing
// has no object here: thousands of sleeping rules cost one empty slot.
import type { Facts, Fix, Placement, Sample } from "../domain/rule/Facts.ts"
import type { Observation, Subject } from "../domain/rule/Observation.ts"
import type { Rule } from "../domain/rule/Rule.ts"
import { blank } from "../domain/rule/RuleState.ts"
import type { Who } from "../domain/rule/scope.ts"
import type { Book } from "./Book.ts"
import type { Actor, Changes } from "./Changes.ts"
import type { Memory } from "./ports.ts"

const noSamples: ReadonlyMap<string, Sample> = new Map()
const noRules: ReadonlyArray<Rule> = []

export class Cell {
  subject: Subject
  who: Who
  watermark: number
  fix: Fix | undefined
  placement: Placement | null
  actors: Map<string, Actor> | null = null
  /** the rules that concern the subject, by what starts them */
  onPosition: ReadonlyArray<Rule> = noRules
  onMeasurement: ReadonlyArray<Rule> = noRules
  private latest: Map<string, Sample> | null
  private book: Book | null = null
  private rosterEdition = -1

  constructor(subject: Subject, who: Who, memory: Memory, ruleOf: (id: string) => Rule | undefined) {
    this.subject = subject
    this.who = who
    this.watermark = memory.watermark ?? -Infinity
    this.fix = memory.fix
    this.placement = memory.placement
    this.latest = memory.latest.size === 0 ? null : new Map(memory.latest)
    for (const { ruleId, blankFrom, state, episode } of memory.states) {
      const rule = ruleOf(ruleId)
      if (rule !== undefined && rule.blankFrom === blankFrom) (this.actors ??= new Map()).set(ruleId, { rule, state, episode, armed: null })
    }
  }

  get roster(): number {
    return this.rosterEdition
  }

  /** Whether it kept every metric that the book's rules read: a rule may begin to read one that no rule did before. */
  knows(book: Book): boolean {
    const fedBy = this.book
    return fedBy === null || fedBy === book || book.metrics.every((m) => fedBy.metrics.includes(m))
  }

  /** Takes the edition of rules and roster the batch is judged with; what no longer applies is dropped. */
  adopt(book: Book, roster: number, changes: Changes): void {
    if (this.book === book && this.rosterEdition === roster) return
    const { onMeasurement, onPosition, rules } = book.concernOf(this.who)
    this.onPosition = onPosition
    this.onMeasurement = onMeasurement
    this.book = book
    this.rosterEdition = roster
    if (this.actors === null) return
    for (const [id, actor] of this.actors) {
      const rule = book.byId.get(id)
      if (rule !== undefined && rule.blankFrom === actor.rule.blankFrom && rules.has(rule)) {
        actor.rule = rule
        continue
      }
      if (actor.episode !== null) changes.ended.push({ eventId: actor.episode, at: changes.now, projectId: book.projectId, subject: this.subject })
      actor.state = blank
      actor.episode = null
      changes.states.set(actor, this.subject)
      this.actors.delete(id)
    }
  }

  actor(rule: Rule): Actor {
    const known = this.actors?.get(rule.id)
    if (known !== undefined) return known
    const fresh: Actor = { rule, state: blank, episode: null, armed: null }
    ;(this.actors ??= new Map()).set(rule.id, fresh)
    return fresh
  }

  /** Lets a record into the facts. Network locations are stored, and place nobody. */
  enter(seen: Observation, book: Book): void {
    switch (seen._tag) {
      case "Measurement":
        if (book.metrics.includes(seen.metric)) (this.latest ??= new Map()).set(seen.metric, { at: seen.at, value: seen.value, recordId: seen.recordId })
        return
      case "Position":
        if (seen.recordType !== "gnss") return
        this.fix = { at: seen.at, recordId: seen.recordId, lon: seen.lon, lat: seen.lat, altitudeM: seen.altitudeM, speedMps: seen.speedMps }
        if (book.spatial) this.placement = place(book, this.placement, seen.lon, seen.lat)
        return
      case "DeviceState":
        return
    }
  }

  facts(at: number, trigger: Observation | null, before: Placement | null): Facts {
    const latest = this.latest ?? noSamples
    return { at, trigger, fix: this.fix, before, now: this.placement, latest: (metric) => latest.get(metric) }
  }
}

/** Where a fix lies. The same place found with the same book is the same object, so that "not moved" is a comparison of pointers. */
const place = (book: Book, before: Placement | null, lon: number, lat: number): Placement => {
  const found = book.index.at(lon, lat)
  if (before !== null && before.version === book.version && before.inside.length === found.length && found.every((f, i) => book.features[f]!.id === before.inside[i])) return before
  return { version: book.version, inside: found.map((f) => book.features[f]!.id) }
}
