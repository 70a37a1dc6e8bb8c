// The meaning of the columns of a pasted table: guessed from their names, or selected.
import { words } from "../../../../words/language.ts"
import { cellsOf, type PastedTable } from "./pastedTable.ts"

/** Part is the part of an animal that a column holds; an `attribute` has the name of its column. */
export type Part = "name" | "type" | "group" | "tag" | "since" | "attribute" | "none"

/** Column is one column of a pasted table. */
export interface Column {
  readonly part: Part
  /** the heading in the table, or else the part it holds */
  readonly title: string
}

/** Names of columns in every language, since a table is not always in the shown one. */
const NAMES: Readonly<Record<Exclude<Part, "attribute" | "none">, ReadonlyArray<string>>> = {
  name: [
    "name",
    "animal",
    "animal name",
    "animal id",
    "individual",
    "individual-local-identifier",
    "id",
    "nombre"
  ],
  type: ["type", "kind", "species", "taxon", "animal-taxon", "tipo", "especie"],
  group: ["group", "herd", "flock", "pack", "grupo", "hato", "rebaño"],
  tag: [
    "tag",
    "collar",
    "device",
    "tag id",
    "collar id",
    "tag-id",
    "tag-local-identifier",
    "transmitter",
    "dispositivo"
  ],
  since: [
    "since",
    "worn since",
    "on since",
    "tag since",
    "collar since",
    "deployed",
    "deploy-on-date",
    "from",
    "desde",
    "puesto desde"
  ]
}

/** PARTS are the parts that a column can hold. */
export const PARTS: ReadonlyArray<Part> = ["name", "type", "group", "tag", "since", "attribute", "none"]

/** Parts of the columns of a table without a head. */
const IN_ORDER: ReadonlyArray<Part> = ["name", "type", "group", "tag", "since"]

const partNamed = (title: string): Part | undefined => {
  const name = title.trim().toLowerCase().replaceAll("_", " ")
  return PARTS.find(
    (part) =>
      part !== "attribute" &&
      part !== "none" &&
      NAMES[part].some((one) => one === name || one === name.replaceAll(" ", "-"))
  )
}

/**
 * readColumns separates the head of a table from its rows and guesses the part of each column; each part is
 * used once.
 */
export const readColumns = (
  text: string
): { readonly table: PastedTable; readonly columns: ReadonlyArray<Column> } => {
  const cells = cellsOf(text)
  const [first = [], ...rest] = cells
  const isHead = first.some((title) => partNamed(title) === "name") || first.filter(partNamed).length > 1
  const table: PastedTable = isHead ? { head: first, rows: rest } : { head: null, rows: cells }
  const given = new Set<Part>()
  const columns = first.map((title, at): Column => {
    const part = isHead
      ? (partNamed(title) ?? (title === "" ? "none" : "attribute"))
      : (IN_ORDER[at] ?? "none")
    const isTwice = part !== "attribute" && part !== "none" && given.has(part)
    given.add(part)
    const settled = isTwice ? "none" : part
    return { part: settled, title: isHead ? title : words.addAnimals.many.parts[settled] }
  })
  return { table, columns }
}

/** attributeName returns the attribute key for a heading: `Weight kg` is `weight_kg`. */
export const attributeName = (title: string): string => title.trim().toLowerCase().replaceAll(/\s+/g, "_")
