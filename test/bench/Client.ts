// A small client of the API for setting up: JSON in, JSON out, a loud failure otherwise.
import { Effect } from "effect"
import { setTimeout } from "node:timers/promises"
import type { Server } from "./Server.ts"

/** A machine that others use too may keep the database waiting: such a request is sent again. */
const MAX_RETRIES = 5
const RETRY_AFTER_MS = 1000

/** Requests in flight while setting up. */
const CONCURRENCY = 16

/** What the bench reads of any answer. */
export interface Made {
  readonly id: string
  readonly token: string
}

export class Client {
  private readonly server: Server

  constructor(server: Server) {
    this.server = server
  }

  private async text(path: string, init: RequestInit, retries = MAX_RETRIES): Promise<string> {
    const response = await fetch(`http://127.0.0.1:${this.server.port}/api/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${this.server.token}`, "content-type": "application/json" }
    })
    const text = await response.text()
    if (response.status === 503 && retries > 0) {
      await setTimeout(RETRY_AFTER_MS)
      return this.text(path, init, retries - 1)
    }
    if (!response.ok) throw new Error(`${init.method ?? "GET"} ${path}: ${response.status} ${text}`)
    return text
  }

  private async fetch<A>(path: string, init: RequestInit): Promise<A> {
    // the bench reads members it knows; a missing one fails in the next request
    return JSON.parse(await this.text(path, init)) as A
  }

  get<A>(path: string): Effect.Effect<A> {
    return Effect.promise(() => this.fetch<A>(path, {}))
  }

  post(path: string, body: unknown): Effect.Effect<Made> {
    return this.ask<Made>(path, body)
  }

  /** A POST that makes nothing. */
  ask<A>(path: string, body: unknown): Effect.Effect<A> {
    return Effect.promise(() => this.fetch<A>(path, { method: "POST", body: JSON.stringify(body) }))
  }

  /** The same, for how large its answer is, bytes. */
  sizeOf(path: string, body: unknown): Effect.Effect<number> {
    return Effect.promise(async () =>
      Buffer.byteLength(await this.text(path, { method: "POST", body: JSON.stringify(body) }))
    )
  }

  /** A DELETE; the moment of its answer, epoch ms. */
  remove(path: string): Effect.Effect<number> {
    return Effect.promise(async () => {
      const { ok, status } = await fetch(`http://127.0.0.1:${this.server.port}/api/v1${path}`, {
        method: "DELETE",
        headers: { authorization: `Bearer ${this.server.token}` }
      })
      if (!ok) throw new Error(`DELETE ${path}: ${status}`)
      return Date.now()
    })
  }

  /** One POST for each item, several at a time; the answers in the order of the items. */
  postAll<A>(
    items: ReadonlyArray<A>,
    request: (item: A, index: number) => readonly [path: string, body: unknown]
  ): Effect.Effect<ReadonlyArray<Made>> {
    return Effect.forEach(items, (item, index) => this.post(...request(item, index)), {
      concurrency: CONCURRENCY
    })
  }
}
