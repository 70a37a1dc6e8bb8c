// What AI clients connect to, and who lets them in. Known once it is known where the service is reached.
import { Context } from "effect"

export interface ProtectedResource {
  /** who gives out tokens: the public address */
  readonly issuer: string
  /** what tokens are for: `<issuer>/mcp` */
  readonly resource: string
  /**
   * where a client that has no token finds out how to get one: for `WWW-Authenticate: Bearer
   * resource_metadata="…"`
   */
  readonly metadataUrl: string
}

/**
 * Asked with every request, since where the service listens is known only then. Null: AI clients are off,
 * because the public address is neither https nor this machine's own.
 */
export const ProtectedResource = Context.Reference<() => ProtectedResource | null>("api/ProtectedResource", {
  defaultValue: () => () => null
})
