// Layers of one's own on a map that is there sooner or later.
import { type RefObject, useEffect } from "react"
import type { FieldMap } from "../map/FieldMap.ts"

/**
 * They are opened with the map, kept in a ref, and leave the map with whoever asked for them. `open` is the
 * same at each call.
 */
export const useLayers = <L extends { readonly leave: () => void }>(
  layersRef: RefObject<L | null>,
  map: FieldMap | null,
  open: (map: FieldMap) => L
): void => {
  useEffect(() => {
    if (map === null) return undefined
    const opened = open(map)
    layersRef.current = opened
    return () => {
      opened.leave()
      layersRef.current = null
    }
  }, [layersRef, map, open])
}
