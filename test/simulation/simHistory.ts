// What the bench reads of a past, on the simulated tables: nothing is left out, nothing is slow.
import { Effect } from "effect"
import { SubjectHistory } from "../../src/backtest/ports.ts"
import { Hearing } from "../../src/domain/hearing/Hearing.ts"
import { reportersOf } from "../../src/domain/rule/scope.ts"
import { inOrder, type Observation, type Subject } from "../../src/domain/rule/Observation.ts"
import { delayedSendTimes } from "../support/engine/memoryHistory.ts"
import { readsOne } from "../support/engine/benched.ts"
import type { Database } from "./Database.ts"
import { arrivalsOf, periodsOf, recalled } from "./recollection.ts"

interface Stretch {
  readonly from: number
  readonly to: number
}

export const simHistory = (db: Database): SubjectHistory["Service"] => {
  const each = <A>(subjects: ReadonlyArray<Subject>, of: (subject: Subject) => A | undefined) =>
    Effect.sync(
      () =>
        new Map(
          subjects.flatMap((s): ReadonlyArray<[string, A]> => {
            const found = of(s)
            return found === undefined ? [] : [[s.id, found]]
          })
        )
    )
  const recordsOf = (subject: Subject, { from, to }: Stretch): ReadonlyArray<Observation> =>
    db.known(subject, null).filter((o) => o.at >= from && o.at < to)
  return SubjectHistory.of({
    recall: (subjects, at, needs) =>
      each(subjects, (subject) => recalled(db, { subject, from: at, to: at }, needs, null)),
    editions: (subjects) => each(subjects, (subject) => periodsOf(db, subject)),
    waiting: (subjects, ruleId, before) =>
      Effect.sync(() =>
        subjects
          .filter(({ id }) => {
            const last = db.transitions.of(id).filter((t) => t.ruleId === ruleId && t.at < before)
            const state = last.toSorted((a, b) => a.at - b.at).at(-1)?.state
            return state !== undefined && (state.arrivedAt !== null || state.holds.length > 0)
          })
          .map(({ id }) => id)
      ),
    weigh: (subjects, at, { spans }) =>
      each(subjects, (subject) => {
        const rows = [...spans].flatMap(([metric, seconds]) =>
          recordsOf(subject, { from: at - seconds * 1000 + 1, to: at }).filter(
            (o) => o._tag === "Measurement" && o.metric === metric
          )
        )
        return rows.length === 0 ? undefined : rows.length
      }),
    lastSeen: (_, subjects, before) =>
      each(subjects, (subject) => arrivalsOf(db, subject, null).findLast((at) => at < before)),
    hearing: Effect.sync(() => new Hearing(db.outages)),
    reporters: (subjects) => each(subjects, (subject) => reportersOf(db.people.get(subject.id)!.who)),
    delayedSendTimes: ({ limit, subjects }, stretches) =>
      Effect.sync(() =>
        subjects
          .flatMap((subject) =>
            delayedSendTimes(db.known(subject, null), stretches).map((at) => ({ subjectId: subject.id, at }))
          )
          .sort((a, b) => a.at - b.at)
          .slice(0, limit)
      ),
    beginnings: (subjects, from, to) => each(subjects, (subject) => recordsOf(subject, { from, to })[0]?.at),
    records: ({ limit, subjects, ...stretch }, reads) =>
      Effect.sync(() =>
        subjects
          .flatMap((subject) => recordsOf(subject, stretch))
          .filter(readsOne(reads))
          .sort(inOrder)
          .slice(0, limit)
      ),
    arrivals: ({ from, limit, subjects, to }) =>
      Effect.sync(() =>
        subjects
          .flatMap((subject) =>
            arrivalsOf(db, subject, null)
              .filter((at) => at >= from && at < to)
              .map((at) => ({ subjectId: subject.id, at }))
          )
          .sort((a, b) => a.at - b.at)
          .slice(0, limit)
      )
  })
}
