// The rows of a sheet as texts: numbers as Excel shows them at full precision, times by the format of their cell.
import { MAX_COLUMNS } from "../boundRows.ts"
import type { ResumePoint, Row } from "../readTable.ts"
import { rowsAfter, XML_START } from "../readXml.ts"
import { serialText } from "./serialTime.ts"
import { collect, readPart, unescaped, type Workbook } from "./Workbook.ts"

/** EXCEL_DIGITS are the significant digits that Excel keeps of a number; further ones are rounding noise. */
const EXCEL_DIGITS = 15

/** Returns the index of a column by the letters of a cell reference: 27 for AB12; -1 if it has no letters. */
const columnOf = (reference: string): number => {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/iu.exec(reference)?.[0].toUpperCase() ?? "")
    column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** Returns the text of a cell by its type and the index of its style. */
const cellText = ({ is1904, shown, texts }: Workbook, type: string, style: number, value: string): string => {
  switch (type) {
    case "s":
      return texts[Number(value)] ?? ""
    case "b":
      return value === "1" ? "true" : "false"
    case "str":
    case "inlineStr":
      return unescaped(value)
    case "e":
    case "d":
      return value
  }
  const number = Number(value),
    timeFormat = shown[style] ?? null
  if (value === "" || !Number.isFinite(number)) return value
  return timeFormat === null
    ? String(Number(number.toPrecision(EXCEL_DIGITS)))
    : serialText(number, timeFormat, is1904)
}

/** Reads the rows of the sheet after `from`; `line` is the number of the row. Throws `TableBroken`. */
export const readSheet = (workbook: Workbook, from: ResumePoint = XML_START): AsyncGenerator<Row> =>
  rowsAfter(
    readPart(
      workbook.sheet,
      collect<Row>((emit, xml) => {
        let line = 0,
          column = -1,
          type = "",
          style = 0,
          value = "",
          cells: Array<string> = []
        return {
          open: (name, attributes) => {
            if (name === "row") {
              line = Number(attributes["r"] ?? line + 1)
              column = -1
              cells = []
            } else if (name === "c") {
              const referenced = columnOf(attributes["r"] ?? "")
              column = referenced < 0 ? column + 1 : referenced
              if (column >= MAX_COLUMNS) xml().refuse(`row ${line} has more than ${MAX_COLUMNS} columns`)
              type = attributes["t"] ?? "n"
              style = Number(attributes["s"] ?? 0)
              value = ""
            }
          },
          close: (name, text) => {
            // rPh holds phonetic hints to a text, which are not part of it
            if (name === "v" || (name === "t" && xml().path.at(-1) !== "rPh")) value += text
            else if (name === "c") {
              while (cells.length < column) cells.push("")
              cells[column] = cellText(workbook, type, style, type === "inlineStr" ? value : value.trim())
            } else if (name === "row" && cells.some((cell) => cell !== ""))
              emit({ cells, line, offset: xml().position })
          }
        }
      })
    ),
    from
  )
