// A customer's program: plain HTTP, JSON in and out, lists to their end, the live stream.
import { Data, Effect, Schedule } from "effect"
import type { Scope } from "effect/Scope"
import type { Service } from "../support/processes/service.ts"

/** Nobody answered, or the answer broke off: what was asked may or may not have happened. */
export class Unreachable extends Data.TaggedError("Unreachable")<{ readonly message: string }> {}

/** `A` is what the caller expects to read; an answer that is something else fails where it is read. */
export interface Answer<A> {
  readonly status: number
  readonly body: A
}

interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly next_cursor: string | null
}

/** What a test reads of a record it has made. */
export interface Made {
  readonly id: string
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

export interface Client {
  /** One request, whatever the answer. */
  readonly ask: <A>(
    method: Method,
    path: string,
    body?: unknown,
    token?: string
  ) => Effect.Effect<Answer<A>, Unreachable>
  /** The body of a good answer; any other is a defect that quotes it, but one that says to come back. */
  readonly get: <A>(path: string) => Effect.Effect<A>
  readonly post: <A = Made>(path: string, body: unknown) => Effect.Effect<A>
  /** A list to its end. */
  readonly all: <A>(path: string) => Effect.Effect<ReadonlyArray<A>>
}

/** Longer than any answer should take, shorter than a test. */
const PATIENCE_MS = 15_000

/** Passwords of other accounts are hashed first: on a slow machine, a few at a time are too many. */
const isCrowded = ({ body, status }: Answer<unknown>): boolean =>
  status === 503 && typeof body === "object" && body !== null && "code" in body && body.code === "CROWDED"
const COMEBACK = "2 seconds"

/** Speaks as the server admin unless a request brings its own token. Paths are below `/api/v1`. */
export const makeClient = ({ origin, token: admin }: Pick<Service, "origin" | "token">): Client => {
  const ask = <A>(
    method: Method,
    path: string,
    body?: unknown,
    token = admin
  ): Effect.Effect<Answer<A>, Unreachable> =>
    Effect.tryPromise({
      try: async (signal) => {
        const answer = await fetch(`${origin}/api/v1${path}`, {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            ...(body === undefined ? {} : { "content-type": "application/json" })
          },
          body: body === undefined ? null : JSON.stringify(body),
          signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])
        })
        const text = await answer.text()
        return { status: answer.status, body: (text === "" ? null : JSON.parse(text)) as A }
      },
      catch: (cause) => new Unreachable({ message: `${method} ${path}: ${String(cause)}` })
    })
  const good = <A>(method: Method, path: string, body?: unknown): Effect.Effect<A> =>
    ask<A>(method, path, body).pipe(
      Effect.flatMap((answer) =>
        answer.status < 300
          ? Effect.succeed(answer.body)
          : isCrowded(answer)
            ? Effect.delay(good<A>(method, path, body), COMEBACK)
            : Effect.die(new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`))
      ),
      Effect.orDie
    )
  const all = <A>(path: string) =>
    Effect.gen(function* () {
      const items: Array<A> = []
      for (let cursor = ""; ;) {
        const page = yield* good<Page<A>>("GET", `${path}${path.includes("?") ? "&" : "?"}limit=500${cursor}`)
        items.push(...page.items)
        if (page.next_cursor === null) return items
        cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`
      }
    })
  return { ask, all, get: (path) => good("GET", path), post: (path, body) => good("POST", path, body) }
}

/** Asks again and again until the answer will do; the last answer is in the failure. */
export const until = <A, E, R>(
  what: string,
  ask: Effect.Effect<A, E, R>,
  holds: (a: A) => boolean,
  seconds = 20
): Effect.Effect<A, E, R> => {
  let last: A | undefined
  return ask.pipe(
    Effect.tap((a) =>
      Effect.sync(() => {
        last = a
      })
    ),
    Effect.repeat({ until: holds, schedule: Schedule.spaced("50 millis") }),
    Effect.timeoutOrElse({
      duration: seconds * 1000,
      orElse: () =>
        Effect.die(
          new Error(`${what}: not within ${seconds} s; at last ${JSON.stringify(last)?.slice(0, 500)}`)
        )
    })
  )
}

/** One message of the live stream. */
export interface Message {
  readonly id: string
  readonly event: string
  readonly data: { readonly id: string }
}

const parse = (block: string): Message | null => {
  const field = (name: string) =>
    block
      .split("\n")
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trimStart())
      .join("\n")
  return field("event") === ""
    ? null
    : { id: field("id"), event: field("event"), data: JSON.parse(field("data")) as Message["data"] }
}

/**
 * Listens to the live stream of a project until the scope closes; what it says with an id, its greeting left
 * out, is appended to `heard`, whole messages only.
 */
export const listen = (
  { origin, token }: Pick<Service, "origin" | "token">,
  projectId: string,
  after: string,
  heard: Array<Message>
): Effect.Effect<void, Unreachable, Scope> =>
  Effect.gen(function* () {
    const hungUp = yield* Effect.abortSignal
    const failed = (cause: unknown) => new Unreachable({ message: `the live stream: ${String(cause)}` })
    const answer = yield* Effect.tryPromise({
      try: () =>
        fetch(`${origin}/api/v1/projects/${projectId}/stream`, {
          headers: { authorization: `Bearer ${token}`, "last-event-id": after },
          signal: hungUp
        }),
      catch: failed
    })
    if (answer.status !== 200 || answer.body === null)
      return yield* failed(`${answer.status} ${yield* Effect.promise(() => answer.text())}`)
    const chunks = answer.body.pipeThrough(new TextDecoderStream())
    yield* Effect.forkScoped(
      Effect.promise(async () => {
        let rest = ""
        try {
          for await (const chunk of chunks) {
            const blocks = (rest + chunk).split("\n\n")
            rest = blocks.pop() ?? ""
            for (const block of blocks) {
              const message = parse(block)
              if (message !== null && message.id !== "" && message.event !== "hello") heard.push(message)
            }
          }
        } catch (cause) {
          if (!hungUp.aborted) throw cause
        }
      })
    )
  })
