// A reader of the live stream, as a browser would read it.
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Farm } from "./farm.ts"
import { ADMIN_TOKEN, TestServer } from "./server.ts"

export interface Frame {
  readonly id: string | null
  readonly event: string
  readonly data: { readonly [member: string]: unknown }
}

const parse = (text: string): Frame => {
  const fields = new Map(text.split("\n").map((line): [string, string] => {
    const [name = "", ...value] = line.split(": ")
    return [name, value.join(": ")]
  }))
  return { id: fields.get("id") ?? null, event: fields.get("event") ?? "", data: JSON.parse(fields.get("data") ?? "{}") }
}

/** A reader of one response. */
export interface Reader {
  readonly headers: Headers
  /** the next frames, comments left out; fewer than asked for only if the server ended the stream */
  readonly take: (count: number) => Effect.Effect<ReadonlyArray<Frame>>
  readonly leave: Effect.Effect<void>
}

/** Opens the live stream of a project, until the scope closes. */
export const connect = Effect.fnUntraced(function*(farm: Farm, query: string, lastEventId?: string) {
  const { url } = yield* TestServer
  const abort = new AbortController()
  const response = yield* Effect.promise(() => fetch(`${url}/api/v1/projects/${farm.project}/stream${query}`, {
    signal: abort.signal, headers: { authorization: `Bearer ${ADMIN_TOKEN}`, ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }) }
  }))
  assert.strictEqual(response.status, 200)
  const body = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ""
  const waiting: Array<Frame> = []
  const take = (count: number) => Effect.promise(async () => {
    while (waiting.length < count) {
      const { done, value } = await body.read()
      if (done) break
      const parts = (text + value).split("\n\n")
      text = parts.pop()!
      waiting.push(...parts.filter((p) => /^(id|event|data):/.test(p)).map(parse))
    }
    return waiting.splice(0, count)
  })
  const reader: Reader = { headers: response.headers, take, leave: Effect.sync(() => abort.abort()) }
  yield* Effect.addFinalizer(() => reader.leave)
  return reader
})
