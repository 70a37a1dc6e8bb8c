// Sessions of MCP clients of the two older revisions. The id that a client has says by itself what its session is
// and to which grant it belongs, signed with a key of the installation: so any process that serves the API continues
// a session that another began, also after a restart. The protocol's own session behind it is a cache of this process.
import { createHmac, timingSafeEqual } from "node:crypto"

/**
 * The most sessions that this process holds of one grant, and of all grants; a later request opens them
 * again.
 */
const MAX_SESSIONS_PER_GRANT = 20
const MAX_SESSIONS = 5000

const idFormat = /^(\d{4}-\d\d-\d\d)\.([\w-]{8,64})\.([\w-]{43})$/

/** `HeldSession` is a session that the protocol holds in this process. */
interface HeldSession {
  readonly grantId: string
  /** the id by which the protocol knows it */
  readonly innerId: string
}

/** `McpSessions` signs and checks ids of sessions, and holds which of them the protocol has in this process. */
export class McpSessions {
  private readonly key: Uint8Array
  /** by the client's id, oldest first */
  private readonly held = new Map<string, HeldSession>()

  constructor(key: Uint8Array) {
    this.key = key
  }

  private sign(version: string, innerId: string, grantId: string): string {
    return createHmac("sha256", this.key).update(`${version}.${innerId}.${grantId}`).digest("base64url")
  }

  /** Returns the id that a client of a grant gets for a session that the protocol began in this process. */
  idOf(version: string, innerId: string, grantId: string): string {
    return `${version}.${innerId}.${this.sign(version, innerId, grantId)}`
  }

  /**
   * Returns the revision of the protocol that a session of a grant speaks; null: it is no session of the
   * grant.
   */
  versionOf(id: string, grantId: string): string | null {
    const [, version = "", innerId = "", signature = ""] = idFormat.exec(id) ?? []
    const expected = Buffer.from(this.sign(version, innerId, grantId)),
      shown = Buffer.from(signature)
    return expected.length === shown.length && timingSafeEqual(expected, shown) ? version : null
  }

  /** Returns the protocol's id of a session; undefined: this process does not hold it. */
  innerIdOf(id: string): string | undefined {
    return this.held.get(id)?.innerId
  }

  /**
   * Holds a session, and returns the protocol's ids of those that exceed the limits, which are no longer
   * held.
   */
  hold(id: string, session: HeldSession): ReadonlyArray<string> {
    this.held.set(id, session)
    const ofGrant = [...this.held].flatMap(([other, { grantId }]) =>
      grantId === session.grantId ? [other] : []
    )
    const tooMany = new Set(ofGrant.slice(0, Math.max(0, ofGrant.length - MAX_SESSIONS_PER_GRANT)))
    const [oldest] = this.held.keys()
    if (this.held.size - tooMany.size > MAX_SESSIONS && oldest !== undefined) tooMany.add(oldest)
    return [...tooMany].flatMap((other) => this.release(other) ?? [])
  }

  /** Stops holding a session, and returns the protocol's id of it. */
  release(id: string): string | undefined {
    const innerId = this.innerIdOf(id)
    this.held.delete(id)
    return innerId
  }
}
