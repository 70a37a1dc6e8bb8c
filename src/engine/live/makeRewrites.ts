// Makes the parts of a batch that replayed pasts are written with.
import type { Subject } from "../../domain/rule/Observation.ts"
import type { Actor, BatchResult } from "../evaluate/BatchResult.ts"
import type { Rewrite } from "../evaluate/Rewrite.ts"
import type { LateSpan } from "../ports.ts"
import type { ReadySubject } from "./prepare.ts"
import type { RuleSetPeriod, ReplayResult } from "../past/ReplayInput.ts"

/** ReplayRequest is a span to replay and the subject's actor. */
export interface ReplayRequest {
  readonly span: LateSpan
  readonly ready: ReadySubject
}

/** ReplayTask is a request with the editions that evaluate it. */
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

/** Rewriting is what a replayed past adds to a batch. */
type Rewriting = Pick<BatchResult, "failures" | "moves" | "transitions"> & {
  readonly rewrite: Rewrite
  readonly states: ReadonlyArray<readonly [Actor, Subject]>
}

/** Returns what the result of a replay adds to a batch. */
const rewritingOf = (
  { records, replayed, task: { periods, from, ready, span } }: ReplayedTask,
  nextId: () => string
): Rewriting => {
  const {
    subjectActor,
    changes: { ended, events, failures, moves, transitions },
    judgesOf,
    open,
    to
  } = replayed
  const actors = to === Infinity ? [...(subjectActor.actors?.values() ?? [])] : []
  // a version that failed supersedes nothing; only a failure of the version in force is reported
  const failing = new Set(failures.map((f) => `${f.rule.id} ${f.rule.version}`))
  const { ruleSet } = ready.context
  const reported = failures.filter(({ rule }) => ruleSet.byId.get(rule.id)?.version === rule.version)
  for (const { rule } of reported) ruleSet.failing.set(rule.id, subjectActor.subject.id)
  // at a cut the replay places the subject through filters that no rule uses now; the last piece also through
  // those in use
  const inUse = new Set(to === Infinity ? [] : ruleSet.needs.positionFilters.map((l) => l.key))
  return {
    transitions,
    moves,
    states: actors.map((actor) => [actor, subjectActor.subject]),
    failures: reported.map((failure) => ({ ...failure, traceId: nextId() })),
    rewrite: {
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
    }
  }
}

/** Returns the parts of a batch that replayed pasts make. */
export const makeRewrites = (
  done: ReadonlyArray<ReplayedTask>,
  nextId: () => string
): Pick<BatchResult, "failures" | "moves" | "rewrites" | "states" | "transitions"> => {
  const rewritings = done.map((one) => rewritingOf(one, nextId))
  return {
    failures: rewritings.flatMap((r) => r.failures),
    moves: rewritings.flatMap((r) => r.moves),
    rewrites: rewritings.map((r) => r.rewrite),
    states: new Map(rewritings.flatMap((r) => r.states)),
    transitions: rewritings.flatMap((r) => r.transitions)
  }
}
