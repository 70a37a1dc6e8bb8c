// What AI clients connect to, and who lets them in. Known once it is known where the service is reached.
import { Context } from "effect"
import type { Server } from "node:http"

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

/** Why nobody comes in, for whoever tries. */
export const CLIENTS_OFF =
  "AI clients are off: PUBLIC_URL has to be an https address without a path, or one of this machine's own."

/** Of an address that tokens may travel to: by TLS, or not off this machine; of a path nothing is known. */
export const resourceAt = (address: string): ProtectedResource | null => {
  const { hostname, origin, pathname, protocol } = new URL(address)
  const isLoopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
  if ((protocol !== "https:" && !isLoopback) || pathname !== "/") return null
  return {
    issuer: origin,
    resource: `${origin}/mcp`,
    metadataUrl: `${origin}/.well-known/oauth-protected-resource/mcp`
  }
}

/** `publicUrl`: as it is set; null: the address that the server listens at. */
export const makeResource = (
  publicUrl: string | null,
  host: string,
  server: Pick<Server, "address">
): (() => ProtectedResource | null) => {
  let found: ProtectedResource | null | undefined
  return () => {
    if (found !== undefined) return found
    const listening = server.address()
    if (publicUrl === null && (listening === null || typeof listening === "string")) return null
    const name = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host
    found = resourceAt(
      publicUrl ??
        `http://${name}:${typeof listening === "object" && listening !== null ? listening.port : 0}`
    )
    return found
  }
}
