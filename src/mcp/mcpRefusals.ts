// Refusals for AI clients: 401 and 403 as RFC 6750 and MCP define them, so that a client knows where to
// request more scopes (RFC 9728).
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { CLIENTS_OFF_REFUSAL, type ProtectedResource } from "../api/authorization/ProtectedResource.ts"
import { DEFAULT_SCOPE } from "../domain/access/ClientAccess.ts"
import type { Rpc } from "./rpc.ts"

/** `MCP_PATH` is the path of the endpoint. */
export const MCP_PATH = "/mcp"

/** REFUSED_RPC_CODE is a JSON-RPC error code from the range reserved for servers. */
const REFUSED_RPC_CODE = -32003

const challenge = ({ metadataUrl }: ProtectedResource, parts: Readonly<Record<string, string>>): string =>
  `Bearer ${Object.entries({ ...parts, resource_metadata: metadataUrl })
    .map(([name, value]) => `${name}="${value}"`)
    .join(", ")}`

const refusal = (
  status: 401 | 403 | 429,
  rpc: Rpc | null,
  message: string,
  headers: Readonly<Record<string, string>>
) =>
  HttpServerResponse.jsonUnsafe(
    { jsonrpc: "2.0", id: rpc?.id ?? null, error: { code: REFUSED_RPC_CODE, message } },
    { status, headers }
  )

/** Returns 401; `hasToken`: the request has a token that is invalid. */
export const unauthorized = (resource: ProtectedResource, hasToken: boolean) =>
  refusal(
    401,
    null,
    hasToken
      ? "The access token opens nothing: it is unknown, expired or revoked."
      : "Connect first: this server asks for an access token.",
    {
      "www-authenticate": challenge(resource, {
        ...(hasToken ? { error: "invalid_token" } : {}),
        scope: DEFAULT_SCOPE
      })
    }
  )

/** Returns 403 for a token without the `scopes` that a call needs. */
export const missingScope = (resource: ProtectedResource, rpc: Rpc, scopes: ReadonlyArray<string>) =>
  refusal(403, rpc, `This needs the scopes ${scopes.join(" ")}. Ask the person to connect you with them.`, {
    "www-authenticate": challenge(resource, { error: "insufficient_scope", scope: scopes.join(" ") })
  })

/**
 * Returns 403 for a project that the user is not in, or has not shared with the client; the answer does not
 * tell which.
 */
export const projectForbidden = (rpc: Rpc) =>
  refusal(
    403,
    rpc,
    "You were not let into this project. list_projects has those that you were let into; the person who " +
      "connected you can name others.",
    {}
  )

/** Returns 403 where the user lacks the permission in the project. */
export const missingPermission = (rpc: Rpc, permissions: ReadonlyArray<string>) =>
  refusal(
    403,
    rpc,
    `The person who connected you may not do this in the project: it needs ${permissions.join(" ")}.`,
    {}
  )

/** Returns 429 where the client has reported as many events as it may. */
export const tooManyReports = (rpc: Rpc, limit: number, seconds: number) =>
  refusal(429, rpc, `You may report ${limit} events an hour. The next one can come in ${seconds} s.`, {
    "retry-after": String(seconds)
  })

/** `otherOrigin` refuses requests of browsers with an `Origin`. */
export const otherOrigin = refusal(403, null, "Pages of other origins may not use this endpoint.", {})

/** `clientsOff` refuses requests while AI clients are off. */
export const clientsOff = refusal(403, null, CLIENTS_OFF_REFUSAL, {})
