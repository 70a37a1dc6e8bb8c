// The state of an import of animals: the cells, the answers and the outcome of each row.
import { useRef, useState } from "react"
import { words } from "../../../../words/language.ts"
import { sentenceOf } from "../../../data/api/Refused.ts"
import { makeGroup, makeType } from "../../../data/write/writeGroups.ts"
import { rereadHerd } from "../../../data/write/rereadHerd.ts"
import { isMembers, textIn, useWriting } from "../../../writing.ts"
import { useProject } from "../../../shell/useProject.ts"
import { checkRows } from "./checkRows.ts"
import { type Column, PARTS, readColumns } from "./columns.ts"
import { makeRow, type RowDone } from "./makeRow.ts"
import { MAX_ROWS } from "./pastedTable.ts"
import type { Answers, CheckedRow, Remedy } from "./rowParts.ts"
import { useHerd } from "./useHerd.ts"

interface Writing {
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  readonly columns: ReadonlyArray<Column>
  readonly answers: ReadonlyArray<readonly [row: number, answers: Answers]>
  readonly type: string
  readonly group: string
}

/** Outcome is the result of a row. */
export type Outcome =
  | { readonly state: "made"; readonly id: string }
  | { readonly state: "refused"; readonly says: string; readonly id: string | null }

const isPart = (value: unknown): value is Column["part"] => PARTS.some((part) => part === value)

const rowsIn = (kept: unknown): ReadonlyArray<ReadonlyArray<string>> =>
  (Array.isArray(kept) ? kept : [])
    .filter(Array.isArray)
    .map((cells: ReadonlyArray<unknown>) => cells.map(textIn))

const columnsIn = (kept: unknown): ReadonlyArray<Column> =>
  (Array.isArray(kept) ? kept : [])
    .filter(isMembers)
    .map(({ part, title }) => ({ part: isPart(part) ? part : "none", title: textIn(title) }))

/** keyOf returns the key for a label: `Water buffalo` is `water_buffalo`. */
const keyOf = (label: string): string =>
  label
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^[^a-z]+|_+$/g, "")

/** useMany holds the state of an import and the functions that change it. */
export const useMany = () => {
  const { project } = useProject()
  const { put, value } = useWriting<Writing>(
    project.id,
    "many animals",
    ({ columns, group, rows, type }) => ({
      rows: rowsIn(rows),
      columns: columnsIn(columns),
      answers: [],
      type: textIn(type),
      group: textIn(group)
    })
  )
  const { columns, group, rows, type } = value
  const answers = new Map(value.answers)
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map())
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const steps = useRef(new Map<number, RowDone>())
  const tagColumn = columns.findIndex(({ part }) => part === "tag")
  const numbers = [...new Set(rows.map((cells) => (cells[tagColumn] ?? "").trim()))].filter(
    (number) => number !== ""
  )
  const herd = useHerd(numbers, { type, group })
  const checked = herd === null ? null : checkRows(rows, columns, answers, herd)

  const paste = (text: string) => {
    const read = readColumns(text)
    if (read.table.rows.length > MAX_ROWS)
      return setTrouble(
        words.addAnimals.many.paste.tooManyRows({ rows: read.table.rows.length, most: MAX_ROWS })
      )
    if (read.table.rows.length === 0) return setTrouble(words.addAnimals.many.paste.noRows)
    setTrouble(null)
    setOutcomes(new Map())
    steps.current.clear()
    put({ rows: read.table.rows, columns: read.columns, answers: [] })
  }
  const setCell = (row: number, column: number, text: string) => {
    steps.current.delete(row)
    setOutcomes((before) => new Map([...before].filter(([at]) => at !== row)))
    put({
      rows: rows.map((cells, at) =>
        at === row ? cells.map((cell, i) => (i === column ? text : cell)) : cells
      )
    })
  }
  const answer = (of: ReadonlyArray<number>, given: Answers) => {
    const next = new Map(answers)
    for (const row of of) next.set(row, { ...next.get(row), ...given })
    put({ answers: [...next] })
  }
  /** Applies a remedy to the rows that show it. */
  const mend = (of: ReadonlyArray<number>, remedy: Remedy) => {
    if ("answer" in remedy) return answer(of, remedy.answer)
    if ("part" in remedy) {
      const column = columns.findIndex(({ part }) => part === remedy.part)
      return put({
        rows: rows.map((cells, at) =>
          of.includes(at) ? cells.map((cell, i) => (i === column ? remedy.text : cell)) : cells
        )
      })
    }
    if ("correct" in remedy) return
    setBusy(true)
    const work =
      "makeGroup" in remedy
        ? makeGroup(project.id, remedy.makeGroup, null)
        : makeType(keyOf(remedy.makeType), remedy.makeType)
    work
      .then(
        () => setTrouble(null),
        (refused: unknown) => setTrouble(sentenceOf(refused))
      )
      .finally(() => setBusy(false))
  }
  const isMade = (row: number) => outcomes.get(row)?.state === "made"

  const make = async (of: ReadonlyArray<readonly [number, CheckedRow]>): Promise<void> => {
    setBusy(true)
    const settled = new Map(answers)
    for (const [row, it] of of) {
      if (it.status !== "ready" || isMade(row)) continue
      const done = steps.current.get(row) ?? { tag: {} }
      steps.current.set(row, done)
      const outcome = await makeRow(project.id, it.plan, done).then(
        (): Outcome => ({ state: "made", id: done.entityId! }),
        (refused: unknown): Outcome => ({
          state: "refused",
          says: sentenceOf(refused),
          id: done.entityId ?? null
        })
      )
      // the animal exists already: only its tag is tried again
      if (outcome.state === "refused" && outcome.id !== null)
        settled.set(row, { ...settled.get(row), sameName: "update" })
      setOutcomes((before) => new Map(before).set(row, outcome))
    }
    put({ answers: [...settled] })
    await rereadHerd(project.id)
    setBusy(false)
  }
  const clear = () => {
    put({ rows: [], columns: [], answers: [] })
    setOutcomes(new Map())
    steps.current.clear()
  }
  return {
    rows,
    columns,
    checked,
    outcomes,
    busy,
    trouble,
    type,
    group,
    clear,
    make,
    mend,
    paste,
    setCell,
    setColumn: (at: number, part: Column["part"]) =>
      put({ columns: columns.map((column, i) => (i === at ? { ...column, part } : column)) }),
    setDefaults: (defaults: { readonly type?: string; readonly group?: string }) => put(defaults),
    setTrouble
  }
}

/** Many is the state of an import. */
export type Many = ReturnType<typeof useMany>
