// Replays pasts that changed: from a late or curated record on, a subject is evaluated again, and the new events
// replace the old ones. Runs between two batches of the log as a batch of its own; a past too large for one
// is cut and continued in the next.
import { Cause, Effect } from "effect"
import { partitionOf } from "../../domain/intake/LogEntry.ts"
import { type Subject, subjectKey } from "../../domain/rule/Observation.ts"
import type { BatchLimits } from "./AdaptiveBatchLimit.ts"
import { type BatchResult, isEmptyBatch, makeBatch } from "../evaluate/BatchResult.ts"
import { deadlinesOf } from "../evaluate/handOverActors.ts"
import type { EngineState } from "./EngineState.ts"
import { Fenced, Ids, LateSpans, type LateSpan, type TooLarge, Unfit } from "../ports.ts"
import type { Preparer } from "./prepare.ts"
import { makeReplaySpans } from "./replaySpans.ts"
import { type ReplayedTask, makeRewrites } from "./makeRewrites.ts"
import { ReplayQueue } from "./ReplayQueue.ts"

/** LateLaneOptions are the settings of the late lane. */
interface LateLaneOptions {
  /** a subject is replayed when no change was noted for so long: uploads come in many pieces */
  readonly quietMs: number
}

/** MAX_QUIET_WAIT_MS bounds how long a device that keeps sending old records delays its replay. */
const MAX_QUIET_WAIT_MS = 10_000
/**
 * POLL_MS is how often changes are looked for while there are none, and replayed while the log is behind;
 * `quietMs` where that is shorter.
 */
const POLL_MS = 1000
/** MAX_QUEUED_SUBJECTS is the number of subjects among which the next round is chosen. */
const MAX_QUEUED_SUBJECTS = 100

type Commit = (changes: BatchResult) => Effect.Effect<void, Fenced | TooLarge | Unfit>

/** LateLane replays changed pasts for an engine. */
export interface LateLane {
  /** Reads which replays the previous owners of partitions left unfinished. */
  readonly open: (engineState: EngineState, partitions: ReadonlyArray<number>) => Effect.Effect<void>
  /**
   * Replays a piece of the next few pasts; null: none is due. `atEnd`: partitions whose log was read to its
   * end, and whose timers have fired, at `now`. `limits`: the most that the piece may contain.
   */
  readonly take: (
    engineState: EngineState,
    atEnd: ReadonlySet<number>,
    now: number,
    commit: Commit,
    limits: BatchLimits
  ) => Effect.Effect<true | null, Fenced | TooLarge | Unfit>
}

/** Makes the late lane of an engine. */
export const makeLateLane = (preparer: Preparer, { quietMs }: LateLaneOptions) =>
  Effect.gen(function* () {
    const spans = yield* LateSpans
    const ids = yield* Ids
    const replaySpans = yield* makeReplaySpans

    const lookMs = Math.min(POLL_MS, quietMs),
      maxWaitMs = Math.max(quietMs, MAX_QUIET_WAIT_MS)
    let lookAt = -Infinity
    // failures and turns outlive the memory that a failure drops
    const queue = new ReplayQueue()

    const takeRound = Effect.fnUntraced(function* (
      engineState: EngineState,
      whole: ReadonlyArray<LateSpan>,
      atEnd: ReadonlySet<number>,
      now: number,
      commit: Commit,
      limits: BatchLimits
    ) {
      const wanted = new Map(
        whole.map(({ subject: { deviceId, entityId, projectId } }): [string, Subject] => {
          const subject = engineState.subjectOf(projectId, deviceId, entityId),
            key = subjectKey(subject)
          return [key, engineState.subjectActors.get(key)?.subject ?? subject]
        })
      )
      // with the cursors of the subjects' partitions, so that only their owner can commit
      const cursors = engineState.unmovedCursors([...wanted.values()].map((s) => partitionOf(s.id)))
      const { adoptions, decisions, parked, periods, ready } = yield* preparer.prepare(
        engineState,
        wanted,
        now
      )
      // an edition that has not evaluated a subject yet begins before the subject is replayed
      const beginning = decisions.batch({ adoptions, periods })
      if (!isEmptyBatch(beginning)) {
        yield* commit({ ...beginning, cursors })
        for (const [key, { subjectActor }] of ready) engineState.take(key, subjectActor)
      }
      const round = whole.filter((span) => !parked.has(span.subject.projectId))
      if (round.length === 0) return null

      const givenUp = queue.giveUpReason(round)
      const able =
        givenUp !== null
          ? []
          : round.flatMap((span) =>
              ready.has(subjectKey(span.subject))
                ? [{ span, ready: ready.get(subjectKey(span.subject))! }]
                : []
            )
      const done = yield* replaySpans(engineState, able, atEnd, now, limits)
      const rewritten = makeRewrites(done, ids.next)
      const dismissed = round.filter((span) => !able.some((a) => a.span === span))
      yield* commit(
        makeBatch(now, {
          ...rewritten,
          cursors,
          dismissed: dismissed.map((span) => ({ span, failure: givenUp, traceId: ids.next() }))
        })
      )
      queue.recordSuccess([...done.map((d) => d.task.span), ...dismissed])
      for (const { subject } of dismissed) engineState.setReplayState(subject, null)
      for (const one of done) adoptReplayed(engineState, one)
      return true
    })

    const take: LateLane["take"] = Effect.fnUntraced(function* (engineState, atEnd, now, commit, limits) {
      if (now < lookAt) return null
      const { partitions } = engineState,
        due = yield* spans.due({ partitions, now, quietMs, maxWaitMs, most: MAX_QUEUED_SUBJECTS })
      const round = queue.nextRound(due, now)
      // while the log grows faster than it is read, live batches come first
      lookAt = round.length === 0 || atEnd.size < partitions.length ? now + lookMs : -Infinity
      if (round.length === 0) return null
      return yield* takeRound(engineState, round, atEnd, now, commit, limits).pipe(
        Effect.tapCause((cause) =>
          Effect.sync(() => {
            const error = Cause.squash(cause)
            if (Cause.hasInterruptsOnly(cause) || error instanceof Fenced) return
            queue.recordFailure(
              round,
              error instanceof Error ? error.message : String(error),
              error instanceof Unfit,
              now
            )
          })
        )
      )
    })

    const open: LateLane["open"] = (engineState, partitions) =>
      Effect.map(spans.unfinished(partitions), (begun) => {
        for (const { from, judged, subject } of begun)
          engineState.setReplayState(subject, { to: from - 1, judged })
      })

    return { open, take } satisfies LateLane
  })

/**
 * Replaces the actor of a subject after the last piece of its replay. After an earlier piece only the
 * evaluated deadlines are kept, so that a new edition does not evaluate them again.
 */
const adoptReplayed = (
  engineState: EngineState,
  {
    replayed: { subjectActor, to },
    task: {
      ready: { subjectActor: before }
    }
  }: ReplayedTask
): void => {
  const { subject } = subjectActor
  if (to < Infinity)
    return engineState.setReplayState(subject, { to, judged: deadlinesOf(subjectActor.actors) })
  engineState.setReplayState(subject, null)
  subjectActor.judgedDeadlines = before.judgedDeadlines
  subjectActor.decidedUpTo = before.decidedUpTo
  engineState.replaceActor(subjectKey(subject), subjectActor)
}
