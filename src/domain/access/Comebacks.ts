// Who was sent away and told when to come back. Whoever comes back as told has shown patience, which a flood
// of guesses from ever new addresses does not have.

/** Kept at a time: two minutes of eighty a second. */
const KEPT = 10_000
const FORGOTTEN_MS = 120_000

interface SentAway {
  /** when for the first time, and not before when they may come back; epoch ms */
  readonly since: number
  readonly due: number
  readonly lastAt: number
}

export class Comebacks {
  private readonly sentAway = new Map<string, SentAway>()

  get size(): number {
    return this.sentAway.size
  }

  /** `who` has been told to come back in so many seconds, for the first time or again. */
  sendAway(who: string, seconds: number, now: number): void {
    const before = this.known(who, now)
    this.sentAway.delete(who) // whoever came last is forgotten last
    // who comes too early keeps the first appointment: coming more often neither helps nor hurts
    this.sentAway.set(who, {
      since: before?.since ?? now,
      due: before?.due ?? now + seconds * 1000,
      lastAt: now
    })
    if (this.sentAway.size > KEPT) this.sentAway.delete(this.sentAway.keys().next().value!)
  }

  /**
   * When `who` was first sent away, if they have come back no earlier than they were told; else null. Epoch
   * ms
   */
  sinceOf(who: string, now: number): number | null {
    const known = this.known(who, now)
    return known !== undefined && now >= known.due ? known.since : null
  }

  /** `who` has had their turn. */
  forget(who: string): void {
    this.sentAway.delete(who)
  }

  private known(who: string, now: number): SentAway | undefined {
    const known = this.sentAway.get(who)
    return known !== undefined && now - known.lastAt <= FORGOTTEN_MS ? known : undefined
  }
}
