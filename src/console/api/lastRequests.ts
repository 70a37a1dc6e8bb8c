// The requests that pages made, so that a page can be copied as commands: those behind what it shows, however
// long ago they were answered, and those of what was done on it.

/** A request as it was sent; `address` begins with the path. */
export interface Asked {
  readonly method: string
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

interface Kept extends Asked {
  /** the query that it was sent for; null: somebody did something */
  readonly query: string | null
  /** the path of the page it was sent from */
  readonly page: string
}

const MANY = 300
const kept: Array<Kept> = []
const queries = new WeakMap<AbortSignal, string>()

/** Whose password is in it is nothing to keep. */
const SECRET = /\/auth\/(login|password)$/

/** Members that open something. */
const OPENS = /password|secret|token/i

/** A body without what opens something: a command names the variable that holds it. */
const withoutSecrets = (body: unknown): unknown =>
  body === undefined
    ? undefined
    : JSON.parse(
        JSON.stringify(body, (member: string, value: unknown) =>
          typeof value === "string" && OPENS.test(member) ? "$SECRET" : value
        )
      )

/** Says for which query requests with a signal are sent. */
export const belongs = (signal: AbortSignal, query: string): void => void queries.set(signal, query)

/** Remembers a request, and forgets the same one before. */
export const note = (sent: Asked, page: string, signal?: AbortSignal): void => {
  if (SECRET.test(sent.address)) return
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
  if (kept.length > MANY) kept.shift()
}

/** As after somebody has left. */
export const forgetRequests = (): void => void kept.splice(0)

/**
 * The requests behind `shown` queries, wherever they were sent from, and what was done on a page; oldest
 * first.
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

/** A request as a command. Never a cookie and never a token: it names the variable that holds one. */
export const curlOf = (origin: string, { address, body, headers, method }: Asked): string =>
  [
    `curl -H "Authorization: Bearer $PUGMARK_TOKEN"`,
    ...(method === "GET" ? [] : [`-X ${method}`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body))}`]),
    quoted(`${origin}${address}`)
  ].join(" ")
