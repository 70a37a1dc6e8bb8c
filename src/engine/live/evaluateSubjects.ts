// Evaluates the records of several subjects, one after the other, with pauses for other fibers.
import { Effect } from "effect"
import type { Subject } from "../../domain/rule/Observation.ts"
import { evaluateRecords, type SubjectRecords } from "../evaluate/evaluate.ts"
import type { IsSpent } from "../evaluate/EvaluationContext.ts"
import type { LanePlace } from "../evaluate/Lane.ts"
import { ticksUpTo } from "../evaluate/ticks.ts"
import type { Prepared } from "./prepare.ts"

/** STEPS_PER_YIELD is the number of steps after which other fibers of the process run. */
export const STEPS_PER_YIELD = 512

/** Returns the subjects of some records, by key. */
export const wantedOf = (subjects: Iterable<SubjectRecords>): Map<string, Subject> =>
  new Map([...subjects].map(({ key, subject }) => [key, subject]))

/** Evaluates subjects in order until the turn is spent; returns where it stopped, null: all are evaluated. */
export const evaluateSubjects = Effect.fnUntraced(function* (
  subjects: ReadonlyArray<SubjectRecords>,
  { ready }: Prepared,
  isSpent: IsSpent
) {
  let steps = 0
  for (const [i, { key, records, subject }] of subjects.entries()) {
    const prepared = ready.get(key)
    if (prepared === undefined) continue
    const { context, subjectActor } = prepared
    steps +=
      records.length +
      ticksUpTo(subjectActor.applicable.onTick, subjectActor.tickedTo, records[records.length - 1]!.at)
    const stopped = evaluateRecords(context, subjectActor, records, isSpent)
    if (stopped !== null) return { subjectId: subject.id, ...stopped } satisfies LanePlace
    if (i + 1 < subjects.length && isSpent())
      return { subjectId: subject.id, at: records[records.length - 1]!.at, ticked: false } satisfies LanePlace
    if (steps < STEPS_PER_YIELD) continue
    steps = 0
    yield* Effect.yieldNow
  }
  return null
})
