// The hosts that a style of a map names.
import { assert, describe, it } from "vitest"
import { styleHosts } from "../../../src/domain/system/styleHosts.ts"

const base = "https://maps.example.org/styles/farm.json"

describe("the hosts of a style", () => {
  it("are those of its tiles, their descriptions, data, glyphs and sprites, each once", () => {
    const style = {
      version: 8,
      glyphs: "https://fonts.example.org/{fontstack}/{range}.pbf",
      sprite: [{ id: "default", url: "https://sprites.example.org/s" }],
      sources: {
        a: { type: "vector", url: "https://tiles.example.org/tiles.json" },
        b: { type: "raster", tiles: ["https://one.example.org/{z}/{x}/{y}.png", "/own/{z}/{x}/{y}.png"] },
        c: { type: "geojson", data: "https://data.example.org/areas.json" },
        d: { type: "vector", url: "pmtiles://https://packed.example.org/a.pmtiles" },
        e: { type: "geojson", data: { type: "FeatureCollection", features: [] } }
      }
    }
    assert.deepStrictEqual(styleHosts(style, base), [
      "https://data.example.org",
      "https://fonts.example.org",
      "https://maps.example.org",
      "https://one.example.org",
      "https://packed.example.org",
      "https://sprites.example.org",
      "https://tiles.example.org"
    ])
  })

  it("are none of what is no style, or names no address of the web", () => {
    for (const style of [null, [], "x", {}, { sources: [] }, { sources: { a: null } }, { sprite: 1 }])
      assert.deepStrictEqual(styleHosts(style, base), [])
    assert.deepStrictEqual(styleHosts({ sources: { a: { url: "mapbox://streets" } } }, base), [])
  })
})
