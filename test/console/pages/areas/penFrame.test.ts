// What the drawing library is told near the antimeridian, which it cannot cross, and what is sent of it. The map is
// a stand-in of one pixel a degree.
import { assert, describe, it } from "vitest"
import { type Adapter, frameOf } from "../../../../src/console/pages/areas/penFrame.ts"
import type { Part } from "../../../../src/console/pages/areas/shape.ts"

const makeFrame = (centre: number) => {
  const drawn: Array<Parameters<Adapter["render"]>[0]> = []
  const adapter: Adapter = {
    project: (lng, lat) => ({ x: lng - centre, y: -lat }),
    unproject: (x, y) => ({ lng: x + centre, lat: -y }),
    render: (changes) => void drawn.push(changes)
  }
  const frame = frameOf(adapter, () => centre)
  frame.turnTo(centre)
  return { adapter, drawn, frame }
}

const ring = (...lons: ReadonlyArray<number>): Part => ({
  type: "Polygon",
  places: lons.map((lon) => [lon, -17])
})
const lonsOf = ({ places }: Part) => places.map(([lon]) => lon)

describe("what is drawn over the antimeridian", () => {
  it("has no jump in the library, and is sent as it came", () => {
    const { frame } = makeFrame(179.5)
    const taken = frame.taken(ring(179.1234567, -179, -178.5, 179.1234567))
    assert.deepStrictEqual(lonsOf(taken), [-0.8765433, 1, 1.5, -0.8765433])
    assert.deepStrictEqual(lonsOf(frame.sent(taken)), [179.1234567, -179, -178.5, 179.1234567])
  })

  it("is found under the pointer on either side, whichever of the worlds is looked at", () => {
    for (const centre of [179.5, -179.5, 540.5]) {
      const { adapter } = makeFrame(centre)
      for (const x of [-3, 0, 3]) {
        const { lat, lng } = adapter.unproject(x, 17)
        assert.isBelow(Math.abs(lng), 5)
        assert.deepStrictEqual(adapter.project(lng, lat), { x, y: 17 }, `${centre}`)
      }
    }
  })

  it("is on the map where it is, in one piece", () => {
    const { adapter, drawn } = makeFrame(-179)
    const line = {
      type: "LineString" as const,
      coordinates: [
        [-1, 0],
        [2, 0]
      ]
    }
    adapter.render({ created: [{ geometry: line }], unchanged: [], updated: [] }, {})
    assert.deepStrictEqual(drawn[0]?.created, [
      {
        geometry: {
          type: "LineString",
          coordinates: [
            [179, 0],
            [182, 0]
          ]
        }
      }
    ])
  })
})

describe("what is drawn elsewhere", () => {
  it("is told as it is", () => {
    const { adapter, drawn, frame } = makeFrame(14)
    assert.deepStrictEqual(lonsOf(frame.taken(ring(13, 15, 13))), [13, 15, 13])
    assert.deepStrictEqual(lonsOf(frame.sent(ring(13, 15, 13))), [13, 15, 13])
    assert.deepStrictEqual(adapter.project(13, 51), { x: -1, y: -51 })
    const created = [{ geometry: { type: "Point" as const, coordinates: [13, 51] } }]
    adapter.render({ created, unchanged: [], updated: [] }, {})
    assert.strictEqual(drawn[0]?.created, created)
  })
})
