// The plan of each row of a pasted table, or the question it needs answered first. The server decides whether values
// are valid.
import { words } from "../../../../words/language.ts"
import { iso } from "../../../time/iso.ts"
import { attributeName, type Column, type Part } from "./columns.ts"
import {
  type Answers,
  type CheckedRow,
  groupOf,
  type Herd,
  isSaid,
  type Remedy,
  same,
  sinceOf,
  skipRow,
  tagOf,
  typeOf
} from "./rowParts.ts"
import { typedMoment } from "./typedMoment.ts"

interface RowGiven {
  readonly cells: ReadonlyArray<string>
  readonly columns: ReadonlyArray<Column>
  readonly answers: Answers
  readonly herd: Herd
  /** index of an earlier row with the same name or tag; undefined: none */
  readonly sameName: number | undefined
  readonly sameTag: number | undefined
}

const checkRow = ({ answers, cells, columns, herd, sameName, sameTag }: RowGiven): CheckedRow => {
  const { answers: labels, questions } = words.addAnimals.many
  const textOf = (part: Part): string => {
    const at = columns.findIndex((column) => column.part === part)
    return at < 0 ? "" : (cells[at] ?? "").trim()
  }
  if (answers.leftOut === true) return { status: "left out" }
  const name = textOf("name")
  if (name === "")
    return {
      status: "wrong",
      says: questions.noName,
      at: "name",
      remedies: [{ label: labels.correct, correct: "name" }, skipRow()]
    }
  if (sameName !== undefined && answers.sameName !== "another") {
    const both: Remedy = { label: labels.addBoth, answer: { sameName: "another" } }
    return {
      status: "wrong",
      says: questions.sameRow({ row: sameName + 1 }),
      at: "name",
      remedies: [skipRow(), both]
    }
  }
  const known = herd.animals.filter((one) => same(one.name, name))
  if (known.length > 0 && answers.sameName === undefined)
    return {
      status: "question",
      says: questions.exists,
      at: "name",
      remedies: [
        ...(known.length === 1 ? [{ label: labels.update, answer: { sameName: "update" as const } }] : []),
        skipRow(),
        { label: labels.addAnother, answer: { sameName: "another" } }
      ]
    }
  const updates = answers.sameName === "update" ? (known[0]?.id ?? null) : null
  const type = typeOf(textOf("type"), herd)
  if (isSaid(type) && !(updates !== null && textOf("type") === "")) return type
  const group = groupOf(textOf("group"), herd)
  if (isSaid(group)) return group
  const since = sinceOf(textOf("since"), herd)
  if (isSaid(since)) return since
  if (sameTag !== undefined && answers.noTag !== true)
    return {
      status: "wrong",
      says: questions.tagOfRow({ row: sameTag + 1 }),
      at: "tag",
      remedies: [
        { label: labels.withoutTag, answer: { noTag: true } },
        { label: labels.correct, correct: "tag" }
      ]
    }
  const tag = tagOf(textOf("tag"), answers, herd, updates)
  if (isSaid(tag)) return tag
  for (const [at, { part }] of columns.entries())
    if (part === "attribute" && typedMoment(cells[at] ?? "", herd.zone).kind === "no such day")
      return {
        status: "wrong",
        says: questions.noSuchDay,
        at,
        remedies: [{ label: labels.correct, correct: at }, skipRow()]
      }
  return {
    status: "ready",
    plan: {
      name,
      typeId: isSaid(type) ? "" : type.value,
      groupId: group.value,
      attributes: columns.flatMap(({ part, title }, at) =>
        part === "attribute" && (cells[at] ?? "") !== ""
          ? [{ name: attributeName(title), text: cells[at]! }]
          : []
      ),
      tag: tag.value,
      since: iso(since.value),
      updates
    }
  }
}

/** checkRows plans all rows of a table with their answers. */
export const checkRows = (
  rows: ReadonlyArray<ReadonlyArray<string>>,
  columns: ReadonlyArray<Column>,
  answers: ReadonlyMap<number, Answers>,
  herd: Herd
): ReadonlyArray<CheckedRow> => {
  const firstOf = (part: Part) => {
    const column = columns.findIndex((one) => one.part === part)
    const seen = new Map<string, number>()
    return (cells: ReadonlyArray<string>, at: number): number | undefined => {
      const text = (column < 0 ? "" : (cells[column] ?? "")).trim().toLowerCase()
      if (text === "" || answers.get(at)?.leftOut === true) return undefined
      const before = seen.get(text)
      if (before === undefined) seen.set(text, at)
      return before
    }
  }
  const nameBefore = firstOf("name"),
    tagBefore = firstOf("tag")
  return rows.map((cells, at) =>
    checkRow({
      cells,
      columns,
      herd,
      answers: answers.get(at) ?? {},
      sameName: nameBefore(cells, at),
      sameTag: answers.get(at)?.noTag === true ? undefined : tagBefore(cells, at)
    })
  )
}
