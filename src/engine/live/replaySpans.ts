// Replays the pasts of some subjects from what is stored: each a piece, as far as the turn allows.
import { Effect } from "effect"
import { partitionOf } from "../../domain/intake/LogEntry.ts"
import { withScopeKey } from "../../domain/rule/scope.ts"
import { type RuleSet, makeRuleSet } from "../evaluate/RuleSet.ts"
import { type BatchLimits, TurnBudget } from "./AdaptiveBatchLimit.ts"
import type { Work } from "../evaluate/BatchResult.ts"
import type { EngineState } from "./EngineState.ts"
import { needsOf } from "../evaluate/Needs.ts"
import { type Edition, History, Ids, type Memory, RuleSetSource } from "../ports.ts"
import type { RuleSetPeriod } from "../past/ReplayInput.ts"
import { replayInSteps } from "../past/replay.ts"
import { carryJudged } from "../past/Timeline.ts"
import type { ReplayedTask, ReplayTask, ReplayRequest } from "./makeRewrites.ts"
import { addDelayedArrivals } from "./addDelayedArrivals.ts"

/** MAX_CACHED_RULE_SETS bounds the rule sets of past editions that are kept ready. */
const MAX_CACHED_RULE_SETS = 64
/** MAX_RECORDS_PER_READ bounds the records of a kind that are read of one past at once. */
const MAX_RECORDS_PER_READ = 2000

const stretchOf = (
  {
    from,
    ready: {
      subjectActor: { subject }
    }
  }: ReplayTask,
  to = Infinity
) => ({ subject, from, to })

/**
 * Returns the moments before a span about which a decision was made inside it: deadlines that had passed when
 * a version with a shorter hold came. The replay has to begin with them, or it would start from a state that
 * was not known yet.
 */
const decidedLater = ({ periods, from, span }: ReplayTask, { decided }: Memory): ReadonlyArray<number> =>
  // an unfinished replay has begun with them and continues where it was cut
  [...((span.begun ? null : decided) ?? [])].flatMap(([ruleId, { at, version }]) => {
    const first = periods.findIndex(({ ruleSet }) => ruleSet.byId.get(ruleId)?.version === version)
    if (first < 0) return []
    const isTicked = periods[first]!.ruleSet.byId.get(ruleId)!.everyMs !== null
    // a later period evaluates from its own beginning on
    const begins = periods
      .slice(first)
      .map(({ recordsAfter, ticksAfter }) => (isTicked ? Math.max(recordsAfter, ticksAfter) : recordsAfter))
    return Math.min(...begins) >= from ? [at] : []
  })

/**
 * Returns the editions that evaluate anything from a moment on: all since the last one fully in force before
 * it.
 */
const since = (editions: ReadonlyArray<Edition>, from: number): ReadonlyArray<Edition> =>
  editions.slice(
    Math.max(
      0,
      editions.findLastIndex(
        ({ judged, recordsAfter, ticksAfter }) =>
          Math.max(recordsAfter, ticksAfter, ...judged.values()) < from
      )
    )
  )

/** Makes the replay of spans. */
export const makeReplaySpans = Effect.gen(function* () {
  const history = yield* History
  const ruleSetSource = yield* RuleSetSource
  const ids = yield* Ids
  const ruleSets = new Map<string, RuleSet>()

  const ruleSetOf = Effect.fnUntraced(function* (
    engineState: EngineState,
    projectId: string,
    version: number
  ) {
    const current = engineState.ruleSets.get(projectId)
    if (current?.version === version) return current
    const key = `${projectId} ${version}`,
      known = ruleSets.get(key)
    if (known !== undefined) return known
    const ruleSet = makeRuleSet(projectId, yield* ruleSetSource.at(projectId, version))
    if (ruleSets.size >= MAX_CACHED_RULE_SETS) ruleSets.delete(ruleSets.keys().next().value!)
    ruleSets.set(key, ruleSet)
    return ruleSet
  })

  const startOf = ({
    ready: {
      subjectActor: { tickedTo, watermark }
    },
    span
  }: ReplayRequest): number => {
    const judgedTo = Math.max(watermark, tickedTo)
    // an unfinished replay continues where it was cut
    return Number.isFinite(judgedTo) && !span.begun ? Math.min(span.from, judgedTo + 1) : span.from
  }

  const taskOf = Effect.fnUntraced(function* (
    engineState: EngineState,
    { ready, span }: ReplayRequest,
    editions: ReadonlyArray<Edition>,
    from: number
  ) {
    const { subject, who } = ready.subjectActor
    const periods: Array<RuleSetPeriod> = []
    for (const { beganAt, judged, recordsAfter, scopeKey, ticksAfter, version } of since(
      carryJudged(editions),
      from
    )) {
      periods.push({
        ruleSet: yield* ruleSetOf(engineState, subject.projectId, version),
        recordsAfter,
        ticksAfter,
        judged,
        who: withScopeKey(who, scopeKey),
        beganAt
      })
    }
    return { span, ready, from, periods } satisfies ReplayTask
  })

  /**
   * Replays spans until the turn is spent; the remaining ones are not in the answer. `atEnd`: partitions
   * whose timers have fired up to `now`.
   */
  return Effect.fnUntraced(function* (
    engineState: EngineState,
    wanted: ReadonlyArray<ReplayRequest>,
    atEnd: ReadonlySet<number>,
    now: number,
    limits: BatchLimits
  ) {
    if (wanted.length === 0) return []
    const part = (whole: number) => Math.max(1, Math.floor(whole / wanted.length))
    const editions = yield* history.editions(wanted.map((w) => w.ready.subjectActor.subject))
    const recalledFrom = Effect.fnUntraced(function* (starts: ReadonlyArray<number>) {
      const tasks = yield* Effect.forEach(wanted, (w, i) =>
        taskOf(engineState, w, editions.get(w.span.subject.id)!, starts[i]!)
      )
      const needs = needsOf(tasks.flatMap((t) => t.periods.flatMap((c) => c.ruleSet.rules)))
      return {
        tasks,
        memories: yield* history.recall(
          tasks.map((t) => stretchOf(t)),
          needs,
          engineState.progress
        )
      }
    })
    const earliest = ({ memories, tasks }: Effect.Success<ReturnType<typeof recalledFrom>>) =>
      tasks.map((t) => Math.min(t.from, ...decidedLater(t, memories.get(t.span.subject.id)!)))
    let known = yield* recalledFrom(wanted.map(startOf)),
      starts = earliest(known)
    while (starts.some((at, i) => at < known.tasks[i]!.from)) {
      known = yield* recalledFrom(starts)
      starts = earliest(known)
    }
    const { memories, tasks } = known
    const stretches = tasks.map((t) => stretchOf(t))
    const pieces = yield* history.records(stretches, engineState.progress, {
      records: Math.min(MAX_RECORDS_PER_READ, part(limits.records)),
      decided: part(limits.events)
    })
    const pieceOf = ({ ready: { subjectActor } }: ReplayTask) => pieces.get(subjectActor.subject.id)!
    const asked = tasks.filter((t) => t.periods.some((c) => c.ruleSet.onTick.length > 0))
    const receipts =
      asked.length === 0
        ? new Map<string, ReadonlyArray<number>>()
        : yield* history.arrivals(
            asked.map((t) => stretchOf(t, pieceOf(t).until)),
            engineState.progress
          )
    const arrivals = yield* addDelayedArrivals(history, engineState, asked, receipts, (t) => pieceOf(t).until)
    const done: Array<ReplayedTask> = []
    const work: Work = { events: 0, evaluations: 0, bytes: 0 },
      turn = new TurnBudget(work, limits)
    for (const [i, task] of tasks.entries()) {
      if (i > 0 && turn.isSpent) break
      const {
          periods,
          from,
          ready: { subjectActor }
        } = task,
        { id } = subjectActor.subject
      const { hasMore, records, until } = pieceOf(task)
      const steps = replayInSteps({
        subject: subjectActor.subject,
        who: subjectActor.who,
        memory: memories.get(id)!,
        arrivals: arrivals.get(id) ?? null,
        hearing: engineState.hearing,
        periods,
        records,
        until,
        hasMore,
        isSpent: turn.share(tasks.length - i),
        work,
        now,
        late: true,
        nextId: ids.next,
        ticksFrom: from - 1,
        ticksTo: subjectActor.tickedTo,
        deadlinesTo: (ruleId) => subjectActor.actors?.get(ruleId)?.state.judgedTo ?? -Infinity,
        timersTo:
          atEnd.has(partitionOf(id)) &&
          engineState.passesTime(subjectActor.subject.projectId, partitionOf(id))
            ? now
            : -Infinity
      })
      let step = steps.next()
      for (; step.done !== true; step = steps.next()) yield* Effect.yieldNow
      const { subjectActor: after, to } = step.value
      // the replay has arrivals only since it began; the ticks still to come may need older ones
      after.arrivals = subjectActor.arrivals === null ? null : [...subjectActor.arrivals]
      after.delayed = subjectActor.delayed
      // ticks between the newest evaluated one and a change beyond it are still to come
      const ticked = Math.max(subjectActor.tickedTo, subjectActor.watermark - 1)
      if (after.tickedTo < from && ticked < from - 1) after.setTickedTo(ticked)
      done.push({
        task,
        replayed: step.value,
        records: to === Infinity ? records.length : records.filter((r) => r.at <= to).length
      })
    }
    return done
  })
})
