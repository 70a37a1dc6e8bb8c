// The two official libraries as programs use them that nobody has let in yet: they ask, are told where to come in,
// send their person to the consent page, and come back with a code.
import { assert } from "@effect/vitest"
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client"
import { UnauthorizedError as OldUnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js"
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { CALLBACK, metadataOf } from "./http/oauth.ts"
import type { ClientKind } from "./mcp.ts"

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly scope: string
}

/** What a client keeps between its steps, as both libraries ask for it. */
export class Keeper {
  readonly redirectUrl: string
  readonly clientMetadata
  /** where its person is to decide */
  address: URL | undefined
  private readonly kept = new Map<string, unknown>()

  constructor(redirectUrl: string) {
    this.redirectUrl = redirectUrl
    this.clientMetadata = { ...metadataOf({ redirect_uris: [redirectUrl] }), scope: "project:read" }
  }

  private get(name: string): never {
    return this.kept.get(name) as never // each kind is read as what it was saved as
  }
  clientInformation() {
    return this.get("client")
  }
  saveClientInformation(client: unknown) {
    this.kept.set("client", client)
  }
  tokens() {
    return this.get("tokens")
  }
  saveTokens(tokens: unknown) {
    this.kept.set("tokens", tokens)
  }
  state() {
    return "a state of mine"
  }
  redirectToAuthorization(address: URL) {
    this.address = address
  }
  saveCodeVerifier(verifier: string) {
    this.kept.set("verifier", verifier)
  }
  codeVerifier() {
    return this.get("verifier")
  }
  saveDiscoveryState(found: unknown) {
    this.kept.set("found", found)
  }
  discoveryState() {
    return this.get("found")
  }

  given(): Tokens {
    return this.get("tokens")
  }
  known(): { readonly client_id: string } {
    return this.get("client")
  }
  /** As after a quarter of an hour: the access token opens nothing any more. */
  age() {
    this.saveTokens({ ...this.given(), access_token: "one-that-has-run-out-by-now" })
  }
}

const attempt = (kind: ClientKind, url: URL, keeper: Keeper) => {
  if (kind === "old") {
    const client = new OldClient({ name: "lab", version: "1" }),
      transport = new OldTransport(url, { authProvider: keeper })
    return { client, transport, connect: () => client.connect(transport) }
  }
  const client = new Client(
      { name: "lab", version: "1" },
      kind === "modern" ? { versionNegotiation: { mode: "auto" } } : {}
    ),
    transport = new StreamableHTTPClientTransport(url, { authProvider: keeper as never })
  return { client, transport, connect: () => client.connect(transport) }
}

export interface SetOut {
  readonly keeper: Keeper
  /** where its person is to decide */
  readonly address: URL
  /** With what the browser brought back: connects. */
  readonly arrive: (back: URLSearchParams) => Promise<Client | OldClient>
}

/** A program that nobody knows asks at `url`, is refused, registers, and has an address for its person. */
export const setOut = async (kind: ClientKind, url: URL, callback: string = CALLBACK): Promise<SetOut> => {
  const keeper = new Keeper(callback)
  const { connect, transport } = attempt(kind, url, keeper)
  const refusal = await connect().then(
    () => null,
    (error: unknown) => error
  )
  assert.isTrue(
    refusal instanceof (kind === "old" ? OldUnauthorizedError : UnauthorizedError),
    String(refusal)
  )
  const address = keeper.address!
  assert.strictEqual(address.searchParams.get("code_challenge_method"), "S256")
  assert.strictEqual(address.searchParams.get("resource"), url.href)
  return {
    keeper,
    address,
    arrive: async (back) => {
      await (transport instanceof OldTransport
        ? transport.finishAuth(back.get("code")!)
        : transport.finishAuth(back))
      const second = attempt(kind, url, keeper)
      await second.connect()
      return second.client
    }
  }
}

/** A tool's answer as text, or why there is none. */
export const callOf = (client: Client | OldClient, name: string, args: Record<string, unknown> = {}) =>
  client.callTool({ name, arguments: args }).then(
    (answer) => ({ text: JSON.stringify(answer), error: null }),
    (error: unknown) => ({ text: "", error: String(error) })
  )
