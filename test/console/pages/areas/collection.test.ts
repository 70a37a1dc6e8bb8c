// An area that is a collection of shapes, on the map and in its editor.
import { GeoJSONVT } from "@maplibre/geojson-vt"
import { assert, describe, it } from "vitest"
import { changeOf, draftOf, hasFixedShape } from "../../../../src/console/pages/areas/draft.ts"
import { areaFeature, boundsOf, nameOf } from "../../../../src/console/map/places.ts"

const geometry = {
  type: "GeometryCollection",
  geometries: [
    {
      type: "Polygon",
      coordinates: [
        [
          [10, 50],
          [11, 50],
          [11, 51],
          [10, 50]
        ]
      ]
    },
    { type: "Point", coordinates: [12, 50.5] }
  ]
}
const feature = {
  id: "a",
  project_id: "p",
  name: "Meadow",
  feature_type: "zone" as const,
  geometry,
  attributes: { radius_m: 50, owner: "Kim" },
  revision: 1,
  created_at: "",
  updated_at: ""
}
type Edited = Parameters<typeof draftOf>[0]

describe("an area that is a collection of shapes", () => {
  it("is drawn on the map with each of its shapes, named once, and fits the view", () => {
    const area = { id: "a", name: "Meadow", kind: "zone", geometry: geometry as never }
    const tile = new GeoJSONVT({ type: "FeatureCollection", features: [areaFeature(area)] }).getTile(0, 0, 0)
    assert.deepStrictEqual(
      tile!.features.map(({ type }: { readonly type: number }) => type),
      [3, 1]
    )
    assert.lengthOf(nameOf(area), 1)
    assert.deepStrictEqual(boundsOf([], [area]), [10, 50, 12, 51])
  })

  it("is edited without its outline: a new name is sent alone, and its radius stays", () => {
    const read = feature as unknown as Edited
    const draft = draftOf(read)
    assert.isNull(draft.shape)
    assert.isTrue(hasFixedShape({ ...draft, before: { record: read, edition: "1" } }))
    assert.isFalse(hasFixedShape({ ...draft, before: null }))
    assert.deepStrictEqual(changeOf(read, { ...draft, name: "Lower meadow" }), { name: "Lower meadow" })
  })
})
