// How much of large bodies is in memory at a time: whoever sends one when there is no room for it is told to
// come back, before a byte of it is read. Small bodies, as devices send them all day, need no room.
import { Context, Effect } from "effect"
import type * as Headers from "effect/http/Headers"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Unavailable } from "../../contract/http/errors.ts"
import { ingestLimits } from "../../domain/intake/ingestLimits.ts"
import { answerLater } from "./answerLater.ts"

/** Bodies that need no room, bytes. */
const SMALL = 256 * 1024
/** What a body counts for whose length is not told. */
const UNTOLD = 8 * 2 ** 20
/** The largest body there may be and some smaller ones: read and stored, they are twenty times as large. */
const ROOM = 1.25 * ingestLimits.bytes

export class Room {
  private taken = 0
  private readonly size: number

  constructor(size: number) {
    this.size = size
  }

  /** Takes so many bytes, if they are there. */
  take(bytes: number): boolean {
    if (this.taken + bytes > this.size) return false
    this.taken += bytes
    return true
  }

  giveBack(bytes: number): void {
    this.taken -= bytes
  }
}

/** The room of this process. */
export const BodyRoom = Context.Reference<Room>("api/BodyRoom", { defaultValue: () => new Room(ROOM) })

/** The room that a body needs; none where it is refused for its size anyway. Bytes */
const needs = (headers: Headers.Headers): number => {
  if (headers["transfer-encoding"] !== undefined) return UNTOLD
  const bytes = Number(headers["content-length"] ?? 0)
  return bytes > SMALL && bytes <= ingestLimits.bytes ? bytes : 0
}

/** Answers with room for the request's body, or with 503. */
export const roomy = <E, R>(
  headers: Headers.Headers,
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
) => {
  const bytes = needs(headers)
  if (bytes === 0) return app
  return Effect.flatMap(BodyRoom, (room) => {
    if (room.take(bytes))
      return Effect.ensuring(
        app,
        Effect.sync(() => room.giveBack(bytes))
      )
    const detail =
      "So many large bodies are being read that there is no room for this one. Send it again, or in " +
      "several smaller ones."
    return answerLater(new Unavailable({ code: "CROWDED", detail }), 2)
  })
}
