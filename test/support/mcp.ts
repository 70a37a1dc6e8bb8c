// AI clients for tests: the two official SDKs, and requests written by hand; and whom a server knows by a token.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { Context, Effect, Layer } from "effect"
import { randomBytes } from "node:crypto"
import { v7 } from "uuid"
import { ProtectedResource } from "../../src/api/authorization/ProtectedResource.ts"
import { type ClientAccess, type ClientScope, clientScopes } from "../../src/domain/access/ClientAccess.ts"
import { mcpMount } from "../../src/mcp/McpLive.ts"
import { ClientAccesses } from "../../src/store/access/ClientAccesses.ts"
import { serve, TestServer } from "./http/server.ts"

const here: ProtectedResource = {
  issuer: "http://127.0.0.1",
  resource: "http://127.0.0.1/mcp",
  metadataUrl: "http://127.0.0.1/.well-known/oauth-protected-resource/mcp"
}

/** Who was let in, by token. */
export class LetIn extends Context.Service<
  LetIn,
  {
    /** A token of a client that a person has let in. */
    readonly letIn: (
      personId: string,
      projects: ReadonlyArray<string>,
      more?: Partial<ClientAccess>
    ) => { readonly token: string; readonly grantId: string }
    readonly revoke: (token: string) => void
  }
>()("test/LetIn") {}

/** A server with the endpoint, which knows the clients that a test lets in. */
export const serveMcp = (resource: ProtectedResource | null = here) => {
  const known = new Map<string, ClientAccess>()
  const accesses = Layer.succeed(ClientAccesses, {
    findAccess: (token) => Effect.sync(() => known.get(token))
  })
  const letIn = LetIn.of({
    letIn: (personId, projects, more = {}) => {
      const token = randomBytes(32).toString("base64url"),
        grantId = v7()
      known.set(token, {
        clientId: "client-1",
        clientName: "Lab assistant",
        personId,
        personName: "Ines",
        serverAdmin: false,
        grantId,
        scopes: new Set<ClientScope>(clientScopes),
        projects: new Set(projects),
        expiresAt: "2099-01-01T00:00:00Z",
        ...more
      })
      return { token, grantId }
    },
    revoke: (token) => void known.delete(token)
  })
  const layer = Layer.provide(mcpMount.layer, [accesses, Layer.succeed(ProtectedResource, () => resource)])
  return serve({ mounts: [{ ...mcpMount, layer }] }).pipe(Layer.provideMerge(Layer.succeed(LetIn, letIn)))
}

interface Result {
  readonly isError?: boolean
  readonly content: ReadonlyArray<{ readonly type: string; readonly text?: string }>
}

/** What a tool answered, read as a model reads it. */
const readResult = (result: unknown) => {
  const { content, isError = false } = result as Result
  const text = content[0]?.text ?? "{}"
  // tests look into answers without ceremony; what they find is asserted, not assumed
  // oxlint-disable-next-line typescript/no-explicit-any
  return { isError, text, body: JSON.parse(text) }
}

/** The newest revision, the one before, and the client that most hosts still have. */
export const clientKinds = ["modern", "legacy", "old"] as const
export type ClientKind = (typeof clientKinds)[number]

const headersOf = (token: string) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } })

const connect = async (kind: ClientKind, url: URL, token: string) => {
  if (kind === "old") {
    const client = new OldClient({ name: "lab", version: "1" })
    // its types say less than exactOptionalPropertyTypes asks for
    await client.connect(new OldTransport(url, headersOf(token)))
    return client
  }
  const client = new Client(
    { name: "lab", version: "1" },
    kind === "modern" ? { versionNegotiation: { mode: "auto" } } : {}
  )
  await client.connect(new StreamableHTTPClientTransport(url, headersOf(token)))
  return client
}

/** A connected client; it hangs up with the scope. */
export const connectMcp = Effect.fnUntraced(function* (token: string, kind: ClientKind = "modern") {
  const { url } = yield* TestServer
  const client = yield* Effect.acquireRelease(
    Effect.promise(() => connect(kind, new URL(`${url}/mcp`), token)),
    (one) => Effect.promise(() => one.close())
  )
  return {
    client,
    tools: Effect.promise(async () => (await client.listTools()).tools),
    /** A tool's answer; refusals of the server are promises that fail. */
    call: (name: string, args: Record<string, unknown> = {}) =>
      Effect.promise(async () => readResult(await client.callTool({ name, arguments: args }))),
    refused: (name: string, args: Record<string, unknown> = {}) =>
      Effect.promise(() =>
        client.callTool({ name, arguments: args }).then(
          (answer) => JSON.stringify(answer),
          (error: unknown) => String(error)
        )
      )
  }
})

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" }
}

/** A request of the newest revision, as JSON and headers. */
export const rawCall = (method: string, params: Record<string, unknown> = {}, id: unknown = 1) => {
  const name = params["name"] ?? params["uri"]
  return {
    headers: {
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(typeof name === "string" ? { "mcp-name": name } : {})
    },
    body: { jsonrpc: "2.0", id, method, params: { _meta: META, ...params } }
  }
}

/** Asks a tool by hand: status, headers and body as they come. */
export const rawTool = Effect.fnUntraced(function* (
  token: string | null,
  name: string,
  args: Record<string, unknown> = {},
  headers: Record<string, string> = {}
) {
  const { send } = yield* TestServer
  const call = rawCall("tools/call", { name, arguments: args })
  return yield* send("POST", "//mcp", {
    token,
    body: call.body,
    headers: { ...call.headers, ...headers }
  })
})
