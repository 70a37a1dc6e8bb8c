// Freezes a list of alerts while the pointer or the focus is in it: new alerts wait above the list.
import { type FocusEvent, type RefCallback, useCallback, useEffect, useRef, useState } from "react"
import type { Alert } from "../../data/alerts.ts"
import { useKeys } from "../../shell/useKeys.ts"

/** FrozenList is a frozen list and the alerts that wait above it. */
export interface FrozenList {
  /** the alerts in the list, newest first */
  readonly shown: ReadonlyArray<Alert>
  /** the alerts that wait above the list, newest first */
  readonly arrived: ReadonlyArray<Alert>
  /** Inserts the waiting alerts. */
  readonly show: () => void
  /** props of the element that holds the list */
  readonly bind: {
    readonly ref: RefCallback<HTMLElement>
    readonly onPointerEnter: () => void
    readonly onPointerLeave: () => void
    readonly onFocus: (event: FocusEvent) => void
    readonly onBlur: (event: FocusEvent) => void
  }
}

/** splitNewItems splits a list (newest first) into the alerts created up to `by` and those created later. */
export const splitNewItems = (
  alerts: ReadonlyArray<Alert>,
  by: string | null
): readonly [shown: ReadonlyArray<Alert>, arrived: ReadonlyArray<Alert>] => {
  if (by === null) return [alerts, []]
  return [
    alerts.filter(({ created_at }) => created_at <= by),
    alerts.filter(({ created_at }) => created_at > by)
  ]
}

/** Interval in which the hook checks whether the list is still in use. */
const LOOK_MS = 1000

/** Tells whether the pointer is over the element or the keyboard focus is in it; a touch does not count. */
const isAt = (element: HTMLElement): boolean =>
  (matchMedia("(hover: hover)").matches && element.matches(":hover")) ||
  element.querySelector(":focus-visible") !== null

/** useFrozenList returns a list that does not change while it is in use. */
export const useFrozenList = (alerts: ReadonlyArray<Alert>): FrozenList => {
  /** creation time of the newest alert when the list was frozen; null: not frozen */
  const [by, stopAt] = useState<string | null>(null)
  const [shown, arrived] = splitNewItems(alerts, by)
  const hold = () => stopAt((before) => before ?? alerts[0]?.created_at ?? null)
  const list = useRef<HTMLElement>(null)
  const ref = useCallback((element: HTMLElement | null) => {
    list.current = element
  }, [])
  const release = () => {
    if (list.current !== null && !isAt(list.current)) stopAt(null)
  }
  // an element that is removed while it has the focus sends no blur event
  useEffect(() => {
    if (by === null) return undefined
    const timer = setInterval(() => {
      if (list.current !== null && !isAt(list.current)) stopAt(null)
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [by])
  const show = () => stopAt((before) => before && (alerts[0]?.created_at ?? null))
  useKeys({ ".": show })
  return {
    shown,
    arrived,
    show,
    bind: {
      ref,
      onPointerEnter: hold,
      onPointerLeave: release,
      // a mouse press focuses too, but the pointer then leaves by pointerleave
      onFocus: ({ target }) => target.matches(":focus-visible") && hold(),
      // the focus may move from row to row, and the pointer may still be over the list
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) release()
      }
    }
  }
}
