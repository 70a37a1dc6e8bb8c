// The inbox in the address: tab, grouping, filters, selected alert.
import { getRouteApi } from "@tanstack/react-router"
import { useCallback, useMemo } from "react"
import type { AlertFilter, AlertStatus } from "../../data/alerts.ts"
import { severities } from "../../design/marks/severities.ts"
import { groupings } from "./grouped.ts"

const route = getRouteApi("/known/p/$slug/alerts")

const tabs: ReadonlyArray<AlertStatus> = ["open", "acknowledged", "resolved"]

interface Change {
  readonly tab?: string | undefined
  readonly by?: string | undefined
  readonly sel?: string | undefined
  readonly severity?: string | undefined
  readonly rule?: string | undefined
}

/** Drops undefined members, so that they leave the address. */
const present = (search: Change) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

/** useInboxSearch returns the search parameters of the inbox and a function that changes them. */
export const useInboxSearch = () => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const severity = severities.find((one) => one === search.severity)
  const { rule, sel } = search
  const filter = useMemo(
    (): AlertFilter => ({
      ...(severity === undefined ? {} : { severity }),
      ...(rule === undefined ? {} : { rule_id: rule })
    }),
    [severity, rule]
  )
  const change = useCallback(
    (to: Change) => void navigate({ search: (before) => present({ ...before, ...to }), replace: true }),
    [navigate]
  )
  return {
    change,
    filter,
    grouping: groupings.find((one) => one === search.by) ?? "time",
    sel,
    tab: tabs.find((one) => one === search.tab) ?? "open"
  }
}
