// An AI client and the browser of the person who lets it in, as they speak to the authorization server.
import { Effect } from "effect"
import { createHash, randomBytes } from "node:crypto"
import type { Sent } from "./server.ts"
import { TestServer } from "./server.ts"

export const CALLBACK = "http://127.0.0.1:3911/callback"

/** A person as tests send for them: `browse` of `people.ts` gives it. */
export type Ask = (
  method: string,
  path: string,
  sent?: Omit<Sent, "token">
  // oxlint-disable-next-line typescript/no-explicit-any
) => Effect.Effect<{ readonly status: number; readonly headers: Headers; readonly body: any }>

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A request to any address of the server; redirects are not followed. */
export const reach = Effect.fnUntraced(function* (path: string, init: RequestInit = {}) {
  const { url } = yield* TestServer
  return yield* Effect.promise(async (): Promise<Reply> => {
    const response = await fetch(new URL(path, url), { redirect: "manual", ...init })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: jsonOf(text) }
  })
})

export const metadataOf = (more: object = {}) => ({
  client_name: "Field Assistant",
  redirect_uris: [CALLBACK],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
  ...more
})

let machines = 0

/**
 * From another machine each time, if the server believes its proxy: from one it may be done only so many
 * times an hour.
 */
export const register = (more: object = {}, from = `10.0.${machines >> 8}.${machines++ & 255}`) =>
  reach("/oauth/register", {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": from },
    body: JSON.stringify(metadataOf(more))
  })

/** Options of a server that believes what `register` says of where it comes from. */
export const behindProxy = { sessions: { trustedProxies: ["127.0.0.1"] } }

/** The secret of a request, and what is shown of it beforehand. */
export const makeVerifier = () => {
  const verifier = randomBytes(32).toString("base64url")
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") }
}

/** What a client sends the browser with; null takes a parameter out. */
export interface Begun {
  readonly clientId: string
  readonly verifier: string
  readonly reply: Reply
  /** null: nobody is asked anything */
  readonly consentId: string | null
  /** name to value of what the browser keeps */
  readonly jar: Map<string, string>
  /** the header of what it sends to any address; paths are kept by browsers */
  readonly cookie: string
}

const keep = (jar: Map<string, string>, { headers }: Reply) => {
  for (const line of headers.getSetCookie()) {
    const [pair = ""] = line.split(";", 1)
    const at = pair.indexOf("=")
    jar.set(pair.slice(0, at), pair.slice(at + 1))
  }
}

const cookieOf = (jar: ReadonlyMap<string, string>) =>
  [...jar].map(([name, value]) => `${name}=${value}`).join("; ")

export const begin = Effect.fnUntraced(function* (
  clientId: string,
  query: Readonly<Record<string, string | null>> = {},
  challenge?: { readonly verifier: string; readonly challenge: string }
) {
  const { url } = yield* TestServer
  const own = challenge ?? makeVerifier()
  const asked = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: CALLBACK,
    code_challenge: own.challenge,
    code_challenge_method: "S256",
    state: "a state",
    scope: "project:read traces:read",
    resource: `${url}/mcp`,
    ...query
  }
  const given = Object.entries(asked).filter((pair): pair is [string, string] => pair[1] !== null)
  const reply = yield* reach(`/oauth/authorize?${new URLSearchParams(given).toString()}`)
  const jar = new Map<string, string>()
  keep(jar, reply)
  const found = /^\/consent\/([\w-]+)$/.exec(reply.headers.get("location") ?? "")
  return {
    clientId,
    verifier: own.verifier,
    reply,
    consentId: found?.[1] ?? null,
    jar,
    cookie: cookieOf(jar)
  } satisfies Begun
})

/** What the page sends: as the person, in the browser that has begun. */
export const decide = Effect.fnUntraced(function* (
  ask: Ask,
  session: string,
  { consentId, cookie }: Begun,
  decision: object,
  headers: Readonly<Record<string, string>> = {}
) {
  return yield* ask("POST", `/consents/${consentId}`, {
    body: decision,
    headers: { cookie: `${session}; ${cookie}`, ...headers }
  })
})

/** The browser goes on, to the client: the query it comes there with. */
export const resume = Effect.fnUntraced(function* (path: string, { cookie }: Begun) {
  const reply = yield* reach(path, { headers: { cookie } })
  const location = reply.headers.get("location")
  return { reply, query: new URL(location ?? "", "http://nowhere").searchParams, location }
})

export const token = (body: Readonly<Record<string, string>>) =>
  reach("/oauth/token", { method: "POST", body: new URLSearchParams(body) })

export const redeem = (
  { clientId, verifier }: Begun,
  code: string,
  more: Readonly<Record<string, string>> = {}
) =>
  token({
    grant_type: "authorization_code",
    code,
    redirect_uri: CALLBACK,
    client_id: clientId,
    code_verifier: verifier,
    ...more
  })

export const refresh = (clientId: string, value: string, more: Readonly<Record<string, string>> = {}) =>
  token({ grant_type: "refresh_token", refresh_token: value, client_id: clientId, ...more })
