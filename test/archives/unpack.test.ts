// Archives from strangers: what is taken of them, and what they may not do.
import { strToU8, zipSync, type Zippable } from "fflate"
import { assert, describe, it } from "vitest"
import { ArchiveRefused } from "../../src/archives/ArchiveRefused.ts"
import { bytesAt, sourceOf } from "../../src/archives/ByteSource.ts"
import { readDirectory } from "../../src/archives/directory.ts"
import { kmlIn, readKmz, unpack } from "../../src/archives/unpack.ts"

const MB = 1024 * 1024

/** Bytes that do not shrink much: a bomb is what does. */
const noise = (length: number): Uint8Array => {
  let seed = 7
  return Uint8Array.from({ length }, () => (seed = (seed * 16_807) % 2_147_483_647) & 0xff)
}

const headers = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 } as const

/** Changes an archive at each header of a kind. */
const changed = (
  bytes: Uint8Array,
  where: keyof typeof headers,
  change: (view: DataView, at: number) => void
): Uint8Array => {
  const copy = bytes.slice(),
    view = new DataView(copy.buffer)
  for (let at = 0; at + 4 <= copy.length; at++)
    if (view.getUint32(at, true) === headers[where]) change(view, at)
  return copy
}

const readAll = async (bytes: Uint8Array) => {
  const source = sourceOf("herd.kmz", bytes),
    texts: Record<string, string> = {}
  for (const entry of await readDirectory(source)) {
    const decoder = new TextDecoder()
    let text = ""
    for await (const piece of unpack(source, entry)) text += decoder.decode(piece, { stream: true })
    texts[entry.name] = text
  }
  return texts
}

const refusal = (bytes: Uint8Array): Promise<unknown> =>
  readAll(bytes).then(
    () => null,
    (error: unknown) => error
  )

const plain: Zippable = {
  "doc.kml": strToU8("<kml/>".repeat(100)),
  "images/": {},
  "images/a.txt": strToU8("a")
}

describe("an archive", () => {
  it("is read entry by entry, packed or not, with a note behind it", async () => {
    const texts = { "doc.kml": "<kml/>".repeat(100), "images/a.txt": "a" }
    assert.deepStrictEqual(await readAll(zipSync(plain)), texts)
    assert.deepStrictEqual(await readAll(zipSync(plain, { level: 0 })), texts)
    assert.deepStrictEqual(await readAll(zipSync(plain, { comment: "made in the field" })), texts)
  })

  it("gives its bytes in pieces, however they come", async () => {
    const large = noise(3 * MB),
      whole = zipSync({ "a.bin": large }),
      source = {
        name: "a.zip",
        size: whole.length,
        read: async function* (from: number) {
          for (let at = from; at < whole.length; at += 777) yield whole.subarray(at, at + 777)
        }
      }
    const [entry] = await readDirectory(source),
      sizes: Array<number> = []
    for await (const piece of unpack(source, entry!)) sizes.push(piece.length)
    assert.strictEqual(
      sizes.reduce((sum, size) => sum + size, 0),
      large.length
    )
    assert.isBelow(Math.max(...sizes), MB)
    assert.strictEqual((await bytesAt(source, whole.length - 5, 100)).length, 5)
  })

  it("of Google Earth has its document in doc.kml, or in the first KML outermost", async () => {
    const nameIn = async (files: Zippable) =>
      kmlIn(await readDirectory(sourceOf("a.kmz", zipSync(files))))?.name
    const kml = strToU8("<kml/>")
    assert.strictEqual(await nameIn({ "a.kml": kml, "doc.kml": kml }), "doc.kml")
    assert.strictEqual(await nameIn({ "files/b.kml": kml, "Farm.KML": kml, "z.kml": kml }), "Farm.KML")
    assert.strictEqual(await nameIn({ "files/b.kml": kml }), "files/b.kml")
    assert.strictEqual(
      new TextDecoder().decode(await readKmz(sourceOf("a.kmz", zipSync(plain)), MB)).length,
      600
    )
    await readKmz(sourceOf("a.kmz", zipSync({ "a.txt": kml })), MB).then(
      () => assert.fail(),
      (error: unknown) =>
        assert.strictEqual((error as Error).message, "a.kmz: is an archive without a KML in it")
    )
  })
})

describe("a hostile archive", () => {
  const many = (count: number): Zippable =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}.txt`, new Uint8Array()]))
  const bomb = zipSync({ "doc.kml": new Uint8Array(20 * MB) })
  const small = zipSync({ "doc.kml": strToU8("<kml/>".repeat(100)) })
  const loose = zipSync({ "doc.kml": noise(2 * MB) }, { level: 0 })

  it.each<readonly [what: string, bytes: Uint8Array, entry: string | null, reason: RegExp]>([
    ["a bomb that says so", bomb, "doc.kml", /unpacks to more than 100 times its size/],
    [
      "a bomb that says that it is small",
      changed(bomb, "central", (view, at) => view.setUint32(at + 24, 1000, true)),
      "doc.kml",
      /unpacks to more than 100 times its size/
    ],
    [
      "an entry that is larger than it says",
      changed(small, "central", (view, at) => view.setUint32(at + 24, 100, true)),
      "doc.kml",
      /unpacks to more than the archive says/
    ],
    [
      "an entry that is smaller than it says",
      changed(small, "central", (view, at) => view.setUint32(at + 24, 1000, true)),
      "doc.kml",
      /unpacks to less than the archive says/
    ],
    [
      "an entry of 4 GB",
      changed(loose, "central", (view, at) => {
        view.setUint32(at + 20, 0xfffffffe, true)
        view.setUint32(at + 24, 0xfffffffe, true)
      }),
      "doc.kml",
      /unpacks to more than 200 MB/
    ],
    ["more than a thousand entries", zipSync(many(1001)), null, /more than 1000 files/],
    [
      "more entries than its end says",
      changed(zipSync(many(1001)), "end", (view, at) => view.setUint16(at + 10, 3, true)),
      null,
      /more than 1000 files/
    ],
    [
      "fewer entries than its end says",
      changed(small, "end", (view, at) => view.setUint16(at + 10, 3, true)),
      null,
      /whose directory is damaged/
    ],
    ["a path out of it", zipSync({ "a/../../etc/passwd": noise(9) }), "a/../../etc/passwd", /leads out of/],
    ["a path of Windows out of it", zipSync({ "..\\x.kml": noise(9) }), "..\\x.kml", /leads out of/],
    ["an absolute path", zipSync({ "/etc/passwd": noise(9) }), "/etc/passwd", /absolute path/],
    ["a drive", zipSync({ "C:x.kml": noise(9) }), "C:x.kml", /absolute path/],
    ["a name with control characters", zipSync({ "a\nb.kml": noise(9) }), "a?b.kml", /cannot be read/],
    [
      "an encrypted entry",
      changed(small, "central", (view, at) => view.setUint16(at + 8, 1, true)),
      "doc.kml",
      /is encrypted/
    ],
    [
      "an entry that is encrypted by its own header alone",
      changed(small, "local", (view, at) => view.setUint16(at + 6, 1, true)),
      "doc.kml",
      /is encrypted/
    ],
    [
      "a way of packing that is not known",
      changed(small, "central", (view, at) => view.setUint16(at + 10, 14, true)),
      "doc.kml",
      /packed in a way that is not known here/
    ],
    [
      "two entries that are one",
      changed(zipSync({ "a.txt": noise(9), "b.txt": noise(9) }), "central", (view, at) =>
        view.setUint32(at + 42, 0, true)
      ),
      "b.txt",
      /does not lie in the archive by itself/
    ],
    [
      "contents that are not those that were packed",
      changed(small, "central", (view, at) => view.setUint32(at + 16, 1, true)),
      "doc.kml",
      /is damaged/
    ],
    [
      "an entry that is nowhere",
      changed(small, "central", (view, at) => view.setUint32(at + 42, 5, true)),
      "doc.kml",
      /does not lie in the archive|is not where the archive says/
    ],
    ["no end", small.subarray(0, small.length - 30), null, /was cut off, or is damaged/],
    [
      "a middle that is missing",
      (() => {
        const cut = new Uint8Array(loose.length - MB)
        cut.set(loose.subarray(0, 1000))
        cut.set(loose.subarray(1000 + MB), 1000)
        return cut
      })(),
      null,
      /whose directory is damaged/
    ],
    ["nothing", new Uint8Array(), null, /was cut off/]
  ])("%s is refused, with its name, the entry's and the reason", async (_, bytes, entry, reason) => {
    const error = await refusal(bytes)
    assert.instanceOf(error, ArchiveRefused)
    assert.deepStrictEqual([error.file, error.entry], ["herd.kmz", entry])
    assert.match(error.reason, reason)
    assert.include(error.message, "herd.kmz: ")
  })

  it("with an archive in it gives that archive and never what is in it", async () => {
    const inner = zipSync({ "doc.kml": new Uint8Array(20 * MB) })
    assert.sameMembers(Object.keys(await readAll(zipSync({ "inner.kmz": inner }))), ["inner.kmz"])
  })
})
