// Adds layers to a map that may open later.
import { type RefObject, useEffect } from "react"
import type { TrackingMap } from "../../map/TrackingMap.ts"

/**
 * useLayers opens layers with the map, keeps them in a ref, and removes them with the component. `open` must
 * have a stable identity.
 */
export const useLayers = <L extends { readonly leave: () => void }>(
  layersRef: RefObject<L | null>,
  map: TrackingMap | null,
  open: (map: TrackingMap) => L
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
