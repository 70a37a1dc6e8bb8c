// Nothing moves under the pointer or the focus: alerts that come while somebody is at a list wait above it.
import { type FocusEvent, type RefCallback, useCallback, useEffect, useRef, useState } from "react"
import type { Alert } from "../queries/alerts.ts"
import { useKeys } from "../shell/useKeys.ts"

export interface Still {
  /** what the list shows, newest first */
  readonly shown: ReadonlyArray<Alert>
  /** what waits above it, newest first */
  readonly arrived: ReadonlyArray<Alert>
  /** Lets in who waits. */
  readonly show: () => void
  /** for the element that holds the list */
  readonly bind: {
    readonly ref: RefCallback<HTMLElement>
    readonly onPointerEnter: () => void
    readonly onPointerLeave: () => void
    readonly onFocus: (event: FocusEvent) => void
    readonly onBlur: (event: FocusEvent) => void
  }
}

/** Those of a list, newest first, that were made by a moment, and those that came later. */
export const parted = (
  alerts: ReadonlyArray<Alert>,
  by: string | null
): readonly [shown: ReadonlyArray<Alert>, arrived: ReadonlyArray<Alert>] => {
  if (by === null) return [alerts, []]
  return [
    alerts.filter(({ created_at }) => created_at <= by),
    alerts.filter(({ created_at }) => created_at > by)
  ]
}

/** How often it is looked whether somebody is there still. */
const LOOK_MS = 1000

/** Somebody points at the element, or has come into it by keys; what a finger touched is not pointed at. */
const isAt = (element: HTMLElement): boolean =>
  (matchMedia("(hover: hover)").matches && element.matches(":hover")) ||
  element.querySelector(":focus-visible") !== null

export const useStill = (alerts: ReadonlyArray<Alert>): Still => {
  /** when the newest was made that was there as somebody came; null: nobody is at the list */
  const [by, stopAt] = useState<string | null>(null)
  const [shown, arrived] = parted(alerts, by)
  const hold = () => stopAt((before) => before ?? alerts[0]?.created_at ?? null)
  const list = useRef<HTMLElement>(null)
  const ref = useCallback((element: HTMLElement | null) => {
    list.current = element
  }, [])
  const release = () => {
    if (list.current !== null && !isAt(list.current)) stopAt(null)
  }
  // what had the focus may go from the list, and of that nobody is told
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
      // a press of the pointer gives the focus too, and the pointer goes on
      onFocus: ({ target }) => target.matches(":focus-visible") && hold(),
      // within the list the focus goes from row to row, and the pointer may rest on it
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) release()
      }
    }
  }
}
