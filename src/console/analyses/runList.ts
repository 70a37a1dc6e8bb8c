// The list of analyses as it is narrowed and ordered: what is under way first, then the newest.
import { isUnderWay, type RunFilter, type RunSummary } from "../queries/analyses.ts"
import { keepingOf } from "./runWords.ts"

/** Views are the segments above the list. */
export const VIEWS = [
  ["running", "Running"],
  ["queued", "Queued"],
  ["failed", "Failed"],
  ["kept", "Kept"],
  ["ending", "Ends soon"]
] as const
export type View = (typeof VIEWS)[number][0]

export const isView = (text: string | undefined): text is View => VIEWS.some(([view]) => view === text)

/** filterOf is what the server narrows the list by for a view. */
export const filterOf = (view: View | undefined): RunFilter =>
  view === undefined
    ? {}
    : view === "kept"
      ? { kept: "true" }
      : view === "ending"
        ? { kept: "false", status: "completed" }
        : { status: view }

const rankOf = ({ status }: RunSummary): number => (status === "running" ? 0 : status === "queued" ? 1 : 2)
const timeOf = ({ created_at }: RunSummary): number => Date.parse(created_at)

/** listed are the runs in the order of their groups: the queue as it is worked off, then the newest. */
export const listed = (
  runs: ReadonlyArray<RunSummary>,
  view: View | undefined,
  zone: string,
  now: number
): ReadonlyArray<RunSummary> =>
  runs
    // when a run ends the server does not narrow by
    .filter((run) => view !== "ending" || keepingOf(run, zone, now)?.tone === "late")
    .sort((a, b) => rankOf(a) - rankOf(b) || (isUnderWay(a) ? timeOf(a) - timeOf(b) : timeOf(b) - timeOf(a)))

/** pickedWith are the runs to compare once `id` is picked or put back: two at most, the latest picks. */
export const pickedWith = (picked: ReadonlyArray<string>, id: string): ReadonlyArray<string> =>
  picked.includes(id) ? picked.filter((one) => one !== id) : [...picked, id].slice(-2)
