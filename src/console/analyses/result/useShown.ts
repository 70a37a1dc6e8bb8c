// What of a result is looked at, kept in the address: the chosen subject or area, the period, and the moment that the
// charts and the map share.
import { getRouteApi } from "@tanstack/react-router"
import { useMemo, useState } from "react"
import type { ResultDocument } from "../../../domain/analysis/Result.ts"
import type { Period } from "./document.ts"
import type { Cursor } from "./FigureView.tsx"

const route = getRouteApi("/known/p/$slug/analyses/$run")

/** Shown is what a result page is about at this moment. */
export interface Shown {
  readonly runId: string
  readonly period: Period
  /** id of a subject or an area; null: none */
  readonly chosen: string | null
  readonly onChoose: (id: string) => void
  readonly onPeriod: (period: Period) => void
  readonly cursor: Cursor
}

/** useShown reads it; `first`: what is chosen where the address says nothing. */
export const useShown = (document: ResultDocument, first: string | null): Shown => {
  const { period: asked, subject } = route.useSearch()
  const { run: runId } = route.useParams()
  const navigate = route.useNavigate()
  const [at, point] = useState<number | null>(null)
  const cursor = useMemo((): Cursor => ({ at, point }), [at])
  const period = document.periods.some(({ key }) => key === asked) ? (asked as Period) : "main"
  const change = (more: Readonly<Record<string, string>>) =>
    void navigate({ search: (before) => ({ ...before, ...more }), replace: true })
  return {
    runId,
    period,
    chosen: subject ?? first,
    onChoose: (id) => change({ subject: id }),
    onPeriod: (key) => change({ period: key }),
    cursor
  }
}
