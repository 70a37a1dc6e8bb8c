// The meaning of the columns of a pasted table: guessed from their names, or selected.
import { cellsOf, type PastedTable } from "./pastedTable.ts"

/** Part is the part of an animal that a column holds; an `attribute` has the name of its column. */
export type Part = "name" | "type" | "group" | "tag" | "since" | "attribute" | "none"

/** Column is one column of a pasted table. */
export interface Column {
  readonly part: Part
  /** the heading in the table, or else the part it holds */
  readonly title: string
}

const NAMES: Readonly<Record<Exclude<Part, "attribute" | "none">, ReadonlyArray<string>>> = {
  name: ["name", "animal", "animal name", "animal id", "individual", "individual-local-identifier", "id"],
  type: ["type", "kind", "species", "taxon", "animal-taxon"],
  group: ["group", "herd", "flock", "pack"],
  tag: ["tag", "collar", "device", "tag id", "collar id", "tag-id", "tag-local-identifier", "transmitter"],
  since: [
    "since",
    "worn since",
    "on since",
    "tag since",
    "collar since",
    "deployed",
    "deploy-on-date",
    "from"
  ]
}

/** PARTS are the parts with their labels. */
export const PARTS: ReadonlyArray<readonly [Part, string]> = [
  ["name", "Name"],
  ["type", "Type"],
  ["group", "Group"],
  ["tag", "Tag"],
  ["since", "Worn since"],
  ["attribute", "Attribute"],
  ["none", "leave out"]
]

/** Parts of the columns of a table without a head. */
const IN_ORDER: ReadonlyArray<Part> = ["name", "type", "group", "tag", "since"]

const partNamed = (title: string): Part | undefined => {
  const name = title.trim().toLowerCase().replaceAll("_", " ")
  return PARTS.find(
    ([part]) =>
      part !== "attribute" &&
      part !== "none" &&
      NAMES[part].some((one) => one === name || one === name.replaceAll(" ", "-"))
  )?.[0]
}

const wordOf = (part: Part): string => PARTS.find(([one]) => one === part)?.[1] ?? ""

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
    return { part: settled, title: isHead ? title : wordOf(settled) }
  })
  return { table, columns }
}

/** attributeName returns the attribute key for a heading: `Weight kg` is `weight_kg`. */
export const attributeName = (title: string): string => title.trim().toLowerCase().replaceAll(/\s+/g, "_")
