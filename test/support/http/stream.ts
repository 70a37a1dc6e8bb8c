// The live stream from both ends: a writer, and a reader as a browser would be one.
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { appendStream } from "../../../src/store/events/EventStream.ts"
import type { Farm } from "../sql/farm.ts"
import { ADMIN_TOKEN, TestServer } from "./server.ts"

export interface Frame {
  readonly id: string | null
  readonly event: string
  readonly data: { readonly [member: string]: unknown }
}

const parse = (text: string): Frame => {
  const fields = new Map(
    text.split("\n").map((line): [string, string] => {
      const [name = "", ...value] = line.split(": ")
      return [name, value.join(": ")]
    })
  )
  return {
    id: fields.get("id") ?? null,
    event: fields.get("event") ?? "",
    data: JSON.parse(fields.get("data") ?? "{}")
  }
}

/** A reader of one response. */
export interface Reader {
  readonly headers: Headers
  /** what the stream began with */
  readonly hello: Frame
  /**
   * the next frames, comments and the greeting left out; fewer than asked for only if the server ended the
   * stream
   */
  readonly take: (count: number) => Effect.Effect<ReadonlyArray<Frame>>
}

/** Opens the live stream of a project, until the scope closes; it has begun when this is done. */
export const connect = Effect.fnUntraced(function* (
  farm: Pick<Farm, "project">,
  query: string,
  lastEventId?: string,
  token = ADMIN_TOKEN
) {
  const { url } = yield* TestServer
  const signal = yield* Effect.abortSignal
  const response = yield* Effect.promise(() =>
    fetch(`${url}/api/v1/projects/${farm.project}/stream${query}`, {
      signal,
      headers: {
        authorization: `Bearer ${token}`,
        ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId })
      }
    })
  )
  assert.strictEqual(response.status, 200)
  const body = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ""
  const waiting: Array<Frame> = []
  const wait = async (count: number) => {
    while (waiting.length < count) {
      const { done, value } = await body.read()
      if (done) break
      const parts = (text + value).split("\n\n")
      text = parts.pop()!
      waiting.push(...parts.filter((p) => /^(id|event|data):/.test(p)).map(parse))
    }
  }
  const take = (count: number) =>
    Effect.promise(async () => {
      await wait(count)
      return waiting.splice(0, count)
    })
  const [hello] = yield* take(1)
  assert.strictEqual(hello?.event, "hello")
  return { headers: response.headers, hello: hello!, take } satisfies Reader
})

/** Writes events and their entries in one transaction, as every writer does. */
export const writeEvents = Effect.fnUntraced(function* (farm: Farm, count: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql
    .withTransaction(
      Effect.gen(function* () {
        const ids = Array.from({ length: count }, () => v7())
        yield* sql`
      insert into events (id, project_id, event_key, time, event_type, severity, title, source_kind, context)
      select id, ${farm.project}::uuid, sha256(id::text::bytea), now(), 'LIVE', 'info', 't', 'user',
        jsonb_build_object('pad', repeat('x', 500)) from unnest(${ids}::uuid[]) id`
        yield* appendStream(
          sql,
          ids.map((objectId) => ({
            projectId: farm.project,
            type: "event.created" as const,
            objectId,
            entityId: null,
            deviceId: null
          }))
        )
      })
    )
    .pipe(Effect.orDie)
})

/** The entries of a farm's stream, oldest first. */
export const streamIds = Effect.fnUntraced(function* (farm: Farm) {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql<{
    id: string
  }>`select id::text as id from event_stream where project_id = ${farm.project}::uuid
    order by event_stream.id`).map((r) => r.id)
})
