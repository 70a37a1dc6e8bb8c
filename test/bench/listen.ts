// A client of the live stream, as a console would be: remembers when it heard of each event.
import { Effect } from "effect"
import type { Scope } from "effect/Scope"
import http from "node:http"
import type { Server } from "./Server.ts"

export interface Heard {
  readonly entityId: string
  /** event time and the time of the record it was decided on, epoch ms */
  readonly time: number
  readonly sampleTime: number
  /** when the client had it, epoch ms */
  readonly at: number
}

interface Told {
  readonly entity_id: string
  readonly time: string
  readonly sample_time: string
}

/** Hears the events of a project from now on, until the scope closes; the list grows meanwhile. */
export const listen = (server: Server, project: string): Effect.Effect<ReadonlyArray<Heard>, never, Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(
        () =>
          new Promise<{ readonly heard: Array<Heard>; readonly request: http.ClientRequest }>(
            (opened, fail) => {
              const heard: Array<Heard> = []
              const request = http.get(
                {
                  host: "127.0.0.1",
                  port: server.port,
                  path: `/api/v1/projects/${project}/stream?types=event.created`,
                  headers: { authorization: `Bearer ${server.token}`, accept: "text/event-stream" }
                },
                (response) => {
                  if (response.statusCode !== 200)
                    return fail(new Error(`the stream answered ${response.statusCode}`))
                  response.setEncoding("utf8")
                  response.on("error", () => undefined) // closed by the release below
                  let text = ""
                  response.on("data", (part: string) => {
                    const at = performance.timeOrigin + performance.now()
                    const messages = (text + part).split("\n\n")
                    text = messages.pop()!
                    for (const message of messages) {
                      const data = /^event: ?event\.created$/m.test(message)
                        ? /^data: ?(.*)$/m.exec(message)?.[1]
                        : undefined
                      if (data === undefined) continue
                      const told = JSON.parse(data) as Told // the API's own words
                      heard.push({
                        entityId: told.entity_id,
                        time: Date.parse(told.time),
                        sampleTime: Date.parse(told.sample_time),
                        at
                      })
                    }
                  })
                  opened({ heard, request })
                }
              )
              request.on("error", fail)
            }
          )
      ),
      ({ request }) => Effect.sync(() => request.destroy())
    ),
    ({ heard }) => heard
  )
