// ReplayQueue orders spans for replay, round robin over projects. A span that fails is retried alone, backs
// off when it fails again, and is given up only if the database refuses its result.
import type { LateSpan } from "../ports.ts"

/** MAX_SUBJECTS_PER_COMMIT bounds the subjects replayed in one round. */
const MAX_SUBJECTS_PER_COMMIT = 20
/** BACKOFF_MS is the pause of a span that failed alone twice for an unknown reason. */
const BACKOFF_MS = 60_000
/**
 * MAX_UNPAUSED_FAILURES bounds failures without a pause: the first failure may have been another span's of
 * the same round.
 */
const MAX_UNPAUSED_FAILURES = 2
/** MAX_REMEMBERED_PROJECTS bounds the turns that are remembered; without them each project is as new. */
const MAX_REMEMBERED_PROJECTS = 1000

/** SpanFailure counts the failures of one span. */
interface SpanFailure {
  /** how often the database refused its result */
  readonly refusals: number
  /** how often it failed for another reason */
  readonly failures: number
  readonly detail: string
  readonly retryAt: number
}

/** ReplayQueue chooses the spans of the next round. */
export class ReplayQueue {
  /** by the id of each change that a span joins */
  private readonly failures = new Map<number, SpanFailure>()
  /** project -> number of its last turn */
  private readonly lastTurns = new Map<string, number>()
  private turn = 0

  /**
   * Returns the spans to replay together: one of each project, the one that waits longest first, then a
   * second of each.
   */
  nextRound(due: ReadonlyArray<LateSpan>, now: number): ReadonlyArray<LateSpan> {
    const seenSubjects = new Set<string>(),
      spansOfProject = new Map<string, number>()
    const ranked = due
      .flatMap((span) => {
        const { id, projectId } = span.subject
        const retryAt = this.failureOf(span)?.retryAt ?? -Infinity
        // later than a pause from now: the clock was set back
        const isPaused = retryAt > now && retryAt <= now + BACKOFF_MS
        // a device without an entity is a subject of each of its projects
        if (isPaused || seenSubjects.has(id)) return []
        seenSubjects.add(id)
        const rank = spansOfProject.get(projectId) ?? 0
        spansOfProject.set(projectId, rank + 1)
        return [{ span, rank, lastTurn: this.lastTurns.get(projectId) ?? 0 }]
      })
      .sort((a, b) => a.rank - b.rank || a.lastTurn - b.lastTurn)
      .map((r) => r.span)
    const [first] = ranked
    if (first === undefined) return []
    const round =
      this.failureOf(first) !== null
        ? [first]
        : ranked.filter((span) => this.failureOf(span) === null).slice(0, MAX_SUBJECTS_PER_COMMIT)
    this.turn++
    for (const { subject } of round) this.lastTurns.set(subject.projectId, this.turn)
    if (this.lastTurns.size > MAX_REMEMBERED_PROJECTS) this.lastTurns.clear()
    return round
  }

  /** Returns why the only span of a round is given up; null: it is tried. */
  giveUpReason([span]: ReadonlyArray<LateSpan>): string | null {
    const failure = span === undefined ? null : this.failureOf(span)
    return failure !== null && failure.refusals >= 2 ? failure.detail : null
  }

  /** Records that a round could not be evaluated or committed. */
  recordFailure(round: ReadonlyArray<LateSpan>, detail: string, isRefused: boolean, now: number): void {
    for (const span of round) {
      const before = this.failureOf(span)
      const refusals = (before?.refusals ?? 0) + (isRefused ? 1 : 0),
        failures = (before?.failures ?? 0) + (isRefused ? 0 : 1)
      const retryAt = !isRefused && failures > MAX_UNPAUSED_FAILURES ? now + BACKOFF_MS : -Infinity
      for (const id of span.ids) this.failures.set(id, { refusals, failures, detail, retryAt })
    }
  }

  /** Forgets the failures of spans that are done. */
  recordSuccess(spans: ReadonlyArray<LateSpan>): void {
    for (const { ids } of spans) for (const id of ids) this.failures.delete(id)
  }

  private failureOf({ ids }: LateSpan): SpanFailure | null {
    for (const id of ids) {
      const known = this.failures.get(id)
      if (known !== undefined) return known
    }
    return null
  }
}
