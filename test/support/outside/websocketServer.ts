// A websocket server that numbers what it sends, wants each number acknowledged, and goes on from the last one that
// was; and that can be as bad as servers are.
import { Effect } from "effect"
import { createServer } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { type WebSocket, WebSocketServer } from "ws"
import { bytesOf } from "../../../src/api/ingest/serveConnection.ts"

export const SERVER_PASSWORD = "a gate in the meadow"

/** What it does besides sending. */
export interface Mood {
  /** messages after which it cuts the connection in the middle of a frame */
  readonly cutAfter?: number
  /** sends each twice */
  readonly doubles?: boolean
  /** answers no ping, and sends nothing */
  readonly silent?: boolean
  /** ms between messages */
  readonly pace?: number
  /** answers the opening with this text instead of opening a connection */
  readonly answers?: string
  /** closes the connection with this code as soon as it is open */
  readonly closes?: number
  /** says and does this first, in place of messages where it gives false */
  readonly first?: (connection: WebSocket, socket: Socket) => boolean
  /** what becomes of each message */
  readonly fault?: () => Fault
  /** sends what was not acknowledged, whatever the hello says */
  readonly forgetful?: boolean
}

/** `split`: in three fragments; `half`: the connection is cut in the middle; `killed`: with no word. */
export type Fault = "none" | "twice" | "late" | "split" | "half" | "killed"

export const openWebsocketServer = (messageOf: (n: number) => object, total: number) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const acknowledged = new Set<number>(),
        hellos: Array<unknown> = [],
        moods: Array<Mood> = []
      let connections = 0,
        refused = 0
      const sockets = new Set<Socket>()
      const http = createServer()
      const server = new WebSocketServer({ noServer: true, autoPong: true })

      const tell = async (connection: WebSocket, socket: Socket, from: number, mood: Mood) => {
        let sent = 0
        for (let n = from; n < total && connection.readyState === connection.OPEN; n++) {
          if (mood.forgetful === true && acknowledged.has(n)) continue
          const fault = mood.fault?.() ?? "none"
          if (fault === "killed") return void socket.destroy()
          if (fault === "half" || (mood.cutAfter !== undefined && sent >= mood.cutAfter)) {
            // a text of 300 bytes begins, and never ends
            socket.write(Buffer.from([0x81, 0x7e, 0x01, 0x2c, 0x7b, 0x22]))
            socket.destroySoon()
            return
          }
          const text = JSON.stringify({ seq: n, data: messageOf(n) })
          if (fault === "split") {
            connection.send(text.slice(0, 9), { fin: false })
            connection.ping() // which may stand between fragments
            connection.send(text.slice(9, 20), { fin: false })
            connection.send(text.slice(20), { fin: true })
          } else connection.send(text)
          if (mood.doubles === true || fault === "twice") connection.send(text)
          if (fault === "late") await new Promise((resume) => setImmediate(resume))
          sent++
          // a server's own slowness is what is played here
          if (mood.pace !== undefined) await new Promise((resume) => setTimeout(resume, mood.pace))
        }
      }

      http.on("upgrade", (request, socket: Socket, head) => {
        socket.on("error", () => {}) // who is refused may hang up first
        if (request.headers.authorization !== `Bearer ${SERVER_PASSWORD}`) {
          refused++
          socket.end("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n")
          return
        }
        const { answers } = moods[connections] ?? {}
        if (answers !== undefined) {
          connections++
          socket.end(answers)
          return
        }
        sockets.add(socket)
        server.handleUpgrade(request, socket, head, (connection) => {
          const mood = moods[connections++] ?? {}
          connection.on("error", () => {})
          if (mood.silent === true) {
            socket.pause()
            return
          }
          if (mood.closes !== undefined) return connection.close(mood.closes, "later")
          if (mood.first?.(connection, socket) === false) return
          connection.on("message", (data) => {
            const said = JSON.parse(bytesOf(data).toString("utf8")) as {
              readonly last?: number | null
              readonly ack?: number
            }
            if (said.ack !== undefined) return void acknowledged.add(said.ack)
            hellos.push(said)
            void tell(connection, socket, mood.forgetful === true ? 0 : (said.last ?? -1) + 1, mood)
          })
        })
      })
      await new Promise<void>((resume) => void http.listen(0, "127.0.0.1", resume))
      return {
        url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}/stream`,
        acknowledged,
        hellos,
        moods,
        connections: () => connections,
        refused: () => refused,
        stop: () => {
          for (const socket of sockets) socket.destroy()
          http.close()
        }
      }
    }),
    ({ stop }) => Effect.sync(stop)
  )
