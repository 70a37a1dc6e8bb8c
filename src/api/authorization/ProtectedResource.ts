// What AI clients connect to, and the issuer of its tokens (OAuth protected resource, RFC 9728). It is known
// once the server listens.
import { Context } from "effect"
import type { Server } from "node:http"

/** `ProtectedResource` holds the addresses of the MCP endpoint and of its issuer. */
export interface ProtectedResource {
  /** the issuer of tokens: the public address */
  readonly issuer: string
  /** the audience of tokens: `<issuer>/mcp` */
  readonly resource: string
  /** where clients find the issuer: for `WWW-Authenticate: Bearer resource_metadata="…"` */
  readonly metadataUrl: string
}

/**
 * `ProtectedResource` is evaluated for each request, since the address may be known only once the server
 * listens. null: AI clients are off, because the public address is neither https nor of this machine.
 */
export const ProtectedResource = Context.Reference<() => ProtectedResource | null>("api/ProtectedResource", {
  defaultValue: () => () => null
})

/** `CLIENTS_OFF_REFUSAL` is the detail of refusals while AI clients are off. */
export const CLIENTS_OFF_REFUSAL =
  "AI clients are off: PUBLIC_URL has to be an https address without a path, or one of this machine's own."

/** Returns the resource at an address; null unless it is https or a loopback address, without a path. */
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

/** Makes the function behind `ProtectedResource`; `publicUrl` null: the address that the server listens at. */
export const makeResource = (
  publicUrl: string | null,
  host: string,
  server: Pick<Server, "address">
): (() => ProtectedResource | null) => {
  let resource: ProtectedResource | null | undefined
  return () => {
    if (resource !== undefined) return resource
    const address = server.address()
    if (publicUrl === null && (address === null || typeof address === "string")) return null
    const hostname =
      host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host
    resource = resourceAt(
      publicUrl ?? `http://${hostname}:${typeof address === "object" && address !== null ? address.port : 0}`
    )
    return resource
  }
}
