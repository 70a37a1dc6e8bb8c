// Reading CSV files as rows that know their place.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { fileOnDisk } from "../../src/cli/table/fileOnDisk.ts"
import { readTable, type Row } from "../../src/tracks/readTable.ts"
import { TableBroken } from "../../src/domain/intake/TableBroken.ts"

const folder = mkdtempSync(join(tmpdir(), "pugmark-"))
afterAll(() => rmSync(folder, { recursive: true }))

const fileOf = (text: string | Buffer) => {
  const file = join(folder, "table.csv")
  writeFileSync(file, text)
  return file
}

const rowsOf = async (
  file: string,
  from?: { readonly offset: number; readonly line: number },
  delimiter = ","
) => {
  const rows: Array<Row> = []
  for await (const row of readTable(await fileOnDisk(file), delimiter, from)) rows.push(row)
  return rows
}

const cellsOf = async (text: string, delimiter?: string) =>
  (await rowsOf(fileOf(text), undefined, delimiter)).map((r) => r.cells)

const failure = async (text: string): Promise<unknown> =>
  cellsOf(text).then(
    () => null,
    (error: unknown) => error
  )

describe("a table", () => {
  it("is read with quotes, doubled quotes, embedded newlines and delimiters", async () => {
    assert.deepStrictEqual(await cellsOf(`name,note\n"A","he said ""no"",\nand left"\nB,\n`), [
      ["name", "note"],
      ["A", `he said "no",\nand left`],
      ["B", ""]
    ])
  })

  it(
    "is read without its byte order mark, with CRLF, other delimiters, empty lines and no newline " +
      "at its end",
    async () => {
      assert.deepStrictEqual(await cellsOf("\ufeffname,id\r\nA,1\r\n\r\nB,2"), [
        ["name", "id"],
        ["A", "1"],
        ["B", "2"]
      ])
      assert.deepStrictEqual(await cellsOf("name;id\nJosé;1\n", ";"), [
        ["name", "id"],
        ["José", "1"]
      ])
      assert.deepStrictEqual(await cellsOf(""), [])
    }
  )

  it("keeps rows that are too short or too long: who reads them judges", async () => {
    assert.deepStrictEqual(await cellsOf("a,b\n1\n1,2,3\n"), [["a", "b"], ["1"], ["1", "2", "3"]])
  })

  it("can be read on from the end of any row, with the same lines and offsets", async () => {
    const lines = Array.from({ length: 30_000 }, (_, i) =>
      i % 7 === 0 ? `"Ünï\r\n""${i}""",${i}` : `plain ${i},${"x".repeat(i % 50)}`
    )
    const file = fileOf("\ufeffname,id\r\n" + lines.join("\r\n") + "\r\n")
    const all = await rowsOf(file)
    assert.strictEqual(all.length, 30_001)
    assert.strictEqual(all.at(-1)!.offset, readFileSync(file).length)
    for (const at of [0, 1, 2, 6, 7, 8, 9999, 20_000, 29_999]) {
      assert.deepStrictEqual((await rowsOf(file, all[at])).slice(0, 50), all.slice(at + 1, at + 51))
    }
  })

  it("is read in UTF-16 of either order and in latin1, and on from the end of any row", async () => {
    const lines = Array.from({ length: 9001 }, (_, i) =>
      i % 5 === 0 ? `"Ünï ""${i}"",\r\nß";${i}` : `plain ${i};é`
    )
    const text = ["näme;id", ...lines].join("\r\n")
    const little = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")])
    const expected = await rowsOf(fileOf(text), undefined, ";")
    for (const [encoding, bytes] of [
      ["utf-16le", little],
      ["utf-16be", Buffer.from(little).swap16()],
      ["latin1", Buffer.from(text, "latin1")]
    ] as const) {
      const file = fileOf(bytes),
        all: Array<Row> = []
      for await (const row of readTable(await fileOnDisk(file), ";", undefined, encoding)) all.push(row)
      assert.deepStrictEqual(
        all.map((r) => [r.line, r.cells]),
        expected.map((r) => [r.line, r.cells]),
        encoding
      )
      assert.strictEqual(all.at(-1)!.offset, bytes.length)
      for (const at of [0, 1, 4, 6, 4000, 9000]) {
        const rest: Array<Row> = []
        for await (const row of readTable(await fileOnDisk(file), ";", all[at], encoding)) rest.push(row)
        assert.deepStrictEqual(rest, all.slice(at + 1), `${encoding} from ${at}`)
      }
    }
  })

  it("tells the line of a quote that is not closed", async () => {
    const error = await failure(`name,id\n"A,1\nB,2\n`)
    assert.instanceOf(error, TableBroken)
    assert.match(String(error), /line [23]: a quote is opened and never closed/)
  })

  it("refuses a row of endless length without holding it", async () => {
    assert.match(
      String(await failure(`name,id\n${"a".repeat(3_000_000)},1\n`)),
      /line \d: the row is longer than 1048576 bytes/
    )
  })

  it("refuses a header of 1,000,000 columns before it is read whole", async () => {
    const file = fileOf(`${Array.from({ length: 1_000_000 }, (_, i) => `c${i}`).join(",")}\n1,2,3\n`)
    const before = process.memoryUsage()
    const error = await rowsOf(file).then(
      () => null,
      (e: unknown) => e
    )
    const { external, heapUsed } = process.memoryUsage()
    assert.instanceOf(error, TableBroken)
    assert.match(String(error), /line 1: the row has more than 4096 columns/)
    assert.isBelow(heapUsed + external - before.heapUsed - before.external, 20 * 1024 * 1024)
    assert.match(
      String(await failure(`a,b\n1,2\n${"x,".repeat(5000)}\n`)),
      /line 3: the row has more than 4096 columns/
    )
    assert.lengthOf(
      (await cellsOf(`${"x,".repeat(4095)}y\n"${",".repeat(10_000)}",1\n`))[1]!,
      2,
      "within quotes they are text"
    )
  })

  it(
    "of sixteen bits a character is bounded alike, and letters whose bytes are a comma or a quote " +
      "part nothing",
    async () => {
      const wide = (text: string) =>
        fileOf(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]))
      const cellsOf = async (file: string) => {
        const rows: Array<number> = []
        for await (const { cells } of readTable(await fileOnDisk(file), ",", undefined, "utf-16le"))
          rows.push(cells.length)
        return rows
      }
      const error = await cellsOf(wide(`a,b\n${"x,".repeat(5000)}\n`)).then(
        () => null,
        (e: unknown) => e
      )
      assert.match(String(error), /line 2: the row has more than 4096 columns/)
      assert.deepStrictEqual(
        await cellsOf(wide(`a,b\n${"\u0122".repeat(3)},${"\u2c2c\u012c".repeat(5000)}\n`)),
        [2, 2]
      )
    }
  )

  it("tells when there is no such file", async () => {
    const error = await rowsOf(join(folder, "none.csv")).then(
      () => null,
      (e: unknown) => e
    )
    assert.include(String(error), "ENOENT")
  })
})
