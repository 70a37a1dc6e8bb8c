// Whose past is judged again next: projects take turns. What fails is tried by itself, rests where it fails
// again, and is given up only where the database refuses what comes of it.
import type { Span } from "../ports.ts"

/** Subjects of one commit. */
const MOST = 20
/** What failed twice by itself for a reason that nobody knows rests so long, ms. */
const REST_MS = 60_000

interface Trouble {
  /** the database refused what came of it so often */
  readonly refusals: number
  /** it failed for another reason so often */
  readonly failures: number
  readonly detail: string
  readonly restsUntil: number
}

export class Rounds {
  /** by number of the span */
  private readonly troubles = new Map<number, Trouble>()
  /** project -> when it had its turn last, counted */
  private readonly served = new Map<string, number>()
  private turn = 0

  /**
   * Those of whom a piece is taken together: of each project one, the one that waits longest first, then
   * another of each.
   */
  of(due: ReadonlyArray<Span>, now: number): ReadonlyArray<Span> {
    const seen = new Set<string>(),
      own = new Map<string, number>()
    const ranked = due
      .flatMap((span) => {
        const { id, projectId } = span.subject
        const rests = this.troubleOf(span)?.restsUntil ?? -Infinity
        // also when the clock went back since; and a bare device is a subject in each project it was in
        if ((rests > now && rests <= now + REST_MS) || seen.has(id)) return []
        seen.add(id)
        const rank = own.get(projectId) ?? 0
        own.set(projectId, rank + 1)
        return [{ span, rank, since: this.served.get(projectId) ?? 0 }]
      })
      .sort((a, b) => a.rank - b.rank || a.since - b.since)
      .map((r) => r.span)
    const [first] = ranked
    if (first === undefined) return []
    const round =
      this.troubleOf(first) !== null
        ? [first]
        : ranked.filter((span) => this.troubleOf(span) === null).slice(0, MOST)
    this.turn++
    for (const { subject } of round) this.served.set(subject.projectId, this.turn)
    if (this.served.size > 1000) this.served.clear()
    return round
  }

  /** Why the only one of a round is not tried again; null: it is. */
  givenUp([span]: ReadonlyArray<Span>): string | null {
    const trouble = span === undefined ? null : this.troubleOf(span)
    return trouble !== null && trouble.refusals >= 2 ? trouble.detail : null
  }

  /** A round could not be judged, or not be committed. */
  failed(round: ReadonlyArray<Span>, detail: string, isRefused: boolean, now: number): void {
    for (const span of round) {
      const before = this.troubleOf(span)
      const refusals = (before?.refusals ?? 0) + (isRefused ? 1 : 0),
        failures = (before?.failures ?? 0) + (isRefused ? 0 : 1)
      // the first time it was one of several, or may have been
      const restsUntil = !isRefused && failures > 2 ? now + REST_MS : -Infinity
      for (const id of span.ids) this.troubles.set(id, { refusals, failures, detail, restsUntil })
    }
  }

  took(spans: ReadonlyArray<Span>): void {
    for (const { ids } of spans) for (const id of ids) this.troubles.delete(id)
  }

  private troubleOf({ ids }: Span): Trouble | null {
    for (const id of ids) {
      const known = this.troubles.get(id)
      if (known !== undefined) return known
    }
    return null
  }
}
