// Whose past is judged again next: projects take turns. What fails is tried by itself, rests where it fails
// again, and is given up only where the database refuses what comes of it.
import type { Span } from "../ports.ts"

/** Subjects of one commit. */
const MAX_SUBJECTS_PER_COMMIT = 20
/** What failed twice by itself for a reason that nobody knows rests so long, ms. */
const BACKOFF_MS = 60_000

interface SpanFailure {
  /** the database refused what came of it so often */
  readonly refusals: number
  /** it failed for another reason so often */
  readonly failures: number
  readonly detail: string
  readonly retryAt: number
}

export class ReplayQueue {
  /** by number of the span */
  private readonly failures = new Map<number, SpanFailure>()
  /** project -> when it had its turn last, counted */
  private readonly lastTurns = new Map<string, number>()
  private turn = 0

  /**
   * Those of whom a piece is taken together: of each project one, the one that waits longest first, then
   * another of each.
   */
  nextRound(due: ReadonlyArray<Span>, now: number): ReadonlyArray<Span> {
    const seen = new Set<string>(),
      own = new Map<string, number>()
    const ranked = due
      .flatMap((span) => {
        const { id, projectId } = span.subject
        const rests = this.failureOf(span)?.retryAt ?? -Infinity
        // also when the clock went back since; and a bare device is a subject in each project it was in
        if ((rests > now && rests <= now + BACKOFF_MS) || seen.has(id)) return []
        seen.add(id)
        const rank = own.get(projectId) ?? 0
        own.set(projectId, rank + 1)
        return [{ span, rank, since: this.lastTurns.get(projectId) ?? 0 }]
      })
      .sort((a, b) => a.rank - b.rank || a.since - b.since)
      .map((r) => r.span)
    const [first] = ranked
    if (first === undefined) return []
    const round =
      this.failureOf(first) !== null
        ? [first]
        : ranked.filter((span) => this.failureOf(span) === null).slice(0, MAX_SUBJECTS_PER_COMMIT)
    this.turn++
    for (const { subject } of round) this.lastTurns.set(subject.projectId, this.turn)
    if (this.lastTurns.size > 1000) this.lastTurns.clear()
    return round
  }

  /** Why the only one of a round is not tried again; null: it is. */
  giveUpReason([span]: ReadonlyArray<Span>): string | null {
    const trouble = span === undefined ? null : this.failureOf(span)
    return trouble !== null && trouble.refusals >= 2 ? trouble.detail : null
  }

  /** A round could not be judged, or not be committed. */
  recordFailure(round: ReadonlyArray<Span>, detail: string, isRefused: boolean, now: number): void {
    for (const span of round) {
      const before = this.failureOf(span)
      const refusals = (before?.refusals ?? 0) + (isRefused ? 1 : 0),
        failures = (before?.failures ?? 0) + (isRefused ? 0 : 1)
      // the first time it was one of several, or may have been
      const restsUntil = !isRefused && failures > 2 ? now + BACKOFF_MS : -Infinity
      for (const id of span.ids) this.failures.set(id, { refusals, failures, detail, retryAt })
    }
  }

  recordSuccess(spans: ReadonlyArray<Span>): void {
    for (const { ids } of spans) for (const id of ids) this.failures.delete(id)
  }

  private failureOf({ ids }: Span): SpanFailure | null {
    for (const id of ids) {
      const known = this.failures.get(id)
      if (known !== undefined) return known
    }
    return null
  }
}
