import { useCallback, useState } from "react"

/** The width of an element in pixels as it is now, and what to give it as ref. */
export const useWidth = (): readonly [number, (element: Element | null) => (() => void) | undefined] => {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: Element | null) => {
    if (element === null) return undefined
    const watch = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return [width, ref]
}
