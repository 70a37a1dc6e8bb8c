import { useCallback, useState } from "react"

type Size = readonly [width: number, height: number]

/** useSize returns the current size of an element in pixels, and the ref callback for the element. */
export const useSize = (): readonly [...Size, (element: Element | null) => (() => void) | undefined] => {
  const [[width, height], setSize] = useState<Size>([0, 0])
  const ref = useCallback((element: Element | null) => {
    if (element === null) return undefined
    const watch = new ResizeObserver(([entry]) => {
      if (entry !== undefined)
        setSize([Math.round(entry.contentRect.width), Math.round(entry.contentRect.height)])
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return [width, height, ref]
}
