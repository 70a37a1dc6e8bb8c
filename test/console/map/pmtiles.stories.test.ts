// A file of tiles, read piece by piece as a server hands it out: one directory that leads to another.
// @module-tag story
import { assert, describe, it } from "vitest"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"
import { directory, tileFile } from "../../support/browser/tileFile.ts"
import { openTiles, tileNumber } from "../../../src/console/map/pmtiles.ts"

const tiles = [gzipSync("the world"), gzipSync("a quarter")]
const leaf = directory([0, 1], [1, 4], [tiles[0]!.length, tiles[1]!.length], [1, 0])
const root = directory([0], [0], [leaf.length], [1])

describe("a file of tiles", () => {
  it("numbers tiles along a curve, level after level", () => {
    const numbers = [
      [0, 0, 0],
      [1, 0, 0],
      [1, 0, 1],
      [1, 1, 1],
      [1, 1, 0],
      [2, 0, 0],
      [2, 1, 0],
      [3, 0, 0]
    ].map(([z, x, y]) => tileNumber(z!, x!, y!))
    assert.deepStrictEqual(numbers, [0, 1, 2, 3, 4, 5, 6, 21])
    const level = new Set(Array.from({ length: 4 ** 6 }, (_, i) => tileNumber(6, i % 64, Math.floor(i / 64))))
    assert.strictEqual(level.size, 4 ** 6)
    assert.deepStrictEqual([Math.min(...level), Math.max(...level)], [(4 ** 6 - 1) / 3, (4 ** 7 - 1) / 3 - 1])
  })

  it("hands out the tile, the one that stands for its neighbours too, and nothing where there is none", async () => {
    const bytes = tileFile({ root, leaf, tiles, type: 1 })
    let asked = 0
    const server = createServer((request, response) => {
      asked++
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "")!
      response.writeHead(206).end(bytes.subarray(Number(from), Number(to) + 1))
    })
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
    try {
      const { port } = server.address() as AddressInfo
      const opened = await openTiles(`http://127.0.0.1:${port}/`)
      const text = async (z: number, x: number, y: number) => {
        const tile = await opened.tile(z, x, y)
        return tile === undefined ? undefined : new TextDecoder().decode(tile)
      }
      assert.isTrue(opened.vector)
      assert.strictEqual(await text(0, 0, 0), "the world")
      assert.strictEqual(asked, 4) // the head, two directories, the tile
      assert.deepStrictEqual([await text(1, 0, 0), await text(1, 1, 0)], ["a quarter", "a quarter"])
      assert.isUndefined(await text(2, 0, 0))
      assert.strictEqual(asked, 6)
    } finally {
      server.close()
    }
  })
})
