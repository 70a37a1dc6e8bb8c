// Shows the position of this device; the browser is asked only on this press.
import { words } from "../../../words/language.ts"
import { useEffect, useRef, useSyncExternalStore } from "react"
import { useWhereIAm } from "../areas/useWhereIAm.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { type HereLayers, openHereLayers } from "../../map/hereLayers.ts"
import { readHere, setHere, watchHere } from "./here.ts"
import type { Field } from "./LiveMap.ts"
import { useLayers } from "./useLayers.ts"

/** HereButton shows the position of this device on the map. */
export const HereButton = ({ field }: { readonly field: Field | null }) => {
  const here = useSyncExternalStore(watchHere, readHere)
  const map = field?.map ?? null
  const { ask, asking } = useWhereIAm((at, accuracyM) => {
    setHere({ at, accuracyM })
    map?.goTo(at, { asked: true })
  }, words.live.controls.findOnMap)
  const layers = useRef<HereLayers | null>(null)
  useLayers(layers, map, openHereLayers)
  useEffect(() => {
    if (map !== null && here !== null) layers.current?.show(here.at, here.accuracyM)
  }, [map, here])
  return (
    <button
      aria-label={words.live.controls.whereYouAre}
      title={words.live.controls.whereYouAre}
      disabled={map === null || asking}
      data-here={here === null ? undefined : Math.round(here.accuracyM)}
      onClick={ask}
    >
      <Icon name="here" size={18} />
    </button>
  )
}
