// Keys of a page. Whoever types text is left alone, and so are the browser's own combinations. By what is
// written, not by where the key lies: brackets come with AltGr on some keyboards.
import { useLayoutEffect, useRef } from "react"
import { queryClient } from "../queries/queryClient.ts"
import { session } from "../queries/session.ts"

export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(TEXTAREA|SELECT)$/.test(target.tagName) ||
    (target instanceof HTMLInputElement && !/^(button|checkbox|radio|range)$/.test(target.type)))

const onControl = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("button, a, [role=slider], [role=tab], summary") !== null

/** A letter or a sign alone is no command to who said so: their tools may send some of their own (WCAG 2.1.4). */
const isOff = ({ key }: KeyboardEvent): boolean =>
  key.length === 1 &&
  key !== " " &&
  queryClient.getQueryData(session.queryKey)?.preferences.single_keys === false

/** Down and up a list: from then on Enter is meant for what they chose, not for the link one came back from. */
const moves: ReadonlySet<string> = new Set(["j", "k"])

/** Enter and space belong to the control that has the focus. */
const presses: ReadonlySet<string> = new Set(["Enter", " "])

export const useKeys = (keys: Keys): void => {
  const bound = useRef(keys)
  // before the page is drawn: a key counts from the moment one sees what it is for
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
