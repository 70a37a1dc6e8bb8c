// The steps of an import, with the figures of each: the file is read, its columns and its clock are known, its rows are
// checked, and what is stored.
import { counted, numberText } from "../../design/numbers.ts"
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
  if (sample.isFixed) return { ...DONE, says: "of the format" }
  const read = sample.fields.filter((field) => field !== null).length,
    says = `${read} of ${sample.header.length}`
  return asked?._tag === "Columns" || asked?._tag === "DatesAlone"
    ? { ...ASKED, says: `${says}, some are asked` }
    : { ...DONE, says: `${says}, all needed` }
}

/** Whether rows, or all of them, wait for the zone of their times. */
const asksZone = ({ asked, found }: Looked): boolean =>
  (asked?._tag === "Row" && asked.row.trouble === "no zone") ||
  found?.examples.some(({ trouble }) => trouble === "no zone") === true

const zoneStep = (looked: Looked, said: string | undefined): Omit<ImportStep, "name"> => {
  if (asksZone(looked)) return { ...ASKED, says: "asked" }
  if (looked.found === null) return OPEN
  return { ...DONE, says: said ?? (looked.found.assumesUtc ? "UTC" : "as the times say") }
}

const storedStep = (
  { looked, phase }: ChosenFile,
  { many, one }: Word,
  size: number
): Omit<ImportStep, "name"> => {
  switch (phase._tag) {
    case "Sending":
      return {
        percent: phase.state === null ? 0 : percentOf(phase.state.import.place.offset, size),
        isAsked: false,
        says: phase.state === null ? "" : `${numberText(phase.state.import.accepted)} so far`
      }
    case "Done":
      return { ...DONE, says: counted(phase.import.accepted, "record") }
    case "Known":
      return { ...DONE, says: "imported before" }
    default:
      return looked?.found == null
        ? OPEN
        : {
            ...OPEN,
            says: `${numberText(looked.found.reports)} for ${counted(looked.found.animals.length, one, many)}`
          }
  }
}

/** The steps of a chosen file. */
export const importSteps = (chosen: ChosenFile, words: Word): ReadonlyArray<ImportStep> => {
  const { answers, file, phase } = chosen
  const looked = phase._tag === "Reading" || phase._tag === "Unread" ? null : chosen.looked
  const found = looked?.found
  const read =
    phase._tag === "Reading"
      ? { percent: percentOf(phase.done, file.size), isAsked: false, says: sizeText(phase.done) }
      : phase._tag === "Unread"
        ? { ...ASKED, says: "not to the end" }
        : { ...DONE, says: found == null ? sizeText(file.size) : counted(found.rows, "row") }
  return [
    { name: "Read", ...read },
    { name: "Columns", ...(looked === null ? OPEN : columnsStep(looked)) },
    { name: "Time zone", ...(looked === null ? OPEN : zoneStep(looked, answers.times_in)) },
    {
      name: "Checked",
      ...(found == null ? OPEN : { ...DONE, says: `${numberText(found.reports)} good` })
    },
    { name: phase._tag === "Done" ? "Stored" : "To be stored", ...storedStep(chosen, words, file.size) }
  ]
}
