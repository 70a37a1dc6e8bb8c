// A stand-in for the sandbox whose job says how it goes wrong: the first subject's name.
import { parentPort } from "node:worker_threads"

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; this is a thread
const say = (report) => parentPort.postMessage(report)

const document = (job, fixes) => ({
  version: 1,
  module: job.module,
  method_version: `${job.module}/1`,
  subjects: job.subjects.map(({ id, name, type }) => ({ id, name, type })),
  periods: job.periods.map((p) => ({
    key: p.key,
    from: new Date(p.from).toISOString(),
    to: new Date(p.to).toISOString()
  })),
  summary: { main: Object.fromEntries(job.subjects.map((s) => [s.id, { fixes }])) },
  tables: [],
  charts: [],
  geometries: {},
  warnings: [],
  provenance: {}
})

const held = []

parentPort.once("message", (job) => {
  switch (job.subjects[0]?.name) {
    case "Loop":
      for (;;);
    case "Heap":
      for (;;) held.push(Array.from({ length: 100_000 }, (_, i) => ({ i })))
    case "Buffers":
      for (;;) {
        held.push(new Float64Array(1_000_000).fill(1))
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
      }
    case "FourGigabytes":
      held.push(new ArrayBuffer(4e9))
      for (;;);
    case "Thrower":
      throw new Error("the sun did not rise")
    case "Chatterbox":
      throw new Error("\u{1F404}".repeat(3000))
    case "Huge":
      say({
        _tag: "refused",
        code: "INPUT_TOO_LARGE",
        message: "The result is too large. Choose fewer subjects."
      })
      break
    case "Leaver":
      process.exit(0)
      break
    default: {
      const fixes = job.tracks.reduce((sum, t) => sum + t.time.length, 0)
      say({ _tag: "progress", percent: 50, step: "half" })
      say({
        _tag: "done",
        computed: {
          excluded: 1,
          document: document(job, fixes),
          geometries: [
            {
              kind: "track_summary",
              subject_id: job.subjects[0].id,
              label: "track",
              level: null,
              area_m2: null,
              geom: { type: "Point", coordinates: [job.tracks[0]?.lon[0] ?? 0, job.tracks[0]?.lat[0] ?? 0] },
              properties: { period: "main" }
            }
          ]
        }
      })
    }
  }
  parentPort.close()
})
