// The rows of a sheet as texts: numbers as Excel shows them at full precision, times by the format of their cell.
import { MAX_COLUMNS } from "../boundRows.ts"
import type { From, Row } from "../readTable.ts"
import { after, XML_BODY } from "../readXml.ts"
import { serialText } from "./serialTime.ts"
import { collect, readPart, unescaped, type Workbook } from "./Workbook.ts"

/** Digits of a number that Excel keeps: what lies behind them is noise. */
const DIGITS = 15

/** The place of a column by its letters, 0-based: 27 of AB12; -1: there are none. */
const columnOf = (reference: string): number => {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/iu.exec(reference)?.[0].toUpperCase() ?? "")
    column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** The text of a cell by its type and the number of its style. */
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
    time = shown[style] ?? null
  if (value === "" || !Number.isFinite(number)) return value
  return time === null ? String(Number(number.toPrecision(DIGITS))) : serialText(number, time, is1904)
}

/** The rows of the sheet that end after `from`; `line` is the number of the row. Throws `TableBroken`. */
export const readSheet = (workbook: Workbook, from: From = XML_BODY): AsyncGenerator<Row> =>
  after(
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
              const named = columnOf(attributes["r"] ?? "")
              column = named < 0 ? column + 1 : named
              if (column >= MAX_COLUMNS) xml().refuse(`row ${line} has more than ${MAX_COLUMNS} columns`)
              type = attributes["t"] ?? "n"
              style = Number(attributes["s"] ?? 0)
              value = ""
            }
          },
          close: (name, text) => {
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
