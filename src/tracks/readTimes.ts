// Looks through the times of a whole table for what no single row can tell: which pass of an hour that was shown
// twice each row is of, and whether the times say the day alone where they should say more.
import { isDateAlone } from "../domain/intake/tableClock.ts"
import { AmbiguousTimeRows, type SettledPasses } from "../domain/intake/ambiguousTimes.ts"
import { sequenceOf, timeOf } from "../domain/intake/Reading.ts"
import { rowsOf, type Table } from "./Table.ts"

/** What the times of a table say together. */
interface TableTimes extends SettledPasses {
  /** why they say too little, in words; null: they do not */
  readonly datesAlone: string | null
}

/** Rows that are looked at to see whether times are dates alone. */
const SAMPLE_ROWS = 100

/** Notices when all times are dates while an animal has several different rows on one of them. */
class DatesAlone {
  private isSo = true
  private readonly texts = new Map<string, string>()
  private found: { readonly line: number; readonly animal: string; readonly date: string } | null = null

  get goesOn(): boolean {
    return this.isSo
  }

  see(animal: string, date: string, line: number, cells: ReadonlyArray<string>): void {
    if (!this.isSo) return
    this.isSo = date === "" || isDateAlone(date)
    if (this.found !== null || date === "") return
    const key = `${animal}\u0000${date}`,
      before = this.texts.get(key),
      text = cells.join("\u0000")
    if (before === undefined) this.texts.set(key, text)
    else if (before !== text) this.found = { line, animal: animal.split("\u0000")[0]!, date }
  }

  get words(): string | null {
    if (!this.isSo || this.found === null) return null
    const { animal, date, line } = this.found
    return (
      `line ${line}: the times of all rows are dates without a time of the day, and "${animal}" has several ` +
      `rows on ${date}`
    )
  }
}

/**
 * Reads the times of a table: all of them where they may be dates alone or are those of a zone, whose clocks
 * change, and otherwise the first.
 */
export const readTimes = async (
  table: Pick<Table, "body" | "read" | "reading">,
  isOfZone: boolean
): Promise<TableTimes> => {
  const { reading } = table,
    dates = new DatesAlone(),
    doubtful = new AmbiguousTimeRows()
  let rows = 0
  for await (const { cells, line, offset } of rowsOf(table)) {
    const { at, text } = timeOf(reading, cells),
      animal = sequenceOf(reading, cells)
    if (typeof at !== "string")
      doubtful.see(animal, at, offset, typeof at === "number" ? "" : cells.join("\u0000"))
    dates.see(animal, text, line, cells)
    if (++rows >= SAMPLE_ROWS && !dates.goesOn && !isOfZone) break
  }
  return { ...doubtful.settle(), datesAlone: dates.words }
}
