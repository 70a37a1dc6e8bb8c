import { createHash } from "node:crypto"
import { assert, describe, it } from "vitest"
import { defaults, type GrazingJob } from "../../../src/domain/analysis/modules/grazing.ts"
import { ComputationRefused } from "../../../sandbox/Module.ts"
import { inputHash } from "../../../sandbox/result/inputHash.ts"
import { MAX_GEOMETRIES } from "../../../sandbox/result/limits.ts"
import { column, known, ResultBuilder, rounded } from "../../../sandbox/result/ResultBuilder.ts"
import { jobOf, main, START, subjectOf } from "../job.ts"

/** Bytes as the description of the input hash says them, put together by hand. */
const bytesOf = (...parts: ReadonlyArray<string | readonly ["count" | "double" | "single", number]>) =>
  Buffer.concat(
    parts.map((part) => {
      if (typeof part === "string") return Buffer.from(part)
      const [kind, value] = part
      const bytes = Buffer.alloc(kind === "double" ? 8 : 4)
      if (kind === "count") bytes.writeUInt32LE(value)
      else if (kind === "double") bytes.writeDoubleLE(value)
      else bytes.writeFloatLE(value)
      return bytes
    })
  )

const job = jobOf({
  periods: [main(1)],
  rows: [
    {
      main: [
        { time: START, lon: 1, lat: 2, accuracy: 3 },
        { time: START + 1, lon: 4, lat: 5 }
      ]
    }
  ]
})

describe("the input hash", () => {
  it("is SHA-256 of the bytes it is described by, so that others can compute it", () => {
    const { from, key, to } = job.periods[0]!
    const id = job.subjects[0]!.id
    const bytes = bytesOf(
      ["count", 1],
      ["count", key.length],
      key,
      ["double", from],
      ["double", to],
      ["count", 1],
      ["count", id.length],
      id,
      ["count", 1],
      ["count", key.length],
      key,
      ["count", 2],
      ...[START, START + 1, 1, 4, 2, 5].map((value) => ["double", value] as const),
      ...[3, Number.NaN, Number.NaN, Number.NaN].map((value) => ["single", value] as const)
    )
    assert.strictEqual(inputHash(job), createHash("sha256").update(bytes).digest("hex"))
  })

  it("changes with any value of any column, the subject and the period", () => {
    const track = job.tracks[0]!
    const changed = (["time", "lon", "lat", "accuracy_m", "satellites"] as const).map((name) => {
      const column = track[name].slice()
      column[1] = 0.5
      return { ...job, tracks: [{ ...track, [name]: column }] }
    })
    const all = [
      job,
      ...changed,
      { ...job, subjects: [subjectOf(2)] },
      { ...job, periods: [main(2)] },
      { ...job, tracks: [] }
    ]
    assert.strictEqual(new Set(all.map(inputHash)).size, all.length)
    for (const one of all) assert.match(inputHash(one), /^[0-9a-f]{64}$/)
  })

  it("does not change with the order of the rows, nor with the bits of an unknown value", () => {
    const track = job.tracks[0]!
    const turned = {
      ...track,
      time: track.time.toReversed(),
      lon: track.lon.toReversed(),
      lat: track.lat.toReversed(),
      accuracy_m: track.accuracy_m.toReversed(),
      satellites: track.satellites.toReversed()
    }
    new DataView(turned.satellites.buffer).setUint32(0, 0xffc0_0001, true)
    assert.strictEqual(inputHash({ ...job, tracks: [turned] }), inputHash(job))
  })
})

describe("a result is held to its limits", () => {
  const refusal = (fill: (builder: ResultBuilder) => void): string => {
    const builder = new ResultBuilder(job)
    fill(builder)
    try {
      builder.build(0)
    } catch (error) {
      if (error instanceof ComputationRefused) return error.message
      throw error
    }
    return ""
  }
  const shape = {
    kind: "hotspot",
    subject_id: null,
    label: "",
    level: null,
    area_m2: null,
    geom: { type: "Point", coordinates: [0, 0] },
    properties: {}
  } as const

  it("5,000 geometries, and one more is refused with what to do", () => {
    const shapes = (count: number) => (builder: ResultBuilder) => {
      for (let i = 0; i < count; i++) builder.geometry(shape)
    }
    assert.strictEqual(refusal(shapes(MAX_GEOMETRIES)), "")
    assert.include(refusal(shapes(MAX_GEOMETRIES + 1)), "Choose fewer subjects or larger cells")
  })

  it("4 MiB of document, counted in bytes and not in letters", () => {
    const text = (letters: number) => (builder: ResultBuilder) => builder.note("text", "é".repeat(letters))
    assert.strictEqual(refusal(text(2 * 1024 * 1024 - 1000)), "")
    assert.include(refusal(text(2 * 1024 * 1024)), "Choose fewer subjects or a shorter period")
  })

  it("INPUT_TOO_LARGE: the message suggests fewer subjects or areas, where the run has areas", () => {
    const grazing: GrazingJob = {
      ...job,
      module: "grazing",
      parameters: defaults,
      areas: [],
      herdSize: 1,
      herdB: []
    }
    const builder = new ResultBuilder(grazing)
    for (let i = 0; i <= MAX_GEOMETRIES; i++) builder.geometry(shape)
    assert.throws(() => builder.build(0), "Choose fewer subjects, fewer areas or larger cells")
    const long = new ResultBuilder(grazing)
    long.note("text", "é".repeat(2 * 1024 * 1024))
    assert.throws(() => long.build(0), "Choose fewer subjects, fewer areas or a shorter period")
  })
})

describe("the document", () => {
  it("counts shapes by kind, and leaves out tables without rows and charts without series", () => {
    const builder = new ResultBuilder(job)
    builder.table("empty", "Empty", [column("a", "A")], [])
    builder.chart({
      key: "empty",
      title: "Empty",
      kind: "bar",
      unit: null,
      x_type: "number",
      x_label: "",
      series: []
    })
    const { document } = builder.build(3)
    assert.deepStrictEqual([document.tables, document.charts], [[], []])
    assert.deepStrictEqual(document.geometries, {
      mcp: 0,
      kde: 0,
      hotspot: 0,
      cluster: 0,
      area_use: 0,
      track_summary: 0
    })
    assert.deepStrictEqual(document.periods, [
      { key: "main", from: "2024-05-01T00:00:00.000Z", to: "2024-05-02T00:00:00.000Z" }
    ])
  })

  it("says null for what cannot be said", () => {
    assert.deepStrictEqual(
      [known(Number.NaN), known(Infinity), known(0), rounded(Number.NaN), rounded(1 / 3)],
      [null, null, 0, null, 0.333333]
    )
  })
})
