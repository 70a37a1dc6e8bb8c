// The requests behind a page, so that it can be copied as curl commands: those of the queries it shows, however old,
// and those of the user's actions on it.

/** Asked is a request as it was sent; `address` begins with the path. */
export interface Asked {
  readonly method: string
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

interface Kept extends Asked {
  /** hash of the query that it was sent for; null: an action of the user */
  readonly query: string | null
  /** path of the page that sent it */
  readonly page: string
}

const MAX_KEPT_REQUESTS = 300
const kept: Array<Kept> = []
const queries = new WeakMap<AbortSignal, string>()

/** Paths of requests that are never recorded, because their body holds a password. */
const UNRECORDED_PATHS = /\/auth\/(login|password)$/

/** Members of a body that hold a secret. */
const SECRET_MEMBERS = /password|secret|token/i

/** Replaces secrets in a body by `$SECRET`, a shell variable in the command. */
const withoutSecrets = (body: unknown): unknown =>
  body === undefined
    ? undefined
    : JSON.parse(
        JSON.stringify(body, (member: string, value: unknown) =>
          typeof value === "string" && SECRET_MEMBERS.test(member) ? "$SECRET" : value
        )
      )

/** belongs assigns a signal to a query: requests with this signal are recorded for the query. */
export const belongs = (signal: AbortSignal, query: string): void => void queries.set(signal, query)

/** note records a request and drops an earlier equal one. */
export const note = (sent: Asked, page: string, signal?: AbortSignal): void => {
  if (UNRECORDED_PATHS.test(sent.address)) return
  const asked = { ...sent, body: withoutSecrets(sent.body) }
  const query = signal === undefined ? null : (queries.get(signal) ?? null)
  const same = kept.findIndex(
    (one) =>
      one.query === query &&
      (query !== null || one.page === page) &&
      one.method === asked.method &&
      one.address === asked.address &&
      JSON.stringify(one.body) === JSON.stringify(asked.body)
  )
  if (same >= 0) kept.splice(same, 1)
  kept.push({ ...asked, query, page })
  if (kept.length > MAX_KEPT_REQUESTS) kept.shift()
}

/** forgetRequests drops all recorded requests, for the sign-out. */
export const forgetRequests = (): void => void kept.splice(0)

/**
 * requestsOf returns the requests of the queries in `shown`, whichever page sent them, and those of actions
 * on a page; oldest first.
 */
export const requestsOf = (page: string, shown: ReadonlySet<string>): ReadonlyArray<Asked> => {
  const found = kept.filter((one) => (one.query === null ? one.page === page : shown.has(one.query)))
  const texts = new Set<string>()
  return found.filter(({ address, body, method }) => {
    const text = `${method} ${address} ${JSON.stringify(body)}`
    return !texts.has(text) && texts.add(text)
  })
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** curlOf writes a request as a curl command with a variable in place of the credential. */
export const curlOf = (origin: string, { address, body, headers, method }: Asked): string =>
  [
    `curl -H "Authorization: Bearer $PUGMARK_TOKEN"`,
    ...(method === "GET" ? [] : [`-X ${method}`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body))}`]),
    quoted(`${origin}${address}`)
  ].join(" ")
