// Actors of one subject where an edition of the rules gives way to the next: those whose version still means the
// same go on, the others are dropped, and their episodes end.
import type { Subject } from "../../domain/rule/Observation.ts"
import { blank } from "../../domain/rule/RuleState.ts"
import { handOver } from "./handOver.ts"
import type { RuleSet, Concern } from "./RuleSet.ts"
import type { Actor, BatchResult } from "./BatchResult.ts"

/** Of a memory, what it has judged and who remembers. */
interface Judged {
  readonly subject: Subject
  readonly watermark: number
  readonly tickedTo: number
  readonly actors: ReadonlyMap<string, Actor> | null
  readonly lapsed: ReadonlyMap<string, number> | null
  /** its past is being judged again, and is so up to this effective time; -Infinity: it is not */
  readonly rewrittenTo: number
  /** rule -> newest deadline that was judged in there; null: none */
  readonly rejudged: ReadonlyMap<string, number> | null
}

/** In a replay, what a rule drops: after which effective time, and when on the clock. */
export interface Drop {
  readonly after: number
  readonly at: number
}

/** The newest deadline that each actor has judged. */
export const deadlinesOf = (actors: ReadonlyMap<string, Actor> | null): ReadonlyMap<string, number> =>
  new Map(
    [...(actors ?? [])].flatMap(([id, { state }]) => (state.judgedTo === null ? [] : [[id, state.judgedTo]]))
  )

/**
 * Rules that have judged a deadline past the watermark, and which: live, or in a past that is being judged
 * again. Such a past may have found an older newest one; what was judged before stays so.
 */
export const judgedPast = ({ actors, lapsed, rejudged, watermark }: Judged): ReadonlyMap<string, number> => {
  const judged = new Map(lapsed)
  for (const [id, to] of [...(rejudged ?? []), ...deadlinesOf(actors)])
    judged.set(id, Math.max(to, judged.get(id) ?? -Infinity))
  return new Map([...judged].filter(([, to]) => to >= watermark))
}

/** `past`: in a replay, what rules drop; absent: they drop it here and now. */
export const handOverActors = (
  subjectActor: Judged,
  actors: Map<string, Actor>,
  ruleSet: RuleSet,
  concern: Concern,
  changes: BatchResult,
  past?: ReadonlyMap<string, Drop>
): void => {
  for (const [id, actor] of actors) {
    const rule = ruleSet.byId.get(id),
      dropped = past?.get(id)
    if (
      dropped === undefined &&
      rule !== undefined &&
      rule.blankFrom === actor.rule.blankFrom &&
      concern.rules.has(rule)
    ) {
      actor.rule = rule
      continue
    }
    // what its ticks found stays, also past the moment from which on another trigger judges
    const ticked = actor.rule.everyMs === null ? -Infinity : subjectActor.tickedTo
    const after =
      dropped?.after ??
      Math.max(
        handOver(actor.rule, rule ?? null, subjectActor.watermark, subjectActor.tickedTo).ends,
        actor.state.judgedTo ?? -Infinity,
        subjectActor.lapsed?.get(id) ?? -Infinity,
        ticked
      )
    if (actor.episode !== null)
      changes.ended.push({
        eventId: actor.episode,
        at: dropped?.at ?? changes.now,
        after,
        projectId: ruleSet.projectId,
        subject: subjectActor.subject
      })
    actor.state = blank
    actor.episode = null
    changes.states.set(actor, subjectActor.subject)
    // a past that is being judged again finds out for itself what is dropped, and what it had found by then
    // would be forgotten
    if (subjectActor.rewrittenTo === -Infinity)
      changes.transitions.push({
        rule: actor.rule,
        subjectId: subjectActor.subject.id,
        at: after,
        state: blank,
        eventId: null,
        episode: null
      })
    actors.delete(id)
  }
}
