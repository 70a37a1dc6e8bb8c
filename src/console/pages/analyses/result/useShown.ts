// The view of a result, kept in the address: selected subject or area, period, tables, map; and the cursor that
// charts and map share.
import { getRouteApi } from "@tanstack/react-router"
import { useState } from "react"
import type { ResultDocument } from "../../../../domain/analysis/Result.ts"
import { type MapChoice, mapChoiceOf, type TableChoice, tableChoiceOf, withTableChoice } from "./address.ts"
import { type Cursor, makeCursor } from "./cursor.ts"
import type { Period } from "./document.ts"

const route = getRouteApi("/known/p/$slug/analyses/$run")

/** Shown is the current view of a result page. */
export interface Shown {
  readonly runId: string
  readonly period: Period
  /** id of the selected subject or area; null: none */
  readonly chosen: string | null
  readonly onChoose: (id: string) => void
  readonly onPeriod: (period: Period) => void
  /** key of the metric that compares the periods; undefined: the first available */
  readonly metric: string | undefined
  readonly onMetric: (key: string) => void
  readonly map: MapChoice
  readonly tableChoice: (key: string) => TableChoice
  readonly onTable: (key: string, choice: TableChoice) => void
  readonly cursor: Cursor
}

/** The search parameters including pending changes; each change adds a history entry. */
const useAhead = () => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const text = JSON.stringify(search)
  const [ahead, setAhead] = useState({ of: text, search })
  if (ahead.of !== text) setAhead({ of: text, search })
  const change = (more: Partial<typeof search>) => {
    const next = { ...ahead.search, ...more }
    setAhead({ of: text, search: next })
    void navigate({ search: next })
  }
  return [ahead.search, change] as const
}

/** useShown reads the view from the address; `first` is selected where the address names nothing. */
export const useShown = (document: ResultDocument, first: string | null): Shown => {
  const [search, change] = useAhead()
  const { run: runId } = route.useParams()
  const [cursor] = useState(makeCursor)
  const { metric, period: asked, subject } = search
  const period = document.periods.some(({ key }) => key === asked) ? (asked as Period) : "main"
  return {
    runId,
    period,
    chosen: subject ?? first,
    onChoose: (id) => {
      if (id !== (subject ?? first)) change({ subject: id })
    },
    onPeriod: (key) => change({ period: key }),
    metric,
    onMetric: (key) => change({ metric: key }),
    map: mapChoiceOf(search, change),
    tableChoice: (key) => tableChoiceOf(search, key),
    onTable: (key, choice) => change(withTableChoice(search, key, choice)),
    cursor
  }
}
