// A past that was judged again, as changes of a batch.
import type { BatchResult } from "../evaluate/BatchResult.ts"
import type { Span } from "../ports.ts"
import type { ReadySubject } from "./prepare.ts"
import type { RuleSetPeriod, Replayed } from "../past/ReplayInput.ts"

/** A span of a subject whose actor is awake. */
export interface ReplayRequest {
  readonly span: Span
  readonly ready: ReadySubject
}

export interface ReplayTask extends ReplayRequest {
  /** effective time of the first moment that is judged again */
  readonly from: number
  readonly periods: ReadonlyArray<RuleSetPeriod>
}

/** A past that was judged again. */
export interface ReplayedTask {
  readonly task: ReplayTask
  readonly replayed: Replayed
  readonly records: number
}

/** What a replay decided, as changes of a batch. */
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
  // a version that cannot be evaluated takes nothing back; that it cannot be is news only of the one in force
  const failing = new Set(failures.map((f) => `${f.rule.id} ${f.rule.version}`))
  for (const failure of failures) {
    const { ruleSet } = ready.context
    if (ruleSet.byId.get(failure.rule.id)?.version !== failure.rule.version) continue
    ruleSet.failing.set(failure.rule.id, subjectActor.subject.id)
    changes.fail(failure, nextId)
  }
  // through what no rule looks now the subject is placed by its past alone; with the last piece through what
  // rules look now, too
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
