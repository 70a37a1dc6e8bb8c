// The sender: a thread of its own, so that what it costs is paid beside the server as a customer's machine
// would be, and never inside it. Requests are made before the clock starts. Each connection has its own
// subjects: their fixes arrive in order.
import { connect, type Socket } from "node:net"
import { setTimeout } from "node:timers/promises"
import { parentPort, workerData } from "node:worker_threads"
import type { Job, Load, Reply, Sent } from "./Sender.ts"
import { Walks } from "./Walks.ts"
import { externalId, makeWorld } from "./World.ts"

const load = workerData as Load // Sender.ts is the only one to start this thread
const walks = new Walks(makeWorld(load.fences), load.subjects, load.start)
const accepted = `\r\n\r\n{"accepted":${load.batch},`

/** One connection: the subjects it reports, and requests waiting to be sent. */
interface Lane {
  readonly subjects: ReadonlyArray<number>
  readonly requests: Array<Buffer>
  /** fixes made, requests sent */
  items: number
  sent: number
}

const lanes = Array.from({ length: load.connections }, (_, c): Lane => ({
  subjects: Array.from({ length: load.subjects }, (_, s) => s).filter((s) => s % load.connections === c),
  requests: [],
  items: 0,
  sent: 0
}))

const item = (lane: Lane) => {
  const fix = walks.next(lane.subjects[lane.items++ % lane.subjects.length]!)
  return {
    device: externalId(fix.subject),
    time: new Date(fix.at).toISOString(),
    lat: fix.lat,
    lon: fix.lon,
    altitude_m: fix.altitude,
    speed_mps: fix.speed,
    heading_deg: fix.heading,
    accuracy_m: fix.accuracy,
    satellites: 9
  }
}

/** Epoch milliseconds with their fraction. */
const now = (): number => performance.timeOrigin + performance.now()

const head = [
  `POST /api/v1/ingest/http/${load.source} HTTP/1.1`,
  `host: 127.0.0.1:${load.port}`,
  `authorization: Bearer ${load.token}`,
  "content-type: application/json"
].join("\r\n")

const requestOf = (body: string): Buffer =>
  Buffer.from(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)

const prepare = (requests: number) => {
  for (const lane of lanes) {
    while (lane.requests.length < requests)
      lane.requests.push(
        requestOf(
          JSON.stringify(load.batch === 1 ? item(lane) : Array.from({ length: load.batch }, () => item(lane)))
        )
      )
  }
}

/**
 * Sends a request over a connection that carries no other, and reads its answer: bytes and no more, for a
 * client's own work is not what is measured.
 */
const post = (socket: Socket, request: Buffer): Promise<void> =>
  new Promise((done, fail) => {
    let text = ""
    const settle = () => {
      socket.off("data", read).off("close", settle).off("error", fail)
      if (text.startsWith("HTTP/1.1 202 ") && text.includes(accepted)) done()
      else fail(new Error(`ingest answered: ${text.slice(0, 800)}`))
    }
    const read = (part: Buffer) => {
      text += part.toString("latin1")
      const end = text.indexOf("\r\n\r\n")
      if (end !== -1 && text.length === end + 4 + Number(/^content-length: (\d+)/imu.exec(text)?.[1]))
        settle()
    }
    socket.on("data", read).on("close", settle).on("error", fail)
    socket.write(request)
  })

/** Sends for so many seconds, each connection one request after the other; `dueAt` says when its nth is due. */
const send = async (
  seconds: number,
  dueAt: (began: number, connection: number, n: number) => number
): Promise<Sent> => {
  const took: Array<number> = []
  const began = now(),
    end = began + seconds * 1000
  const sent = await Promise.all(
    lanes.map(async (lane, connection) => {
      const before = lane.sent,
        due: Array<number> = []
      const socket = connect({ host: "127.0.0.1", port: load.port, noDelay: true })
      for (;;) {
        const at = dueAt(began, connection, due.length)
        const request = at < end ? lane.requests.shift() : undefined
        if (request === undefined) {
          socket.destroy() // a server closes connections that stay idle until the next job
          return { before, due }
        }
        if (at > now()) await setTimeout(at - now())
        lane.sent++
        due.push(at)
        await post(socket, request)
        took.push(now() - at)
      }
    })
  )
  return { began, requests: took.length, took, lanes: sent }
}

/** As fast as answers come back. */
const flood = (seconds: number) => send(seconds, now)

/**
 * At a rate of its own, whatever the answers do: a request that had to wait for its connection counts from
 * when it was due.
 */
const drip = (perSecond: number, seconds: number) => {
  const period = ((load.batch * load.connections) / perSecond) * 1000
  return send(seconds, (began, connection, n) => began + (n + connection / load.connections) * period)
}

const run = async (job: Job): Promise<Sent | null> => {
  switch (job.kind) {
    case "prepare":
      prepare(job.bodies)
      return null
    case "flood":
      return flood(job.seconds)
    case "drip":
      return drip(job.perSecond, job.seconds)
  }
}

const answer = (reply: Reply) => parentPort!.postMessage(reply, [])
parentPort!.on("message", (job: Job) => {
  run(job).then(
    (sent) => answer({ sent }),
    (error: unknown) => answer({ failed: String(error) })
  )
})
