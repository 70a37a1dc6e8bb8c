// The window of time under the map, from the address: the last day while it is live, or a day of the past.
import { getRouteApi } from "@tanstack/react-router"
import { useCallback, useEffect } from "react"
import { iso } from "../time/iso.ts"
import { useNow } from "../time/useNow.ts"
import { setCursor } from "./cursor.ts"

const route = getRouteApi("/known/p/$slug/live")

const DAY_MS = 86_400_000
/** The window of now goes on so often. */
const STEP_MS = 300_000

/** Epoch ms of a moment in an address; undefined: it is none. */
const momentOf = (text: string | undefined): number | undefined => {
  const at = text === undefined ? NaN : Date.parse(text)
  return Number.isFinite(at) ? at : undefined
}

/** Where a window ends that shows a moment: where it did, or half a day after one that lies before it. */
const endAround = (moment: number, to: number): number => (moment < to - DAY_MS ? moment + DAY_MS / 2 : to)

/** A page's clock is a few seconds old, and the window of now ends by it. */
const CLOCK_MS = 10_000

/** What lies at the end of a window: the moment, where it is past; now (null), where it is not. */
export const endOf = (to: number): number | null => (to < Date.now() - CLOCK_MS ? to : null)

export interface Window {
  readonly from: number
  readonly to: number
  /** where the address says that the cursor is; null: live */
  readonly at: number | null
  readonly rest: (at: number | null) => void
}

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
