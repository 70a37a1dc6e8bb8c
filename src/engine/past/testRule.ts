// The rule test: versions or a draft led through a project's stored past by the live engine's own judge, all
// subjects side by side in the order of time, creating nothing. Whoever reads the past hands it over stretch
// by stretch; what is judged is judged for good.
import { leaves } from "../../domain/rule/leaves.ts"
import { type Reads, readsOf } from "../../domain/rule/Reads.ts"
import { inOrder, type Observation } from "../../domain/rule/Observation.ts"
import { isTriggeredBy, type Rule } from "../../domain/rule/Rule.ts"
import type { Who } from "../../domain/rule/scope.ts"
import { type Book, makeBook } from "../evaluate/Book.ts"
import { Cell } from "../evaluate/Cell.ts"
import { Changes, type Failure } from "../evaluate/Changes.ts"
import type { NewEvent } from "../evaluate/NewEvent.ts"
import { Evaluation, MAX_POINTS } from "./Evaluation.ts"
import { asSeen, judgeInstant } from "../evaluate/judge.ts"
import type { Bench } from "../evaluate/Bench.ts"
import { judgeDeadlines } from "../evaluate/judgeDeadlines.ts"
import { judgeTicks } from "../evaluate/judgeTicks.ts"
import type { Needs } from "../evaluate/Needs.ts"
import { onTrial, recollect } from "./recollect.ts"
import { tickAfter } from "../evaluate/ticks.ts"
import {
  type Entrant,
  type Happened,
  MAX_DRAWN,
  MAX_EVENTS,
  MAX_STEPS,
  type Tested,
  type Trial
} from "./Trial.ts"

const MAX_DRAWN_POINTS = 50_000

/** How long nothing is to be heard, ms, wherever a rule asks. */
const silencesIn = ({ document: { conditions } }: Rule): ReadonlyArray<number> =>
  leaves(conditions).flatMap(({ condition: c }) => (c.type === "no_data" ? [c.for_seconds * 1000] : []))

const byTime = (a: NewEvent, b: NewEvent): number =>
  a.at - b.at || (a.subject.id < b.subject.id ? -1 : a.subject.id > b.subject.id ? 1 : 0)
/** What makes two versions' events the same one. */
const sameness = (e: NewEvent): string => [e.subject.id, e.kind, e.feature?.id ?? "", e.at].join("|")

export class RuleTest {
  /**
   * where the test ends for reasons of its own: the range's end, now, or the last schedule step it may take;
   * epoch ms
   */
  readonly reach: number
  readonly endsBySteps: boolean
  readonly reads: Reads
  readonly needs: Needs
  private readonly trial: Trial
  private readonly book: Book
  private readonly rule: Rule
  private readonly cells = new Map<string, Cell>()
  private readonly evaluations = new Map<string, Evaluation>()
  private readonly events: Array<NewEvent> = []
  private readonly failures: Array<Failure> = []
  private readonly compared = {
    added: [] as Array<NewEvent>,
    removed: [] as Array<NewEvent>,
    unchanged: [] as Array<NewEvent>,
    totals: { added: 0, removed: 0, unchanged: 0 }
  }
  private total = 0
  private covered: number
  private ids = 0

  constructor(trial: Trial) {
    const { baseline, candidate, edition, features, from, now, projectId, to } = trial
    this.trial = trial
    this.book = makeBook(projectId, {
      version: edition,
      features,
      rules: [candidate, ...(baseline === null ? [] : [baseline])].map(onTrial)
    })
    this.rule = this.book.byId.get(candidate.id)!
    const { rules } = this.book
    this.reads = readsOf(rules)
    this.needs = this.book.needs
    const end = Math.max(from, Math.min(to, now))
    const stepped = Math.min(
      ...rules.map((r) =>
        r.everyMs === null ? Infinity : tickAfter(r.everyMs, from - 1) + MAX_STEPS * r.everyMs
      )
    )
    this.reach = Math.min(end, stepped)
    this.endsBySteps = stepped < end
    this.covered = from
  }

  /** Subjects that no record was needed to know: a schedule asks them all. */
  get isScheduled(): boolean {
    return this.book.rules.some((r) => r.everyMs !== null)
  }

  /** the shortest silence that is asked for, ms; null: none is */
  get silence(): number | null {
    const all = this.book.rules.flatMap(silencesIn)
    return all.length === 0 ? null : Math.min(...all)
  }

  /** Whether a rule on trial applies to a subject. */
  concerns(who: Who): boolean {
    return this.book.concernOf(who).rules.size > 0
  }

  knows(subjectId: string): boolean {
    return this.cells.has(subjectId)
  }

  enter({ begins, inForceSince, lastSeen, memory, subject, who }: Entrant): void {
    const cell = new Cell(subject, who, recollect(this.book, this.rule.id, memory, inForceSince), (id) =>
      this.book.byId.get(id)
    )
    cell.tickedTo = (begins ?? this.trial.from) - 1
    if (begins !== null) cell.watermark = begins - 1 // whatever it reported then, it is asked from then on
    if (this.silence !== null) cell.receipts = lastSeen === null ? [] : [lastSeen]
    cell.adopt(this.book, 0, new Changes(this.trial.now))
    this.cells.set(subject.id, cell)
    if (this.trial.draw && this.evaluations.size < MAX_DRAWN && cell.concern.rules.has(this.rule))
      this.evaluations.set(subject.id, new Evaluation())
  }

  /**
   * Judges all that happened before `until`: the records and arrivals given are all there are since it was
   * called last, and their subjects have entered. Gives the turn back after each moment judged.
   */
  *judge({ arrivals, records }: Happened, until: number): Generator<void, void, void> {
    const changes = new Changes(this.trial.now)
    for (const { at, subjectId } of arrivals) this.cells.get(subjectId)?.receive(at)
    const bench: Bench = {
      book: this.book,
      changes,
      nextId: () => String(++this.ids),
      setTimer: () => undefined,
      isLate: () => false
    }
    for (const [id, own] of Map.groupBy(records, (r) => r.subject.id)) {
      const cell = this.cells.get(id)
      if (cell !== undefined) yield* this.judgeSubject(bench, cell, [...own].sort(inOrder))
    }
    for (const cell of this.cells.values()) {
      yield* this.tick(bench, cell, until - 1)
      if (cell.actors !== null)
        for (const actor of cell.actors.values()) judgeDeadlines(bench, cell, actor, (due) => due < until)
      yield
    }
    this.collect(changes)
    this.covered = until
  }

  /** What came of it so far. */
  result(): Tested {
    const { events, total, compared, covered, failures, rule, trial } = this
    const figures = [...this.evaluations.values()].reduce((sum, e) => sum + e.seriesCount, 0)
    const points = Math.max(2, Math.min(MAX_POINTS, Math.floor(MAX_DRAWN_POINTS / figures)))
    return {
      events,
      total,
      failures,
      steps:
        rule.everyMs === null
          ? 0
          : Math.max(0, Math.ceil((covered - tickAfter(rule.everyMs, trial.from - 1)) / rule.everyMs)),
      baseline: trial.baseline === null ? null : compared,
      drawn: [...this.evaluations].map(([id, evaluation]) => {
        const { subject, who } = this.cells.get(id)!
        return { subject, who, ...evaluation.draw(covered, points) }
      })
    }
  }

  private *judgeSubject(
    bench: Bench,
    cell: Cell,
    records: ReadonlyArray<Observation>
  ): Generator<void, void, void> {
    for (let i = 0; i < records.length;) {
      const from = i,
        { at, subject } = records[i]!
      while (i < records.length && records[i]!.at === at) i++
      if (cell.subject.deviceId !== subject.deviceId) {
        cell.subject = subject
        cell.who = {
          ...cell.who,
          device: { id: subject.deviceId, name: this.trial.devices.get(subject.deviceId) ?? subject.deviceId }
        }
      }
      yield* this.tick(bench, cell, at - 1)
      const before = cell.placements,
        seen = asSeen(cell, records.slice(from, i))
      judgeInstant(bench, cell, seen, 0, seen.length)
      const evaluation = this.evaluations.get(subject.id)
      if (evaluation !== undefined) {
        const sample = seen.findLast((o) => isTriggeredBy(this.rule, o))
        if (sample !== undefined) evaluation.note(at, this.rule.evaluate(cell.facts(at, sample, before)))
      }
      yield
    }
  }

  private *tick(bench: Bench, cell: Cell, to: number): Generator<void, void, void> {
    const evaluation = this.evaluations.get(cell.subject.id),
      { everyMs } = this.rule
    for (let at = cell.nextTick; at <= to; at = cell.nextTick) {
      judgeTicks(bench, cell, at)
      if (evaluation !== undefined && everyMs !== null && at % everyMs === 0)
        evaluation.note(at, this.rule.evaluate(cell.facts(at, null, cell.placements)))
      yield
    }
    judgeTicks(bench, cell, to)
  }

  private collect({ events, failures }: Changes): void {
    const own = events.filter((e) => e.rule === this.rule).sort(byTime)
    this.total += own.length
    this.events.push(...own.slice(0, MAX_EVENTS - this.events.length))
    this.failures.push(...failures.slice(0, 1))
    if (this.trial.baseline === null) return
    const others = new Map(
      events
        .filter((e) => e.rule !== this.rule)
        .sort(byTime)
        .map((e) => [sameness(e), e])
    )
    for (const event of own) this.compare(others.delete(sameness(event)) ? "unchanged" : "added", event)
    for (const event of others.values()) this.compare("removed", event)
  }

  private compare(as: "added" | "removed" | "unchanged", event: NewEvent): void {
    this.compared.totals[as]++
    if (this.compared[as].length < MAX_EVENTS) this.compared[as].push(event)
  }
}
