// Whose sessions there are: clients of the two older revisions of the protocol keep one. One of somebody else is
// like one that is not there, and the oldest of too many is ended, so that a client that only ever begins fills
// no memory.

/** Sessions of one grant, and of all; a client whose session was ended begins another. */
const MOST_OF_GRANT = 20
const MOST = 5000

export class Sessions {
  /** grant by session, the oldest first */
  private readonly grants = new Map<string, string>()

  has(session: string, grant: string): boolean {
    return this.grants.get(session) === grant
  }

  /** Gives the sessions that are one too many now, and forgets them. */
  begin(session: string, grant: string): ReadonlyArray<string> {
    this.grants.set(session, grant)
    const ofGrant = [...this.grants].flatMap(([one, whose]) => (whose === grant ? [one] : []))
    const tooMany = new Set(ofGrant.slice(0, Math.max(0, ofGrant.length - MOST_OF_GRANT)))
    const [oldest] = this.grants.keys()
    if (this.grants.size - tooMany.size > MOST && oldest !== undefined) tooMany.add(oldest)
    for (const one of tooMany) this.grants.delete(one)
    return [...tooMany]
  }

  end(session: string): void {
    this.grants.delete(session)
  }
}
