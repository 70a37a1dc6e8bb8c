// Floods that are about memory: large requests, good and bad, many at a time; readers of the live stream that
// never read.
import { Effect } from "effect"
import type { Scope } from "effect/Scope"
import { once } from "node:events"
import { request } from "node:http"
import { connect, type Socket } from "node:net"
import { setTimeout } from "node:timers/promises"
import { floodFixes, type Side } from "./flood/floodWorld.ts"
import type { Server } from "./Server.ts"

const MIB = 2 ** 20
/** What a refused sender waits for, ms: a fifth of what it is told, since nobody here is patient. */
const IMPATIENCE_MS = 400

interface Large {
  readonly token: string
  readonly body: Buffer
}

/** The status of an answer; 0: the service hung up while it was still being sent to. */
const post = ({ port }: Server, { source }: Side, { body, token }: Large): Promise<number> =>
  new Promise((done) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        method: "POST",
        path: `/api/v1/ingest/http/${source}`,
        agent: false,
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          "content-length": body.length
        }
      },
      (answer) => answer.resume().on("close", () => done(answer.statusCode!))
    )
    sent.on("error", () => done(0)).end(body)
  })

/** Bodies of each kind: stored, refused by its token, too large, not JSON, nested too deep, of too many items. */
const makeBodies = (side: Side): ReadonlyArray<Large> => {
  const good = floodFixes(side, Date.now() - 86_400_000, 50_000)
  const of = (body: string | Buffer, token = side.token) => ({ token, body: Buffer.from(body) })
  return [
    of(JSON.stringify(good)),
    of(Buffer.alloc(30 * MIB, " "), "nobody's"),
    of(Buffer.alloc(40 * MIB, " ")),
    of(`[${"1,".repeat(14 * MIB)}`),
    of("[".repeat(20 * MIB)),
    of(`[${"{},".repeat(9 * MIB)}{}]`)
  ]
}

/** So many senders of large bodies for so many seconds; how often each status was answered. */
export const sendLarge = (
  server: Server,
  side: Side,
  senders: number,
  seconds: number
): Effect.Effect<ReadonlyMap<number, number>> =>
  Effect.promise(async () => {
    const bodies = makeBodies(side),
      answers = new Map<number, number>(),
      until = Date.now() + seconds * 1000
    const sender = async (n: number) => {
      for (let i = n; Date.now() < until; i++) {
        const status = await post(server, side, bodies[i % bodies.length]!)
        answers.set(status, (answers.get(status) ?? 0) + 1)
        if (status === 503) await setTimeout(IMPATIENCE_MS)
      }
    }
    await Promise.all(Array.from({ length: senders }, (_, n) => sender(n)))
    return answers
  })

/**
 * Readers of a project's stream from its first entry on who never read; how many the service has not hung up
 * on.
 */
export const neverRead = (
  { port, token }: Server,
  { id }: Side,
  readers: number
): Effect.Effect<() => number, never, Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const gone = new Set<Socket>()
      const open = async () => {
        const socket = connect(port, "127.0.0.1")
        await once(socket, "connect")
        socket.pause()
        // a socket that is not read does not see the end: what is written to it does
        const look = setInterval(() => socket.write("\r\n"), 2000)
        socket
          .on("error", () => undefined)
          .once("close", () => {
            clearInterval(look)
            gone.add(socket)
          })
        socket.write(
          `GET /api/v1/projects/${id}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ` +
            `Bearer ${token}\r\nLast-Event-ID: 0\r\n\r\n`
        )
        return socket
      }
      const sockets = await Promise.all(Array.from({ length: readers }, open))
      return { gone, sockets }
    }),
    ({ sockets }) =>
      Effect.sync(() => {
        for (const socket of sockets) socket.destroy()
      })
  ).pipe(
    Effect.map(
      ({ gone, sockets }) =>
        () =>
          sockets.length - gone.size
    )
  )
