// What is asked of a module, and the plan that is made of it: stored with the run, and all that its worker
// goes by.
import type { Period, PeriodKey } from "./Tracks.ts"

/** Selector names the subjects of an analysis in exactly one way. */
export type Selector =
  | { readonly entity_ids: ReadonlyArray<string> }
  | { readonly group_id: string }
  | { readonly entity_type_id: string }

/** The parameters of a request, read. */
export interface RequestedRun {
  readonly selector: Selector
  /** `main` first */
  readonly periods: ReadonlyArray<Period>
  /** the chosen features; null: the module asks about no areas */
  readonly featureIds: ReadonlyArray<string> | null
  /** another herd to compare with, over the same dates; null: none */
  readonly herdB: ReadonlyArray<string> | null
  /** the options, complete, as the module types them */
  readonly parameters: object
}

/** A subject of a run, and the periods it is looked at in. */
interface PlannedSubject {
  readonly id: string
  readonly periods: ReadonlyArray<PeriodKey>
}

/** A run as it is stored for its worker: JSON. */
export interface Plan extends Pick<RequestedRun, "periods" | "parameters"> {
  readonly subjects: ReadonlyArray<PlannedSubject>
  /** ids of the chosen features */
  readonly areas: ReadonlyArray<string>
}

/**
 * Returns the plan of what was asked, about these subjects. Who is of the other herd is looked at in its half
 * alone.
 */
export const planOf = (
  { featureIds, herdB, parameters, periods }: RequestedRun,
  subjectIds: ReadonlyArray<string>
): Plan => {
  const other = new Set(herdB),
    all = periods.map(({ key }) => key)
  return {
    periods,
    subjects: subjectIds.map((id) => ({
      id,
      periods: herdB === null ? all : [other.has(id) ? "comparison" : "main"]
    })),
    areas: featureIds ?? [],
    parameters
  }
}

/** The periods that a subject of a plan is looked at in. */
export const periodsOf = ({ periods }: Plan, subject: PlannedSubject): ReadonlyArray<Period> =>
  periods.filter(({ key }) => subject.periods.includes(key))
