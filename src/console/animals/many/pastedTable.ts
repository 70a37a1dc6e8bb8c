// A table out of the clipboard or a small file: cells between tabs, semicolons or commas, quoted where they hold
// one of these.

/** PastedTable is the cells of a table; `head`: the names of its columns, null where its first row has none. */
export interface PastedTable {
  readonly head: ReadonlyArray<string> | null
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

/** Rows that a page checks at once. */
export const MAX_ROWS = 500

const DELIMITERS = ["\t", ";", ","] as const

/** delimiterOf is what stands between the cells of a text: the first that its first line holds. */
const delimiterOf = (text: string): string => {
  const line = text.slice(0, text.indexOf("\n") < 0 ? text.length : text.indexOf("\n"))
  return DELIMITERS.find((one) => line.includes(one)) ?? "\t"
}

/** cellsOf are the rows of a text as RFC 4180 has them; rows without any text are left out. */
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

/** textOfFile is the text of a file in UTF-8, or in UTF-16 with its mark. */
export const textOfFile = async (file: Blob): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8"
  return new TextDecoder(encoding).decode(bytes)
}
