// What arrived late, or was changed afterwards: the subject's past is judged again from there on, and what
// should have happened takes the place of what did. Runs between two batches of the log, as a batch of its
// own; what is too much for one is cut, and goes on in the next.
import { Cause, Effect } from "effect"
import { partitionOf, PARTITIONS } from "../../domain/intake/LogEntry.ts"
import { type Subject, subjectKey } from "../../domain/rule/Observation.ts"
import type { BatchLimits } from "./AdaptiveBatchLimit.ts"
import { BatchResult } from "../evaluate/BatchResult.ts"
import { deadlinesOf } from "../evaluate/handOverActors.ts"
import type { EngineState } from "./EngineState.ts"
import { Fenced, Ids, LateSpans, type Span, type TooLarge, Unfit } from "../ports.ts"
import type { Preparer } from "./prepare.ts"
import { makeReplaySpans } from "./replaySpans.ts"
import { type ReplayedTask, addRewrite } from "./addRewrite.ts"
import { ReplayQueue } from "./ReplayQueue.ts"

export interface LateLaneOptions {
  /** a subject is left alone until no change was noted for so long: uploads come in many pieces */
  readonly quietMs: number
}

/** Whoever sends old records without a pause does not put it off for longer, ms. */
const MAX_QUIET_WAIT_MS = 10_000
/**
 * How often changes are looked for while there are none, and taken while the log is behind, ms; more often
 * where they need not rest so long.
 */
const POLL_MS = 1000
/** Subjects that are looked at: whose turn it is, is decided among them. */
const MAX_QUEUED_SUBJECTS = 100

type Commit = (changes: BatchResult) => Effect.Effect<void, Fenced | TooLarge | Unfit>

export interface LateLane {
  /** Learns which pasts were under way when the owner before this one ended. */
  readonly open: (engineState: EngineState) => Effect.Effect<void>
  /**
   * Takes a piece of a few pasts that are due; null: none is. `atEnd`: partitions whose log was read to its
   * end, and whose timers have gone off, at `now`. `bounds`: what the piece may cost.
   */
  readonly take: (
    engineState: EngineState,
    atEnd: ReadonlySet<number>,
    now: number,
    commit: Commit,
    bounds: BatchLimits
  ) => Effect.Effect<true | null, Fenced | TooLarge | Unfit>
}

export const makeLateLane = (preparing: Preparer, { quietMs }: LateLaneOptions) =>
  Effect.gen(function* () {
    const spans = yield* LateSpans
    const ids = yield* Ids
    const rejudge = yield* makeReplaySpans

    const lookMs = Math.min(POLL_MS, quietMs),
      patienceMs = Math.max(quietMs, MAX_QUIET_WAIT_MS)
    let lookAt = -Infinity
    // who is in trouble, and whose turn it was, outlives the memory that a failure drops
    const rounds = new ReplayQueue()

    const takeRound = Effect.fnUntraced(function* (
      engineState: EngineState,
      whole: ReadonlyArray<Span>,
      atEnd: ReadonlySet<number>,
      now: number,
      commit: Commit,
      bounds: BatchLimits
    ) {
      const wanted = new Map(
        whole.map(({ subject: { deviceId, entityId, projectId } }): [string, Subject] => {
          const subject = engineState.subjectOf(projectId, deviceId, entityId),
            key = subjectKey(subject)
          return [key, engineState.subjectActors.get(key)?.subject ?? subject]
        })
      )
      /** What is decided of these subjects is committed by the owner of their partitions. */
      const owned = (changes: BatchResult) => {
        engineState.touchCursors(
          [...wanted.values()].map((s) => partitionOf(s.id)),
          changes
        )
        return changes
      }
      // editions that have not judged the subjects yet begin before their past is judged again
      const beginning = new BatchResult(now)
      const { parked, ready } = yield* preparing.prepare(engineState, wanted, beginning)
      if (!beginning.isEmpty) yield* commit(owned(beginning))
      const round = whole.filter((span) => !parked.has(span.subject.projectId))
      if (round.length === 0) return null

      const givenUp = rounds.giveUpReason(round)
      const able =
        givenUp !== null
          ? []
          : round.flatMap((span) =>
              ready.has(subjectKey(span.subject))
                ? [{ span, ready: ready.get(subjectKey(span.subject))! }]
                : []
            )
      const done = yield* rejudge(engineState, able, atEnd, now, bounds)
      const changes = owned(new BatchResult(now))
      for (const one of done) addRewrite(one, changes, ids.next)
      const dismissed = round.filter((span) => !able.some((a) => a.span === span))
      for (const span of dismissed) changes.dismissed.push({ span, failure: givenUp, traceId: ids.next() })
      yield* commit(changes)
      rounds.recordSuccess([...done.map((d) => d.task.span), ...dismissed])
      for (const { subject } of dismissed) engineState.setReplayState(subjectKey(subject), null)
      for (const one of done) adoptReplayed(engineState, one)
      return true
    })

    const take: LateLane["take"] = Effect.fnUntraced(function* (engineState, atEnd, now, commit, bounds) {
      if (now < lookAt) return null
      const due = yield* spans.due({ now, quietMs, patienceMs, most: MAX_QUEUED_SUBJECTS })
      const round = rounds.nextRound(due, now)
      // while the log grows faster than it is read, live batches come first
      lookAt = round.length === 0 || atEnd.size < PARTITIONS ? now + lookMs : -Infinity
      if (round.length === 0) return null
      return yield* takeRound(engineState, round, atEnd, now, commit, bounds).pipe(
        Effect.tapCause((cause) =>
          Effect.sync(() => {
            const error = Cause.squash(cause)
            if (Cause.hasInterruptsOnly(cause) || error instanceof Fenced) return
            rounds.recordFailure(
              round,
              error instanceof Error ? error.message : String(error),
              error instanceof Unfit,
              now
            )
          })
        )
      )
    })

    const open: LateLane["open"] = (engineState) =>
      Effect.map(spans.begun, (begun) => {
        for (const { from, judged, subject } of begun)
          engineState.setReplayState(subjectKey(subject), { to: from - 1, judged })
      })

    return { open, take } satisfies LateLane
  })

/**
 * What the last piece of a past ends with is what is remembered from now on. Of a piece before it only the
 * deadlines count: an edition that comes judges none of them anew.
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
  const key = subjectKey(subjectActor.subject)
  if (to < Infinity) return engineState.setReplayState(key, { to, judged: deadlinesOf(subjectActor.actors) })
  engineState.setReplayState(key, null)
  subjectActor.lapsed = before.lapsed
  subjectActor.settledTo = before.settledTo
  engineState.subjectActors.set(key, subjectActor)
  // those that have a state are followed with the commit
  const partition = partitionOf(subjectActor.subject.id)
  for (const ruleId of before.actors?.keys() ?? [])
    if (subjectActor.actors?.has(ruleId) !== true) engineState.ruleActors.cancel(partition, ruleId, key)
}
