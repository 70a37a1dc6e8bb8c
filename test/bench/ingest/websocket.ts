// One sender with one connection: records a second over a line that it holds, beside the same records by HTTP one
// request after the other, in the same run. Everything is stored when it is acknowledged.
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { WebSocket } from "ws"
import { Client, type Made } from "../Client.ts"
import type { Line } from "../report.ts"
import type { Server } from "../Server.ts"

const DEVICES = 50
/** Items of a request, and of a frame. */
const BATCH = 100
/** Frames that are sent before an answer to the first is there. */
const UNDER_WAY = 16

/** Items that nobody has sent yet. */
const makeItems = (base: number) => {
  let n = 0
  return (count: number): string =>
    JSON.stringify(
      Array.from({ length: count }, () => {
        const k = n++
        return {
          device: `tag-${k % DEVICES}`,
          time: base + Math.floor(k / DEVICES) * 1000,
          lat: 51 + (k % 1000) / 1e5,
          lon: 10
        }
      })
    )
}

const accepted = (text: string): number => (JSON.parse(text) as { readonly accepted: number }).accepted

const byHttp = async (url: string, token: string, seconds: number): Promise<number> => {
  const items = makeItems(Date.UTC(2026, 0, 1)),
    began = performance.now()
  let records = 0
  while (performance.now() - began < seconds * 1000) {
    const answer = await fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: items(BATCH)
    })
    records += accepted(await answer.text())
  }
  return (records * 1000) / (performance.now() - began)
}

const byLine = async (
  url: string,
  token: string,
  seconds: number,
  batch: number,
  base: number
): Promise<number> => {
  const items = makeItems(base)
  const line = new WebSocket(url, { headers: { authorization: `Bearer ${token}` } })
  await once(line, "open")
  const began = performance.now()
  let records = 0
  line.on("message", (data: Buffer) => {
    records += accepted(data.toString("utf8"))
    if (performance.now() - began < seconds * 1000) line.send(items(batch))
    else line.close()
  })
  for (let n = 0; n < UNDER_WAY; n++) line.send(items(batch))
  await once(line, "close")
  return (records * 1000) / (performance.now() - began)
}

export const websocketLines = (server: Server, seconds: number): Effect.Effect<ReadonlyArray<Line>> =>
  Effect.gen(function* () {
    const client = new Client(server),
      slug = `line-${randomBytes(3).toString("hex")}`
    const { id: project } = yield* client.post("/projects", { name: slug, slug, timezone: "Europe/Berlin" })
    const source = yield* client.post("/data-sources", {
      name: slug,
      adapter_key: "generic_http",
      project_ids: [project]
    })
    const devices: ReadonlyArray<Made> = yield* client.postAll(
      Array.from({ length: DEVICES }, (_, n) => n),
      (n) => ["/devices", { name: `Tag ${n}`, external_id: `tag-${n}`, data_source_id: source.id }]
    )
    yield* client.postAll(devices, ({ id }) => [
      `/devices/${id}/project-assignments`,
      { project_id: project, valid_from: "2020-01-01T00:00:00Z" }
    ])
    const ingest = `//127.0.0.1:${server.port}/api/v1/ingest`,
      line = `ws:${ingest}/ws/${source.id}`
    const measure = (run: () => Promise<number>) => Effect.promise(run)
    const http = yield* measure(() => byHttp(`http:${ingest}/http/${source.id}`, source.token, seconds))
    const batches = yield* measure(() => byLine(line, source.token, seconds, BATCH, Date.UTC(2026, 1, 1)))
    const single = yield* measure(() => byLine(line, source.token, seconds, 1, Date.UTC(2026, 2, 1)))
    const rate = (key: string, label: string, value: number): Line => ({ key, label, value, unit: "/s" })
    return [
      rate("websocket_http", `one sender by HTTP, ${BATCH} records a request`, http),
      rate("websocket_line", `  over a line, ${BATCH} records a frame`, batches),
      { key: "websocket_ratio", label: "  the line over HTTP", value: batches / http, unit: "x", digits: 2 },
      rate("websocket_single", "  over a line, one record a frame", single)
    ]
  })
