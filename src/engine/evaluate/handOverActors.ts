// Hands the actors of one subject from one edition of the rules to the next: those whose version still means
// the same continue, the others are dropped and their episodes end.
import type { Subject } from "../../domain/rule/Observation.ts"
import { blank } from "../../domain/rule/RuleState.ts"
import { handOver } from "./handOver.ts"
import type { DroppedStates } from "./AppliedEdition.ts"
import type { RuleSet, ApplicableRules } from "./RuleSet.ts"
import type { Actor, EpisodeEnd, Transition } from "./BatchResult.ts"

/** EvaluatedSubject is the part of a subject's memory that says what was evaluated. */
interface EvaluatedSubject {
  readonly subject: Subject
  readonly watermark: number
  readonly tickedTo: number
  readonly actors: ReadonlyMap<string, Actor> | null
  readonly judgedDeadlines: ReadonlyMap<string, number> | null
  /** its past is under replay, and replayed up to this effective time; -Infinity: it is not */
  readonly replayedTo: number
  /** rule -> newest deadline evaluated in that replay; null: none */
  readonly replayedDeadlines: ReadonlyMap<string, number> | null
}

/** Drop tells when a rule drops its state in a replay: after which effective time, and when on the clock. */
export interface Drop {
  readonly after: number
  readonly at: number
}

/** Returns the newest evaluated deadline of each actor. */
export const deadlinesOf = (actors: ReadonlyMap<string, Actor> | null): ReadonlyMap<string, number> =>
  new Map(
    [...(actors ?? [])].flatMap(([id, { state }]) => (state.judgedTo === null ? [] : [[id, state.judgedTo]]))
  )

/**
 * Returns by rule the newest deadline evaluated past the watermark, live or in a replay under way. The replay
 * may have found an older one; what was evaluated before stays.
 */
export const deadlinesPastWatermark = ({
  actors,
  judgedDeadlines,
  replayedDeadlines,
  watermark
}: EvaluatedSubject): ReadonlyMap<string, number> => {
  const judged = new Map(judgedDeadlines)
  for (const [id, to] of [...(replayedDeadlines ?? []), ...deadlinesOf(actors)])
    judged.set(id, Math.max(to, judged.get(id) ?? -Infinity))
  return new Map([...judged].filter(([, to]) => to >= watermark))
}

/**
 * Hands actors over, in place, and returns what rules drop at `now`. `past`: in a replay, what rules drop;
 * absent: they drop it here and now.
 */
export const handOverActors = (
  subjectActor: EvaluatedSubject,
  actors: Map<string, Actor>,
  ruleSet: RuleSet,
  applicable: ApplicableRules,
  now: number,
  past?: ReadonlyMap<string, Drop>
): DroppedStates => {
  const ended: Array<EpisodeEnd> = [],
    states: Array<readonly [Actor, Subject]> = [],
    transitions: Array<Transition> = []
  for (const [id, actor] of actors) {
    const rule = ruleSet.byId.get(id),
      dropped = past?.get(id)
    if (
      dropped === undefined &&
      rule !== undefined &&
      rule.blankFrom === actor.rule.blankFrom &&
      applicable.rules.has(rule)
    ) {
      actor.rule = rule
      continue
    }
    // decisions at its ticks stay, even past the moment from which the next trigger evaluates
    const ticked = actor.rule.everyMs === null ? -Infinity : subjectActor.tickedTo
    const after =
      dropped?.after ??
      Math.max(
        handOver(actor.rule, rule ?? null, subjectActor.watermark, subjectActor.tickedTo).ends,
        actor.state.judgedTo ?? -Infinity,
        subjectActor.judgedDeadlines?.get(id) ?? -Infinity,
        ticked
      )
    if (actor.episode !== null)
      ended.push({
        eventId: actor.episode,
        at: dropped?.at ?? now,
        after,
        projectId: ruleSet.projectId,
        subject: subjectActor.subject
      })
    actor.state = blank
    actor.episode = null
    states.push([actor, subjectActor.subject])
    // under replay, the replay itself drops the state; doing it here would lose what it has decided so far
    if (subjectActor.replayedTo === -Infinity)
      transitions.push({
        rule: actor.rule,
        subjectId: subjectActor.subject.id,
        at: after,
        state: blank,
        eventId: null,
        episode: null
      })
    actors.delete(id)
  }
  return { ended, states, transitions }
}
