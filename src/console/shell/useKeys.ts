// Keyboard shortcuts of a page. They do not act while the user types text, nor on the browser's own combinations.
// A key is matched by its character, not its position: brackets need AltGr on some keyboards.
import { useLayoutEffect, useRef } from "react"
import { queryClient } from "../data/queryClient.ts"
import { session } from "../data/session.ts"

/** Handlers by key. */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(TEXTAREA|SELECT)$/.test(target.tagName) ||
    (target instanceof HTMLInputElement && !/^(button|checkbox|radio|range)$/.test(target.type)))

const onControl = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("button, a, [role=slider], [role=tab], summary") !== null

/**
 * Whether single-character shortcuts are switched off in the account: speech input and other tools may send
 * them by accident (WCAG 2.1.4).
 */
const isOff = ({ key }: KeyboardEvent): boolean =>
  key.length === 1 &&
  key !== " " &&
  queryClient.getQueryData(session.queryKey)?.preferences.single_keys === false

/** The keys that move along a list: after them, Enter acts on the chosen row, not on the focused link. */
const moves: ReadonlySet<string> = new Set(["j", "k"])

/** Keys that belong to the focused control. */
const presses: ReadonlySet<string> = new Set(["Enter", " "])

/** Binds keyboard shortcuts while the component is mounted. */
export const useKeys = (keys: Keys): void => {
  const bound = useRef(keys)
  // in a layout effect: a shortcut works from the moment its label is visible
  useLayoutEffect(() => {
    bound.current = keys
  })
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const altGr = event.getModifierState("AltGraph")
      if (event.defaultPrevented || event.isComposing) return
      if ((event.ctrlKey || event.metaKey || event.altKey) && !altGr) return
      if (isTyping(event.target) || document.querySelector("dialog[open]") !== null) return
      if (isOff(event)) return
      if (presses.has(event.key) && onControl(event.target)) return
      const act = bound.current[event.key] ?? bound.current[event.key.toLowerCase()]
      if (act === undefined) return
      const { activeElement } = document
      if (moves.has(event.key) && activeElement instanceof HTMLElement && onControl(activeElement))
        activeElement.blur()
      act(event)
    }
    addEventListener("keydown", press)
    return () => removeEventListener("keydown", press)
  }, [])
}
