// GPX files as rows of a table: what they say of points, and what XML from strangers may not do.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { fileOnDisk } from "../../src/cli/table/fileOnDisk.ts"
import { readGpx } from "../../src/tracks/readGpx.ts"
import { xmlEncoding } from "../../src/tracks/readXml.ts"
import type { ResumePoint, Row } from "../../src/tracks/readTable.ts"
import { gpx } from "../../src/domain/export/gpx.ts"
import { TableBroken } from "../../src/domain/intake/TableBroken.ts"

const folder = mkdtempSync(join(tmpdir(), "pugmark-"))
afterAll(() => rmSync(folder, { recursive: true }))

const rowsOf = async (
  content: string | Buffer,
  options: { readonly animal?: string; readonly from?: ResumePoint } = {}
) => {
  const file = join(folder, "Walk of Rex.gpx"),
    bytes = Buffer.from(content as string),
    rows: Array<Row> = []
  writeFileSync(file, bytes)
  for await (const row of readGpx(await fileOnDisk(file), xmlEncoding(bytes), options.animal, options.from))
    rows.push(row)
  return rows
}
const cellsOf = async (...args: Parameters<typeof rowsOf>) => (await rowsOf(...args)).map((r) => r.cells)
const failure = (content: string | Buffer) =>
  rowsOf(content).then(
    () => null,
    (error: unknown) => error
  )

const file = (inside: string, head = `<?xml version="1.0" encoding="UTF-8"?>`) =>
  `${head}\n<gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1" ` +
  `xmlns:g="urn:g">\n${inside}\n</gpx>\n`
const track = (points: string, name = "<name>Rex &amp; Co</name>") =>
  `<trk>${name}<trkseg>${points}</trkseg></trk>`
const point = (minute: number, inside = "") =>
  `<trkpt lat="47.5" lon="8.${minute}">` +
  `<time>2026-05-01T00:${String(minute).padStart(2, "0")}:00Z</time>${inside}</trkpt>`

describe("a GPX file", () => {
  it("is the points of its tracks, 1.0 or 1.1, extensions too; waypoints and routes are none", async () => {
    const about =
      `<ele>512.5</ele><sat>7</sat><extensions><g:TrackPointExtension>` +
      `<g:atemp>21.5</g:atemp><g:speed>1.5</g:speed><g:course>270</g:course></g:TrackPointExtension></extensions>`
    assert.deepStrictEqual(
      await cellsOf(
        file(
          `<wpt lat="1" lon="2"><time>2026-05-01T00:00:00Z</time><name>Hut</name></wpt>` +
            `${track(point(10, about))}<rte><rtept lat="1" lon="2"/></rte>${track(point(11), "")}`
        )
      ),
      [
        ["Rex & Co", "2026-05-01T00:10:00Z", "8.10", "47.5", "512.5", "1.5", "270", "7", "21.5", ""],
        ["Walk of Rex", "2026-05-01T00:11:00Z", "8.11", "47.5", "", "", "", "", "", ""]
      ]
    )
    const named = await cellsOf(file(track(point(10)) + track(point(11), "<name><![CDATA[Berta]]></name>")), {
      animal: "Alma"
    })
    assert.deepStrictEqual(
      named.map(([name]) => name),
      ["Alma", "Alma"]
    )
  })

  it("is what we write ourselves, with what counts as wrong", async () => {
    const row = (id: number, valid: boolean) => ({
      subject: "a",
      place_time: `2026-05-01T00:0${id}:00.000000Z`,
      id,
      time: `2026-05-01T00:0${id}:00.000Z`,
      entity_name: "Øya <1>",
      lon: 8.5,
      lat: -1e-7,
      altitude_m: null,
      satellites: 5,
      valid,
      curated_fields: []
    })
    const text =
      gpx.begin + gpx.rows([row(1, true), row(2, false)], null) + gpx.end({ subject: "a", time: "", id: "2" })
    assert.deepStrictEqual(
      (await cellsOf(text)).map((cells) => [cells[0], cells[2], Number(cells[3]), cells[9]]),
      [
        ["Øya <1>", "8.5", -1e-7, ""],
        ["Øya <1>", "8.5", -1e-7, "false"]
      ]
    )
  })

  it("can be read on from the end of any point, with the same lines", async () => {
    const content = file(
      track(
        Array.from({ length: 5000 }, (_, i) => point(10 + (i % 40), `<ele>${i}</ele><!-- é 💥 -->\n`)).join(
          ""
        )
      )
    )
    const all = await rowsOf(content)
    assert.deepStrictEqual([all.length, all.at(-1)!.line], [5000, content.split("\n").length - 2])
    for (const at of [0, 1, 2500, 4998])
      assert.deepStrictEqual(await rowsOf(content, { from: all[at]! }), all.slice(at + 1))
  })

  it("is read as its mark or its first line says that it is written", async () => {
    const text = file(track(point(10), "<name>Kühe</name>"), "")
    const little = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")])
    const latin = Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${text}`, "latin1")
    for (const bytes of [little, Buffer.from(little).swap16(), latin, `\ufeff${text}`])
      assert.strictEqual((await cellsOf(bytes))[0]![0], "Kühe")
    assert.match(String(await failure(Buffer.from(text, "latin1"))), /there are bytes that are not utf-8/)
    assert.match(
      String(await failure(file("", `<?xml version="1.0" encoding="klingon"?>`))),
      /written in klingon, which is not known here: save it as UTF-8/
    )
  })
})

describe("hostile XML", () => {
  const laughs = Array.from({ length: 10 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join(
    ""
  )
  it.each<readonly [what: string, content: string, reason: RegExp]>([
    [
      "a document type with entities of entities",
      `<!DOCTYPE gpx [<!ENTITY l0 "ha">${laughs}]>${file(track(point(10), "<name>&l10;</name>"), "")}`,
      /line 1: the file has a document type \(DTD\)/
    ],
    [
      "an entity of the file system",
      `<!DOCTYPE gpx [<!ENTITY x SYSTEM ` +
        `"file:///etc/passwd">]>${file(track(point(10), "<name>&x;</name>"), "")}`,
      /line 1: the file has a document type \(DTD\)/
    ],
    [
      "an entity that is not defined",
      file(track(point(10), "\n<name>&x;</name>")),
      /line 4: it is not well-formed XML: undefined entity/
    ],
    ["depth", file("<extensions>".repeat(100_000)), /line 3: elements lie more than 32 deep in each other/],
    [
      "a text without an end",
      file(track(`<trkpt lat="1" lon="1"><ele>${"1".repeat(3_000_000)}`)),
      /a tag, a text or a comment has more than 1048576 characters, or is not closed/
    ],
    [
      "a comment without an end",
      `${file("").replace("</gpx>", "")}<!-- ${"<> ".repeat(1_000_000)}`,
      /a tag, a text or a comment has more than 1048576 characters/
    ],
    [
      "a tag of endless attributes",
      `${file("").replace("</gpx>", "")}<trk ${Array.from({ length: 300_000 }, (_, i) => `a${i}="1"`).join(" ")}>`,
      /a tag, a text or a comment has more than 1048576 characters/
    ],
    [
      "another root",
      `<?xml version="1.0"?><kml><Placemark/></kml>`,
      /line 1: the file is no GPX: it begins with <kml>/
    ],
    [
      "no end",
      file(track(point(10))).replace("</gpx>", ""),
      /line \d: it is not well-formed XML: unclosed tag: gpx/
    ],
    ["tags crosswise", file("<trk><trkseg></trk></trkseg>"), /line 3: it is not well-formed XML/]
  ])("%s is refused by name, with its line", async (_, content, reason) => {
    const error = await failure(content)
    assert.instanceOf(error, TableBroken)
    assert.match(String(error), reason)
  })
})
