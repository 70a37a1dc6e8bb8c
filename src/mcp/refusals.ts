// What an AI client is told that may not: 401 and 403 as RFC 6750 and the protocol have them, so that it knows
// where to ask for more (RFC 9728).
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { CLIENTS_OFF, type ProtectedResource } from "../api/authorization/ProtectedResource.ts"
import { LEAST_SCOPE } from "../domain/access/ClientAccess.ts"
import type { Rpc } from "./rpc.ts"

/** Where the endpoint is, below the public address. */
export const MCP_PATH = "/mcp"

/** Of errors of JSON-RPC that this server made up. */
const FORBIDDEN = -32003

const challenge = ({ metadataUrl }: ProtectedResource, parts: Readonly<Record<string, string>>): string =>
  `Bearer ${Object.entries({ ...parts, resource_metadata: metadataUrl })
    .map(([name, value]) => `${name}="${value}"`)
    .join(", ")}`

const refusal = (
  status: 401 | 403 | 429,
  rpc: Rpc | null,
  message: string,
  more: Readonly<Record<string, string>>
) =>
  HttpServerResponse.jsonUnsafe(
    { jsonrpc: "2.0", id: rpc?.id ?? null, error: { code: FORBIDDEN, message } },
    { status, headers: more }
  )

/** Nobody we know; `shown`: a token was there, and opens nothing. */
export const unknownCaller = (resource: ProtectedResource, shown: boolean) =>
  refusal(
    401,
    null,
    shown
      ? "The access token opens nothing: it is unknown, expired or revoked."
      : "Connect first: this server asks for an access token.",
    {
      "www-authenticate": challenge(resource, {
        ...(shown ? { error: "invalid_token" } : {}),
        scope: LEAST_SCOPE
      })
    }
  )

/** The token does not carry what this needs; `scopes`: all of that. */
export const missingScope = (resource: ProtectedResource, rpc: Rpc, scopes: ReadonlyArray<string>) =>
  refusal(403, rpc, `This needs the scopes ${scopes.join(" ")}. Ask the person to connect you with them.`, {
    "www-authenticate": challenge(resource, { error: "insufficient_scope", scope: scopes.join(" ") })
  })

/** The person has no such project, or has not let the client into it: the two are not told apart. */
export const noSuchProject = (rpc: Rpc) =>
  refusal(
    403,
    rpc,
    "You were not let into this project. list_projects has those that you were let into; the person who " +
      "connected you can name others.",
    {}
  )

/** The person may not do it there themselves. */
export const beyondPerson = (rpc: Rpc, permissions: ReadonlyArray<string>) =>
  refusal(
    403,
    rpc,
    `The person who connected you may not do this in the project: it needs ${permissions.join(" ")}.`,
    {}
  )

/** It has reported as much as a client may. */
export const tooManyReports = (rpc: Rpc, limit: number, seconds: number) =>
  refusal(429, rpc, `You may report ${limit} events an hour. The next one can come in ${seconds} s.`, {
    "retry-after": String(seconds)
  })

/** Pages have no business here. */
export const foreignPage = refusal(403, null, "Pages of other origins may not use this endpoint.", {})

/** As the whole of authorization says it. */
export const clientsAreOff = refusal(403, null, CLIENTS_OFF, {})
