// The steps of an import, with the figures of each: the file is read, its columns and its clock are known, its rows are
// checked, and what is stored.
import { words } from "../../../words/language.ts"
import type { Word } from "../../shell/words.ts"
import type { ChosenFile } from "./useImport.ts"
import { percentOf, sizeText } from "./words.ts"
import type { Looked } from "./worker/protocol.ts"

/** ImportStep is a step, what it says, and how much of it is done, 0 to 100. */
export interface ImportStep {
  readonly name: string
  readonly says: string
  readonly percent: number
  /** a person is asked */
  readonly isAsked: boolean
}

const DONE = { percent: 100, isAsked: false } as const
const OPEN = { percent: 0, isAsked: false, says: "" } as const
const ASKED = { percent: 60, isAsked: true } as const

const columnsStep = ({ asked, sample }: Looked): Omit<ImportStep, "name"> => {
  if (sample === null) return OPEN
  if (sample.isFixed) return { ...DONE, says: words.imports.step.fixed }
  const read = sample.fields.filter((field) => field !== null).length,
    figures = { read, all: sample.header.length }
  return asked?._tag === "Columns" || asked?._tag === "DatesAlone"
    ? { ...ASKED, says: words.imports.step.columnsAsked(figures) }
    : { ...DONE, says: words.imports.step.columns(figures) }
}

/** Whether rows, or all of them, wait for the zone of their times. */
const asksZone = ({ asked, found }: Looked): boolean =>
  (asked?._tag === "Row" && asked.row.trouble === "no zone") ||
  found?.examples.some(({ trouble }) => trouble === "no zone") === true

const zoneStep = (looked: Looked, said: string | undefined): Omit<ImportStep, "name"> => {
  if (asksZone(looked)) return { ...ASKED, says: words.imports.step.asked }
  if (looked.found === null) return OPEN
  return { ...DONE, says: said ?? (looked.found.assumesUtc ? "UTC" : words.imports.step.zoneOfFile) }
}

const storedStep = ({ looked, phase }: ChosenFile, word: Word, size: number): Omit<ImportStep, "name"> => {
  switch (phase._tag) {
    case "Sending":
      return {
        percent: phase.state === null ? 0 : percentOf(phase.state.import.place.offset, size),
        isAsked: false,
        says: phase.state === null ? "" : words.imports.step.soFar({ count: phase.state.import.accepted })
      }
    case "Done":
      return { ...DONE, says: words.imports.records({ count: phase.import.accepted }) }
    case "Known":
      return { ...DONE, says: words.imports.step.importedBefore }
    default:
      return looked?.found == null
        ? OPEN
        : {
            ...OPEN,
            says: words.imports.step.toStore({
              records: looked.found.reports,
              animals: looked.found.animals.length,
              word
            })
          }
  }
}

/** The steps of a chosen file. */
export const importSteps = (chosen: ChosenFile, word: Word): ReadonlyArray<ImportStep> => {
  const { answers, file, phase } = chosen
  const looked = phase._tag === "Reading" || phase._tag === "Unread" ? null : chosen.looked
  const found = looked?.found
  const read =
    phase._tag === "Reading"
      ? { percent: percentOf(phase.done, file.size), isAsked: false, says: sizeText(phase.done) }
      : phase._tag === "Unread"
        ? { ...ASKED, says: words.imports.step.incomplete }
        : {
            ...DONE,
            says: found == null ? sizeText(file.size) : words.imports.step.rows({ count: found.rows })
          }
  return [
    { name: words.imports.steps.read, ...read },
    { name: words.imports.steps.columns, ...(looked === null ? OPEN : columnsStep(looked)) },
    { name: words.imports.steps.timeZone, ...(looked === null ? OPEN : zoneStep(looked, answers.times_in)) },
    {
      name: words.imports.steps.checked,
      ...(found == null ? OPEN : { ...DONE, says: words.imports.step.good({ count: found.reports }) })
    },
    {
      name: phase._tag === "Done" ? words.imports.steps.stored : words.imports.steps.toStore,
      ...storedStep(chosen, word, file.size)
    }
  ]
}
