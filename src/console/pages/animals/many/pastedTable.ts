// A table from the clipboard or a small file: cells separated by tabs, semicolons or commas, and quoted where they
// contain a separator.

/** PastedTable holds the cells of a table; `head`: the column names, null where the first row is data. */
export interface PastedTable {
  readonly head: ReadonlyArray<string> | null
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

/** MAX_ROWS is the number of rows that the page checks at once. */
export const MAX_ROWS = 500

const DELIMITERS = ["\t", ";", ","] as const

/** delimiterOf returns the separator of a text: the first one in its first line. */
const delimiterOf = (text: string): string => {
  const line = text.slice(0, text.indexOf("\n") < 0 ? text.length : text.indexOf("\n"))
  return DELIMITERS.find((one) => line.includes(one)) ?? "\t"
}

/** cellsOf parses a text by RFC 4180; empty rows are left out. */
export const cellsOf = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const delimiter = delimiterOf(text)
  const rows: Array<Array<string>> = [[]]
  let cell = "",
    isQuoted = false
  const endCell = () => {
    rows.at(-1)!.push(cell.trim())
    cell = ""
  }
  const plain = text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n")
  for (let at = 0; at < plain.length; at++) {
    const sign = plain[at]!
    if (isQuoted && sign === '"' && plain[at + 1] === '"') {
      cell += sign
      at++
    } else if (sign === '"' && (isQuoted || cell.trim() === "")) isQuoted = !isQuoted
    else if (isQuoted) cell += sign
    else if (sign === delimiter) endCell()
    else if (sign === "\n") {
      endCell()
      rows.push([])
    } else cell += sign
  }
  endCell()
  const filled = rows.filter((cells) => cells.some((one) => one !== ""))
  const width = Math.max(0, ...filled.map(({ length }) => length))
  return filled.map((cells) => [...cells, ...Array<string>(width - cells.length).fill("")])
}

/** textOfFile decodes a file as UTF-8, or as UTF-16 where it has a byte order mark. */
export const textOfFile = async (file: Blob): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8"
  return new TextDecoder(encoding).decode(bytes)
}
