// A limit that another page proposes for the draft: `?try=3.13&of=/conditions/all/1`.
import { getRouteApi } from "@tanstack/react-router"
import { useEffect, useRef } from "react"
import { at, withAt } from "./document.ts"
import type { Draft } from "./useDraft.ts"

const route = getRouteApi("/known/p/$slug/rules/$rule")

/**
 * useTried applies the proposed limit to the draft once and removes it from the address, so that discarding
 * the draft discards it as well. `onTried` receives the pointer of the condition. A pointer without a number
 * in the document is ignored.
 */
export const useTried = ({ change, document }: Draft, onTried: (pointer: string) => void): void => {
  const { of: pointer, try: text } = route.useSearch()
  const navigate = route.useNavigate()
  // the address changes only after the next render
  const taken = useRef<string | null>(null)
  useEffect(() => {
    if (pointer === undefined || text === undefined) return
    const proposal = `${pointer} ${text}`
    if (taken.current === proposal) return
    taken.current = proposal
    const value = Number(text)
    if (Number.isFinite(value) && typeof at(document, `${pointer}/value`) === "number") {
      change(withAt(document, `${pointer}/value`, value))
      onTried(pointer)
    }
    void navigate({ search: ({ of: _, try: __, ...rest }) => rest, replace: true })
  }, [pointer, text, document, change, onTried, navigate])
}
