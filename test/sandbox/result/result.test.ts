import { assert, describe, it } from "vitest"
import { defaults } from "../../../src/domain/analysis/modules/grazing.ts"
import type { SandboxJob } from "../../../src/domain/analysis/SandboxJob.ts"
import { Refused } from "../../../sandbox/Module.ts"
import { Hash, inputHash } from "../../../sandbox/result/inputHash.ts"
import { MAX_GEOMETRIES } from "../../../sandbox/result/limits.ts"
import { column, known, ResultBuilder, rounded } from "../../../sandbox/result/ResultBuilder.ts"
import { jobOf, main, START, subjectOf } from "../job.ts"

const hashOf = (...words: ReadonlyArray<number>) => {
  const hash = new Hash()
  hash.add(Int32Array.from(words))
  return hash.digest()
}

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
  it("is MurmurHash3, as its reference implementation gives it", () => {
    assert.strictEqual(hashOf(), "00000000000000000000000000000000")
    assert.strictEqual(hashOf(1), "cf0f20ca519c70b1519c70b1519c70b1")
    assert.strictEqual(hashOf(1, 2, 3, 4, 5, 6, 7), "601acb58a502f0b5df163eae8bcf4fc6")
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
    const builder = new ResultBuilder(job, "movement/1")
    fill(builder)
    try {
      builder.build(0)
    } catch (error) {
      if (error instanceof Refused) return error.message
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
    const grazing: SandboxJob = {
      ...job,
      module: "grazing",
      parameters: defaults,
      areas: [],
      herdSize: 1,
      herdB: []
    }
    const builder = new ResultBuilder(grazing, "grazing/1")
    for (let i = 0; i <= MAX_GEOMETRIES; i++) builder.geometry(shape)
    assert.throws(() => builder.build(0), "Choose fewer subjects, fewer areas or larger cells")
    const long = new ResultBuilder(grazing, "grazing/1")
    long.note("text", "é".repeat(2 * 1024 * 1024))
    assert.throws(() => long.build(0), "Choose fewer subjects, fewer areas or a shorter period")
  })
})

describe("the document", () => {
  it("counts shapes by kind, and leaves out tables without rows and charts without series", () => {
    const builder = new ResultBuilder(job, "movement/1")
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
