// Sessions of MCP clients of the two older revisions, by grant. A session of another grant is treated as
// unknown, and the oldest sessions above a limit are ended, so that a client that keeps beginning sessions
// does not fill the memory.

/** The most sessions of one grant, and of all grants; a client whose session was ended begins another. */
const MAX_SESSIONS_PER_GRANT = 20
const MAX_SESSIONS = 5000

/** `McpSessions` holds which session belongs to which grant. */
export class McpSessions {
  /** grants by session, oldest first */
  private readonly grants = new Map<string, string>()

  /** Returns whether a session belongs to a grant. */
  has(session: string, grant: string): boolean {
    return this.grants.get(session) === grant
  }

  /** Adds a session, and returns and removes the ones that exceed the limits. */
  begin(begun: string, grant: string): ReadonlyArray<string> {
    this.grants.set(begun, grant)
    const ofGrant = [...this.grants].flatMap(([session, grantId]) => (grantId === grant ? [session] : []))
    const tooMany = new Set(ofGrant.slice(0, Math.max(0, ofGrant.length - MAX_SESSIONS_PER_GRANT)))
    const [oldest] = this.grants.keys()
    if (this.grants.size - tooMany.size > MAX_SESSIONS && oldest !== undefined) tooMany.add(oldest)
    for (const session of tooMany) this.grants.delete(session)
    return [...tooMany]
  }

  /** Removes a session that has ended. */
  end(session: string): void {
    this.grants.delete(session)
  }
}
