// Two results side by side, or the two periods of one: the only place where a difference is computed outside
// of the worker, by the worker's own arithmetic. Specification 2.8, rule 15.
import type { Cell } from "../Result.ts"
import { changeOf, spreadOfCells } from "./changes.ts"
import { type ComparedSide, counterpartOf, type Section, sectionsOf } from "./comparedRows.ts"
import { type NamedOptions, type Unlike, unlikeOf } from "./unlike.ts"

/** A metric of a subject, an area or the herd on both sides, or its mean or standard deviation. */
export interface ComparedRow {
  readonly kind: "subject" | "mean" | "sd"
  /** of the main side; null: the herd, the mean or the standard deviation */
  readonly id: string | null
  readonly name: string
  readonly metric: string
  readonly label: string
  readonly unit: string | null
  readonly main: Cell
  readonly comparison: Cell
  /** main minus comparison */
  readonly change: number | null
  /** the change as a share of the comparison; null where that is zero */
  readonly change_share: number | null
  /** codes of what is unlike and touches this row */
  readonly unlike: ReadonlyArray<Unlike["code"]>
}

/** ResultComparison is the comparison of two results, row by row. */
export interface ResultComparison {
  readonly kind: "compared"
  /** to be said before any number */
  readonly unlike: ReadonlyArray<Unlike>
  readonly rows: ReadonlyArray<ComparedRow>
  /** names of subjects or areas that only one side has */
  readonly only_main: ReadonlyArray<string>
  readonly only_comparison: ReadonlyArray<string>
}

/** Results that cannot be compared, and why. */
export interface NotComparable {
  readonly kind: "refused"
  readonly code: "MODULE_DIFFERS" | "METHOD_DIFFERS" | "NO_PERIOD" | "NOTHING_IN_COMMON"
  readonly text: string
}

const refused = (code: NotComparable["code"], text: string): NotComparable => ({
  kind: "refused",
  code,
  text
})

type Values = Pick<ComparedRow, "main" | "comparison" | "change" | "change_share">

const valuesOf = (main: Cell, comparison: Cell): Values => {
  const [change, change_share] = changeOf(main, comparison)
  return { main, comparison, change, change_share }
}

/** Rows of one section, without what is unlike. */
const rowsOf = (section: Section, other: Section): ReadonlyArray<Omit<ComparedRow, "unlike">> => {
  const pairs = section.figures.flatMap((main) => {
    const comparison = counterpartOf(main, other.figures)
    return comparison === undefined ? [] : [{ main, comparison }]
  })
  const metrics = section.columns.map(({ key, label, note, unit }) => ({
    metric: key,
    label: note === undefined ? label : `${label} (${note})`,
    unit
  }))
  const subjects = pairs.flatMap(({ comparison, main }) =>
    metrics.map((of) => ({
      kind: "subject" as const,
      id: main.id,
      name: main.name,
      ...of,
      ...valuesOf(main.metrics[of.metric] ?? null, comparison.metrics[of.metric] ?? null)
    }))
  )
  if (!section.hasMean || pairs.length < 2) return subjects
  const groups = metrics.flatMap((of) => {
    const values = subjects.filter(({ metric }) => metric === of.metric)
    const spreads = (["main", "comparison", "change", "change_share"] as const).map((column) => {
      const [mean, sd] = spreadOfCells(values.map((row) => row[column]))
      return [column, { mean, sd }] as const
    })
    return (["mean", "sd"] as const).map((kind) => ({
      kind,
      id: null,
      name: `${kind === "mean" ? "Mean" : "Standard deviation"} of ${pairs.length}`,
      ...of,
      // the four columns are those of `Values`
      ...(Object.fromEntries(spreads.map(([column, both]) => [column, both[kind]])) as unknown as Values)
    }))
  })
  return [...subjects, ...groups]
}

const namesOnlyIn = (sections: ReadonlyArray<Section>, others: ReadonlyArray<Section>) =>
  sections.flatMap(({ figures }, at) =>
    figures
      .filter((one) => counterpartOf(one, others[at]?.figures ?? []) === undefined)
      .map(({ name }) => name)
  )

/**
 * Compares two results by subject and metric, or by area where they are about areas. Results of unlike
 * methods are refused; in what else they are unlike is said in `unlike`, with the metrics it touches, and
 * options by their words in `options`.
 */
export const compareResults = (
  main: ComparedSide,
  comparison: ComparedSide,
  options: NamedOptions = {}
): ResultComparison | NotComparable => {
  const [one, other] = [main.document, comparison.document]
  if (one.module !== other.module)
    return refused("MODULE_DIFFERS", `One run is of ${one.module}, the other of ${other.module}.`)
  if (one.method_version !== other.method_version)
    return refused(
      "METHOD_DIFFERS",
      `The runs were computed by unlike methods, ${one.method_version} and ${other.method_version}. Start the ` +
        `older one again, and compare that.`
    )
  const [sections, others] = [sectionsOf(main), sectionsOf(comparison)]
  if ([sections, others].some((of) => of.every(({ figures }) => figures.length === 0)))
    return refused("NO_PERIOD", "The run has no period to compare with. Start it again with a comparison.")
  const rows = sections.flatMap((section, at) => rowsOf(section, others[at]!))
  if (rows.length === 0)
    return refused("NOTHING_IN_COMMON", "The runs have no subject in common, by id or by name.")
  const unlike = unlikeOf(main, comparison, [...new Set(rows.map(({ metric }) => metric))], options)
  return {
    kind: "compared",
    unlike,
    rows: rows.map((row) => ({
      ...row,
      unlike: [
        ...new Set(
          unlike
            .filter(
              ({ metrics, subject_id }) =>
                metrics.includes(row.metric) &&
                (subject_id === null || row.id === null || row.id === subject_id)
            )
            .map(({ code }) => code)
        )
      ]
    })),
    only_main: namesOnlyIn(sections, others),
    only_comparison: namesOnlyIn(others, sections)
  }
}

/** Compares the two periods (or herds) of one result. */
export const comparePeriods = (document: ComparedSide["document"]): ResultComparison | NotComparable =>
  compareResults({ document, period: "main" }, { document, period: "comparison" })
