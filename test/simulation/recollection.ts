// What the simulated tables say of a subject: now, and as it was.
import { LOOKBACK_MS } from "../../src/domain/rule/Facts.ts"
import type { Subject } from "../../src/domain/rule/Observation.ts"
import type { Needs } from "../../src/engine/evaluate/Needs.ts"
import type { ScheduledSubject, Memory, LogProgress, HistorySpan } from "../../src/engine/ports.ts"
import { factsOf } from "../support/engine/memoryHistory.ts"
import type { Database } from "./Database.ts"
import { isJudged } from "./lanes.ts"

const subjectActorOf = ({ id, projectId }: Subject) => `${projectId} ${id}`
export const periodsOf = (db: Database, subject: Subject) =>
  db.periods.filter((c) => c.subject === subjectActorOf(subject))

/** When anything of a subject arrived, ascending. */
export const arrivalsOf = (
  db: Database,
  subject: Subject,
  reading: LogProgress | null
): ReadonlyArray<number> =>
  [...new Set(db.known(subject, reading).map((o) => o.receivedAt))].sort((a, b) => a - b)

/** Facts from records, those left out that the newest of them is too new for. */
const knownFacts = (records: Parameters<typeof factsOf>[0], needs: Needs) => {
  const watermark = records.at(-1)?.at ?? null,
    moment = watermark ?? 0
  const facts = factsOf(
    records.filter((o) => o.at >= moment - LOOKBACK_MS),
    needs
  )
  const samples = new Map(
    [...facts.samples].map(([metric, list]) => [
      metric,
      list.filter((s) => s.at > moment - needs.spans.get(metric)! * 1000)
    ])
  )
  return { ...facts, samples, watermark }
}

export const memoryOf = (db: Database, subject: Subject, reading: LogProgress, needs: Needs): Memory => {
  const records = db.known(subject, reading),
    period = periodsOf(db, subject).at(-1)
  return {
    ...knownFacts(records, needs),
    placements: db.placements.get(subjectActorOf(subject)) ?? new Map(),
    states: [...db.states.values()].filter((s) => s.subject.id === subject.id),
    edition: period?.version ?? null,
    scopeKey: period?.scopeKey ?? null,
    ticksAfter: period?.ticksAfter ?? -Infinity,
    judged: period?.judged ?? new Map()
  }
}

export const recalled = (
  db: Database,
  { from, subject }: HistorySpan,
  needs: Needs,
  reading: LogProgress | null
): Memory => {
  const moves = db.moves
    .of(subjectActorOf(subject))
    .filter((m) => m.at < from)
    .toSorted((a, b) => a.at - b.at)
  const last = db.lastBefore(subject, from)
  return {
    ...knownFacts(
      db.known(subject, reading).filter((o) => o.at < from),
      needs
    ),
    placements: new Map(
      needs.positionFilters
        .flatMap(({ key }) => moves.findLast((m) => m.filterKey === key) ?? [])
        .map((m) => [m.filterKey, m.placement])
    ),
    states: [...last.values()],
    decided: new Map([...last].map(([ruleId, { at, version }]) => [ruleId, { at, version }])),
    edition: null,
    scopeKey: null,
    ticksAfter: -Infinity,
    judged: new Map()
  }
}

export const rollOf = (
  db: Database,
  projectId: string,
  reading: LogProgress,
  since: number
): ReadonlyArray<ScheduledSubject> => {
  const subjects = new Map(
    [...db.records.values()]
      .filter(
        (r) => r.seen.subject.projectId === projectId && isJudged(reading, r.seen.subject.id, projectId)(r)
      )
      .map(({ seen }) => [seen.subject.id, seen.subject])
  )
  return [...subjects.values()].map((subject) => {
    const arrivals = arrivalsOf(db, subject, reading)
    return {
      subject,
      delayed: db
        .known(subject, reading)
        .filter((o) => o.receivedAt > since && o.at < o.receivedAt)
        .map((o) => ({ sentAt: o.at, receivedAt: o.receivedAt })),
      arrivals: arrivals.slice(
        Math.max(
          0,
          arrivals.findLastIndex((r) => r <= since)
        )
      )
    }
  })
}
