import { useCallback, useState } from "react"

/** useWidth returns the current width of an element in pixels, and the ref callback for the element. */
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
