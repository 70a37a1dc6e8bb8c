// A workbook of Excel (XLSX): which of its sheets is taken, its texts and its formats; read piece by piece from an
// archive that is not trusted.
import type { ArchiveEntry } from "../../archives/directory.ts"
import { TableBroken } from "../../domain/intake/TableBroken.ts"
import { StrictXml, type XmlReader } from "../../domain/xml/StrictXml.ts"
import { packedFile } from "../packed.ts"
import { type Collector, readXml, xmlEncoding } from "../readXml.ts"
import { startOf, type TrackFile } from "../TrackFile.ts"
import { type TimeShown, timeShownBy } from "./serialTime.ts"

/** Workbook reads an Excel file. */
export interface Workbook {
  /** the sheet that is taken, as a file of its own */
  readonly sheet: TrackFile
  readonly name: string
  /** names of the other sheets */
  readonly others: ReadonlyArray<string>
  readonly texts: ReadonlyArray<string>
  /** the time format of each cell style, by the index of the style; null: the style shows no time */
  readonly shown: ReadonlyArray<TimeShown | null>
  readonly is1904: boolean
}

const WORKBOOK_PATH = "xl/workbook.xml"

/** Characters of the texts that cells share, all together: they are held in memory. */
const MAX_SHARED_CHARACTERS = 48 * 1024 * 1024
/** Characters of a cell, as Excel has it. */
const MAX_CELL_CHARACTERS = 32_767
const MAX_STYLES = 65_536

/** Whether an archive is a workbook. */
export const isWorkbook = (entries: ReadonlyArray<ArchiveEntry>): boolean =>
  entries.some(({ name }) => name === WORKBOOK_PATH)

/** Collects what a reader of elements emits. */
export const collect = <A>(
  make: (emit: (found: A) => void, xml: () => StrictXml) => XmlReader
): Collector<A> => {
  let found: Array<A> = []
  const reader = make(
    (one) => void found.push(one),
    () => xml
  )
  const bounds = { kind: "a workbook", maxDepth: 64, maxText: MAX_CELL_CHARACTERS, maxToken: 1024 * 1024 }
  const xml: StrictXml = new StrictXml(bounds, reader)
  return {
    get line() {
      return xml.line
    },
    read: (text) => {
      xml.read(text)
      const whole = found
      found = []
      return whole
    },
    end: () => xml.end()
  }
}

/** What a reader of elements emits of a file in the archive. */
export async function* readPart<A>(file: TrackFile, collector: Collector<A>): AsyncGenerator<A> {
  yield* readXml(file, xmlEncoding(await startOf(file, 200)), collector, false)
}

const nothing = () => undefined

/** Characters that XML cannot hold, as Excel writes them. */
export const unescaped = (text: string): string =>
  text.replaceAll(/_x([0-9a-f]{4})_/giu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

interface Sheet {
  readonly name: string
  readonly id: string
  readonly isHidden: boolean
}

const attributeCalled = (attributes: Readonly<Record<string, string>>, local: string): string =>
  Object.entries(attributes).find(([name]) => name.endsWith(`:${local}`))?.[1] ?? attributes[local] ?? ""

const isYes = (value: string | undefined): boolean => value === "1" || value === "true"

/** Opens the first sheet of a workbook that is shown. Throws `TableBroken`, `ArchiveRefused`. */
export const openWorkbook = async (
  file: TrackFile,
  entries: ReadonlyArray<ArchiveEntry>
): Promise<Workbook> => {
  const part = (name: string): TrackFile | null => {
    const entry = entries.find((one) => one.name.toLowerCase() === name.toLowerCase())
    return entry === undefined ? null : packedFile(file, entry)
  }
  const missing = (what: string): never => {
    throw new TableBroken(1, `the workbook has no ${what}`)
  }
  const sheets: Array<Sheet> = [],
    targets = new Map<string, string>()
  let is1904 = false
  for await (const { attributes, name } of readPart(
    part(WORKBOOK_PATH) ?? missing("contents"),
    collect<{ name: string; attributes: Readonly<Record<string, string>> }>((emit) => ({
      open: (name, attributes) => emit({ name, attributes }),
      close: nothing
    }))
  )) {
    if (name === "workbookPr") is1904 = isYes(attributes["date1904"])
    if (name === "sheet")
      sheets.push({
        name: attributes["name"] ?? "",
        id: attributeCalled(attributes, "id"),
        isHidden: (attributes["state"] ?? "visible") !== "visible"
      })
  }
  for await (const { Id = "", Target = "", Type = "" } of readPart(
    part("xl/_rels/workbook.xml.rels") ?? missing("list of its sheets"),
    collect<Readonly<Record<string, string>>>((emit) => ({
      open: (name, attributes) => {
        if (name === "Relationship") emit(attributes)
      },
      close: nothing
    }))
  ))
    if (Type.endsWith("/worksheet"))
      targets.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target.replace(/^\.\//u, "")}`)
  const tables = sheets.filter(({ id }) => targets.has(id)),
    taken = tables.find(({ isHidden }) => !isHidden) ?? tables[0] ?? missing("sheet")
  return {
    sheet: part(targets.get(taken.id)!) ?? missing(`sheet "${taken.name}"`),
    name: taken.name,
    others: tables.filter((one) => one !== taken).map(({ name }) => name),
    texts: await readTexts(part("xl/sharedStrings.xml")),
    shown: await readStyles(part("xl/styles.xml")),
    is1904
  }
}

const readTexts = async (file: TrackFile | null): Promise<ReadonlyArray<string>> => {
  const texts: Array<string> = []
  if (file === null) return texts
  let length = 0
  const collector = collect<string>((emit, xml) => {
    let text = ""
    return {
      open: (name) => {
        if (name === "si") text = ""
      },
      close: (name, said) => {
        // what stands in `rPh` says how a text is spoken
        if (name === "t" && xml().path.at(-1) !== "rPh") text += said
        if (name === "si") emit(unescaped(text.slice(0, MAX_CELL_CHARACTERS)))
      }
    }
  })
  for await (const text of readPart(file, collector)) {
    length += text.length + 16
    if (length > MAX_SHARED_CHARACTERS)
      throw new TableBroken(
        1,
        "the workbook has more text than can be held: save the sheet as CSV and import that"
      )
    texts.push(text)
  }
  return texts
}

const readStyles = async (file: TrackFile | null): Promise<ReadonlyArray<TimeShown | null>> => {
  const codes = new Map<number, string>(),
    formats: Array<number> = []
  if (file === null) return []
  const collector = collect<undefined>((_, xml) => ({
    open: (name, attributes) => {
      const parent = xml().path.at(-1)
      if (codes.size + formats.length > MAX_STYLES) xml().refuse(`it has more than ${MAX_STYLES} formats`)
      if (name === "numFmt" && parent === "numFmts")
        codes.set(Number(attributes["numFmtId"]), attributes["formatCode"] ?? "")
      if (name === "xf" && parent === "cellXfs") formats.push(Number(attributes["numFmtId"] ?? 0))
    },
    close: nothing
  }))
  for await (const _ of readPart(file, collector));
  return formats.map((id) => timeShownBy(id, codes.get(id)))
}
