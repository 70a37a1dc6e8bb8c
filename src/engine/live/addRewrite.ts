// Adds a replayed past to the changes of a batch.
import type { BatchResult } from "../evaluate/BatchResult.ts"
import type { LateSpan } from "../ports.ts"
import type { ReadySubject } from "./prepare.ts"
import type { RuleSetPeriod, ReplayResult } from "../past/ReplayInput.ts"

/** ReplayRequest is a span to replay and the subject's actor. */
export interface ReplayRequest {
  readonly span: LateSpan
  readonly ready: ReadySubject
}

/** ReplayTask is a request with the editions that judge it. */
export interface ReplayTask extends ReplayRequest {
  /** effective time of the first moment that is replayed */
  readonly from: number
  readonly periods: ReadonlyArray<RuleSetPeriod>
}

/** ReplayedTask is a task with its result. */
export interface ReplayedTask {
  readonly task: ReplayTask
  readonly replayed: ReplayResult
  readonly records: number
}

/** Adds the result of a replay to the changes of a batch. */
export const addRewrite = (
  { records, replayed, task: { periods, from, ready, span } }: ReplayedTask,
  changes: BatchResult,
  nextId: () => string
): void => {
  const {
    subjectActor,
    changes: { ended, events, failures, moves, transitions },
    judgesOf,
    open,
    to
  } = replayed
  changes.transitions.push(...transitions)
  changes.moves.push(...moves)
  if (to === Infinity)
    for (const actor of subjectActor.actors?.values() ?? []) changes.states.set(actor, subjectActor.subject)
  // a version that failed supersedes nothing; only a failure of the version in force is reported
  const failing = new Set(failures.map((f) => `${f.rule.id} ${f.rule.version}`))
  for (const failure of failures) {
    const { ruleSet } = ready.context
    if (ruleSet.byId.get(failure.rule.id)?.version !== failure.rule.version) continue
    ruleSet.failing.set(failure.rule.id, subjectActor.subject.id)
    changes.fail(failure, nextId)
  }
  // at a cut the replay places the subject through filters that no rule uses now; the last piece also through
  // those in use
  const inUse = new Set(to === Infinity ? [] : ready.context.ruleSet.needs.positionFilters.map((l) => l.key))
  changes.rewrites.push({
    span: { ...span, from },
    to,
    traceId: nextId(),
    records,
    events,
    open,
    endings: new Map(ended.map(({ after, at, eventId }) => [eventId, { at, after: after ?? null }])),
    placements: subjectActor.placements,
    filterKeys: [
      ...new Set(periods.flatMap((c) => c.ruleSet.needs.positionFilters.map((l) => l.key)))
    ].filter((key) => !inUse.has(key)),
    isJudgedBy: ({ at, features: drawn, ruleId, version }) =>
      !failing.has(`${ruleId} ${version}`) &&
      judgesOf(ruleId, at, version).some(({ features }) =>
        drawn.every(({ id, revision }) => features.some((f) => f.id === id && f.revision === revision))
      )
  })
}
