// Filters and order of the list of analyses: running and queued ones first, then the newest.
import { isUnderWay, type RunFilter, type RunSummary } from "../../data/analyses.ts"

/** VIEWS are the segments above the list. */
export const VIEWS = ["running", "queued", "failed", "kept", "ending"] as const
/** View is the key of a segment. */
export type View = (typeof VIEWS)[number]

/** isView tells whether a search parameter is a view. */
export const isView = (text: string | undefined): text is View => VIEWS.some((view) => view === text)

/** filterOf returns the server's filter for a view. */
export const filterOf = (view: View | undefined): RunFilter =>
  view === undefined
    ? {}
    : view === "kept"
      ? { kept: "true" }
      : view === "ending"
        ? { ends_soon: "true" }
        : { status: view }

const rankOf = ({ status }: RunSummary): number => (status === "running" ? 0 : status === "queued" ? 1 : 2)
const timeOf = ({ created_at }: RunSummary): number => Date.parse(created_at)

/** listed orders runs by group: the queue in its order of execution, then the newest. */
export const listed = (runs: ReadonlyArray<RunSummary>): ReadonlyArray<RunSummary> =>
  runs.toSorted(
    (a, b) => rankOf(a) - rankOf(b) || (isUnderWay(a) ? timeOf(a) - timeOf(b) : timeOf(b) - timeOf(a))
  )

/**
 * withoutSubject returns the subject ids of a failed run without the one that alone made it fail; undefined:
 * there is no such subject, or it is the only one.
 */
export const withoutSubject = ({
  error_subject,
  parameters
}: Pick<RunSummary, "error_subject" | "parameters">): ReadonlyArray<string> | undefined => {
  const { entity_ids: ids } = parameters
  if (error_subject === null || !Array.isArray(ids)) return undefined
  const left = ids.filter((id): id is string => typeof id === "string" && id !== error_subject.id)
  return left.length === 0 || left.length === ids.length ? undefined : left
}

/** pickedWith returns the runs to compare after `id` was selected or deselected: the last two at most. */
export const pickedWith = (picked: ReadonlyArray<string>, id: string): ReadonlyArray<string> =>
  picked.includes(id) ? picked.filter((one) => one !== id) : [...picked, id].slice(-2)
