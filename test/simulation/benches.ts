// Rules from chance on the bench: for each seed the production engine lives through a story on the simulated store,
// dies in it now and then, and hears of much of it late; what its rules have fired in the end stands beside what
// the bench says that they would have.
import { Effect } from "effect"
import { type BacktestReport, runBacktest } from "../../src/backtest/runBacktest.ts"
import type { RuleDocument } from "../../src/domain/rule/Document.ts"
import type { Subject } from "../../src/domain/rule/Observation.ts"
import { readsOf } from "../../src/domain/rule/Reads.ts"
import type { NewEvent } from "../../src/engine/evaluate/NewEvent.ts"
import { makeRuleSet } from "../../src/engine/evaluate/RuleSet.ts"
import type { RuleRow } from "../../src/engine/ports.ts"
import { linesOf, readsOne } from "../support/engine/benched.ts"
import { Chance } from "./Chance.ts"
import type { Database } from "./Database.ts"
import { makeStory } from "./makeStory.ts"
import { simHistory } from "./simHistory.ts"
import { tellWith } from "./simulate.ts"
import type { Story } from "./Story.ts"

/** The last hold has run out so long after the last record, and reminders go on; everybody is caught up. */
const REST_MS = 60_000

/** The same for the same seed. Nobody edits anything: all versions are in force for the whole of it. */
export const benchStoryOf = (seed: number): Story => ({ ...makeStory(seed, seed % 4 !== 0), edits: [] })

/** Where its tests begin. */
const beginningOf = ({ from, seed, to }: Story): number => {
  const chance = new Chance(seed, "bench")
  return chance.happens(0.3) ? from : chance.between(from, to)
}

export interface BenchOutcome {
  readonly rules: number
  /** rules that fired, and how often */
  readonly fired: number
  readonly events: number
  /** one for each rule whose test is not what the engine made, or of what broke in the story itself */
  readonly differences: ReadonlyArray<string>
}

/**
 * An event with all that it says. Where some of its subject's past came late it stands as it was told when it
 * was made, with what was known then; it is the same firing.
 */
const linesIn = (db: Database, unread: ReadonlySet<number>) => {
  const late = new Set([...db.spans, ...db.rewrites].map(({ subject }) => keyOf(subject)))
  return (events: ReadonlyArray<NewEvent>): ReadonlyArray<string> => [
    ...linesOf(
      events.filter((e) => !late.has(keyOf(e.subject))),
      unread
    ),
    ...events
      .filter((e) => late.has(keyOf(e.subject)))
      .map(({ at, key, title }) => JSON.stringify([at, key, title]))
      .sort()
  ]
}

const keyOf = (subject: Subject | string): string =>
  typeof subject === "string" ? subject : `${subject.projectId} ${subject.id}`

interface Benched {
  readonly rule: RuleRow
  /** the events that stand, as lines, sorted: those of the engine, and those of the test */
  readonly made: ReadonlyArray<string>
  readonly tested: ReadonlyArray<string>
  /** codes of evaluations that failed in the test */
  readonly failures: ReadonlyArray<string>
}

/** Instants at which something came that the rule does not read. */
const unreadBy = (rule: RuleRow, db: Database, projectId: string): ReadonlySet<number> => {
  const reads = readsOne(readsOf(makeRuleSet(projectId, { version: 1, features: [], rules: [rule] }).rules))
  return new Set(
    [...db.records.values()].flatMap(({ seen }) =>
      seen.subject.projectId !== projectId || reads(seen) ? [] : [seen.at]
    )
  )
}

const bench = (db: Database, story: Story, projectId: string, rule: RuleRow, document: unknown): Benched => {
  const from = beginningOf(story),
    to = story.to + REST_MS
  const { features } = db.ruleSet(projectId)
  const everybody = story.animals
    .filter((a) => a.projectId === projectId)
    .map(({ deviceId, entityId, id }) => ({
      subject: { id, projectId, deviceId, entityId },
      who: db.people.get(id)!.who
    }))
  const options = {
    projectId,
    candidate: { ...rule, document },
    baseline: null,
    features,
    edition: 1,
    from,
    to,
    now: to,
    devices: new Map(),
    draw: false
  }
  const inForce = [{ edition: 1, version: rule.version, blankFrom: rule.blankFrom, at: rule.activeFrom }]
  const report: BacktestReport = Effect.runSync(runBacktest(simHistory(db), options, everybody, inForce))
  const lines = linesIn(db, unreadBy(rule, db, projectId))
  const made = [...db.events.values()].flatMap(({ event, superseded }) =>
    event.rule.id === rule.id && !superseded && event.at >= from && event.at < to ? [event] : []
  )
  return {
    rule,
    made: lines(made),
    tested: lines(report.events),
    failures: [
      ...report.failures.map(({ code }) => code),
      ...(report.truncatedBy === null ? [] : [`ended by ${report.truncatedBy}`])
    ]
  }
}

/** The first event that one has and the other has not; null: they have the same. */
const firstDifference = ({ failures, made, rule, tested }: Benched): string | null => {
  const at = [...made, null].findIndex((line, i) => line !== (tested[i] ?? null))
  const document = JSON.stringify(rule.document)
  if (failures.length > 0) return `the test of ${document} failed: ${failures.join(", ")}`
  return at < 0
    ? null
    : `${document}\n    the engine: ${made[at] ?? "no more"}\n    the bench:  ${tested[at] ?? "no more"}`
}

/** `asTested`: what is tested in the place of a rule; the rule itself, unless a test of tests says otherwise. */
export const tellBench = (
  seed: number,
  asTested: (document: RuleDocument) => RuleDocument = (document) => document
): BenchOutcome => {
  const story = benchStoryOf(seed),
    { db, outcome } = tellWith(story)
  const all = story.projects.flatMap(({ id }) =>
    db.ruleSet(id).rules.map((rule) => bench(db, story, id, rule, asTested(rule.document as RuleDocument)))
  )
  return {
    rules: all.length,
    fired: all.filter(({ made }) => made.length > 0).length,
    events: all.reduce((sum, { made }) => sum + made.length, 0),
    differences: [...outcome.violations, ...all.flatMap((one) => firstDifference(one) ?? [])]
  }
}

/** Tells so many, one seed after the other, and writes what came of them; whether all agreed. */
export const tellBenches = (from: number, count: number, write: (text: string) => void): boolean => {
  const began = performance.now(),
    differing: Array<number> = []
  let rules = 0,
    fired = 0,
    events = 0
  for (let seed = from; seed < from + count; seed++) {
    const told = tellBench(seed)
    rules += told.rules
    fired += told.fired
    events += told.events
    if (told.differences.length === 0) continue
    differing.push(seed)
    write(
      `seed ${seed} differs:\n${told.differences.map((d) => `  ${d}\n`).join("")}  ` +
        `again: npm run simulate -- --benches 1 --from ${seed}\n`
    )
  }
  const seconds = (performance.now() - began) / 1000
  write(
    `${count} benches from ${from}: ${rules} rules, ${fired} of them fired, ${events} events in ` +
      `${seconds.toFixed(0)} s, ${(count / seconds).toFixed(1)} a second: ` +
      `${differing.length === 0 ? "no difference" : `${differing.length} differ: ${differing.join(" ")}`}\n`
  )
  return differing.length === 0
}
