// The time window under the map, from the address: the last 24 hours in live mode, or a day in the past.
import { getRouteApi } from "@tanstack/react-router"
import { useCallback, useEffect } from "react"
import { iso } from "../../time/iso.ts"
import { useNow } from "../../time/useNow.ts"
import { setCursor } from "./cursor.ts"

const route = getRouteApi("/known/p/$slug/live")

const DAY_MS = 86_400_000
/** Interval in which the current window moves on. */
const STEP_MS = 300_000

/** Parses a time of the address to epoch ms; undefined: invalid. */
const momentOf = (text: string | undefined): number | undefined => {
  const at = text === undefined ? NaN : Date.parse(text)
  return Number.isFinite(at) ? at : undefined
}

/** Returns the end of the window for a time: unchanged, or half a day after a time before the window. */
const endAround = (moment: number, to: number): number => (moment < to - DAY_MS ? moment + DAY_MS / 2 : to)

/** Tolerance: the clock of the page is updated every few seconds. */
const CLOCK_MS = 10_000

/**
 * endOf returns the cursor at the end of a window: the time in the past, or null (live) for the current
 * window.
 */
export const endOf = (to: number): number | null => (to < Date.now() - CLOCK_MS ? to : null)

/** Window is the time window and its cursor. */
export interface Window {
  readonly from: number
  readonly to: number
  /** the cursor in the address; null: live */
  readonly at: number | null
  readonly rest: (at: number | null) => void
}

/** useWindow reads the window from the address. */
export const useWindow = (): Window => {
  const { t, w } = route.useSearch()
  const navigate = route.useNavigate()
  const latest = Math.ceil(useNow() / STEP_MS) * STEP_MS
  const at = momentOf(t) ?? null
  const end = momentOf(w) ?? (at !== null && at < latest - DAY_MS ? at + DAY_MS / 2 : latest)
  const to = at === null ? latest : end
  useEffect(() => setCursor(at), [at])
  useEffect(() => () => setCursor(null), [])
  const rest = useCallback(
    (moment: number | null) =>
      void navigate({
        search: ({ t: _, w: __, ...others }) =>
          moment === null ? others : { ...others, t: iso(moment), w: iso(endAround(moment, to)) },
        replace: true
      }),
    [navigate, to]
  )
  return { from: to - DAY_MS, to, at, rest }
}
