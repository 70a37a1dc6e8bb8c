// A limit that another page proposes, and the draft takes: `?try=3.13&of=/conditions/all/1`.
import { getRouteApi } from "@tanstack/react-router"
import { useEffect, useRef } from "react"
import { at, withAt } from "./document.ts"
import type { Draft } from "./useDraft.ts"

const route = getRouteApi("/known/p/$slug/rules/$rule")

/**
 * It is in the draft once, and gone from the address: who discards it is not given it again. `onTried` is
 * told the condition. Where the newest version has no such number any more, nothing happens.
 */
export const useTried = ({ change, document }: Draft, onTried: (pointer: string) => void): void => {
  const { of: pointer, try: text } = route.useSearch()
  const navigate = route.useNavigate()
  // the address is another only a moment later
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
