// The sender: a thread of its own, so that what it costs is paid beside the server as a customer's machine would be, and never
// inside it. Bodies are made before the clock starts. Each connection has its own subjects: their fixes arrive in order.
import http from "node:http"
import { setTimeout } from "node:timers/promises"
import { parentPort, workerData } from "node:worker_threads"
import type { Job, Load, Reply, Sent } from "./Sender.ts"
import { Walks } from "./Walks.ts"
import { externalId, makeWorld } from "./World.ts"

const load = workerData as Load // Sender.ts is the only one to start this thread
const agent = new http.Agent({ keepAlive: true, maxSockets: load.connections })
const walks = new Walks(makeWorld(load.fences), load.subjects, load.start)
const accepted = `{"accepted":${load.batch},`

/** One connection: the subjects it reports, and bodies waiting to be sent. */
interface Lane {
  readonly subjects: ReadonlyArray<number>
  readonly bodies: Array<Buffer>
  /** fixes made, requests sent */
  items: number
  sent: number
}

const lanes = Array.from({ length: load.connections }, (_, c): Lane => ({
  subjects: Array.from({ length: load.subjects }, (_, s) => s).filter((s) => s % load.connections === c), bodies: [], items: 0, sent: 0
}))

const item = (lane: Lane) => {
  const fix = walks.next(lane.subjects[lane.items++ % lane.subjects.length]!)
  return {
    device: externalId(fix.subject), time: new Date(fix.at).toISOString(), lat: fix.lat, lon: fix.lon, altitude_m: fix.altitude,
    speed_mps: fix.speed, heading_deg: fix.heading, accuracy_m: fix.accuracy, satellites: 9
  }
}

/** Epoch milliseconds with their fraction. */
const now = (): number => performance.timeOrigin + performance.now()

const prepare = (bodies: number) => {
  for (const lane of lanes) {
    while (lane.bodies.length < bodies) lane.bodies.push(Buffer.from(JSON.stringify(load.batch === 1 ? item(lane) : Array.from({ length: load.batch }, () => item(lane)))))
  }
}

const post = (body: Buffer): Promise<void> => new Promise((done, fail) => {
  const request = http.request({
    agent, host: "127.0.0.1", port: load.port, method: "POST", path: `/api/v1/ingest/http/${load.source}`,
    headers: { authorization: `Bearer ${load.token}`, "content-type": "application/json", "content-length": body.length }
  }, (response) => {
    response.setEncoding("utf8")
    let text = ""
    response.on("data", (part: string) => text += part)
    response.on("end", () => {
      if (response.statusCode === 202 && text.startsWith(accepted)) done()
      else fail(new Error(`ingest answered ${response.statusCode}: ${text.slice(0, 500)}`))
    })
    response.on("error", fail)
  })
  request.on("error", fail)
  request.end(body)
})

/** Sends for so many seconds, each connection one request after the other; `dueAt` says when its nth is due. */
const send = async (seconds: number, dueAt: (began: number, connection: number, n: number) => number): Promise<Sent> => {
  const took: Array<number> = []
  const began = now(), end = began + seconds * 1000
  const sent = await Promise.all(lanes.map(async (lane, connection) => {
    const before = lane.sent, due: Array<number> = []
    for (;;) {
      const at = dueAt(began, connection, due.length)
      const body = at < end ? lane.bodies.shift() : undefined
      if (body === undefined) return { before, due }
      if (at > now()) await setTimeout(at - now())
      lane.sent++
      due.push(at)
      await post(body)
      took.push(now() - at)
    }
  }))
  agent.destroy() // a server closes connections that stay idle until the next job
  return { began, requests: took.length, took, lanes: sent }
}

/** As fast as answers come back. */
const flood = (seconds: number) => send(seconds, now)

/** At a rate of its own, whatever the answers do: a request that had to wait for its connection counts from when it was due. */
const drip = (perSecond: number, seconds: number) => {
  const period = load.batch * load.connections / perSecond * 1000
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
  run(job).then((sent) => answer({ sent }), (error: unknown) => answer({ failed: String(error) }))
})
