// The tracks of a file on the map before they are stored, each animal in a colour of its own, and who they are.
import { useEffect, useMemo, useRef } from "react"
import type { ThinTrack } from "../../../tracks/ThinnedTracks.ts"
import { words } from "../../../words/language.ts"
import { Card } from "../../design/kit.tsx"
import { type MapStart, useAreasMap } from "../live/useAreasMap.ts"
import { useLayers } from "../live/useLayers.ts"
import { numberText } from "../../design/numbers.ts"
import { boundsOf } from "../../map/places.ts"
import { openTrackLayers, TRACK_COLOURS, type TrackLayers } from "../../map/trackLayers.ts"
import { useProject } from "../../shell/useProject.ts"
import { entityWord } from "../../shell/words.ts"
import look from "./tracksMap.module.css"
import { daysText } from "./words.ts"
import type { Found } from "./worker/protocol.ts"

/** The words on the map stand above the tracks. */
const START: MapStart = { bounds: "areas", padding: { top: 52, right: 20, bottom: 20, left: 20 } }

const positionsOf = ({ places }: ThinTrack): Array<[lon: number, lat: number]> =>
  Array.from({ length: places.length / 2 }, (_, i) => [places[2 * i]!, places[2 * i + 1]!])

/** TracksMap shows the tracks of a file that has positions. */
export const TracksMap = ({ animals, drawn, span }: Pick<Found, "animals" | "drawn" | "span">) => {
  const { project, zone } = useProject()
  const { map, mount } = useAreasMap(START)
  const layers = useRef<TrackLayers | null>(null)
  useLayers(layers, map, openTrackLayers)
  const lines = useMemo(() => drawn.tracks.map(positionsOf), [drawn])
  useEffect(() => {
    if (map === null) return
    layers.current?.show(lines.map((at, i) => ({ at, colour: i < TRACK_COLOURS ? i : null })))
    const bounds = boundsOf(
      [],
      lines.map((at, i) => ({
        id: String(i),
        name: "",
        kind: "area",
        geometry: { type: "LineString", coordinates: at }
      }))
    )
    if (bounds !== null) map.show(bounds)
  }, [map, lines])
  const word = entityWord(project),
    days = span === null ? "" : daysText(span, zone),
    title = words.imports.tracks.title({ animals: animals.length, word, days })
  useEffect(() => map?.maplibre.getCanvas().setAttribute("aria-label", title), [map, title])
  const listed = drawn.tracks.slice(0, TRACK_COLOURS),
    further = drawn.tracks.length - listed.length + drawn.undrawn
  return (
    <Card label={words.imports.tracks.label}>
      <div className={look["ground"]}>
        <div className={look["map"]} ref={mount} role="application" aria-label={title} />
        <p className={look["said"]}>
          <b>{words.imports.counted({ count: animals.length, word })}</b>, {days}
        </p>
      </div>
      <ul className={look["legend"]} aria-label={words.imports.tracks.legend(word)}>
        {listed.map(({ animal, positions }, i) => (
          <li key={animal}>
            <i style={{ background: `var(--track-${i + 1})` }} />
            <bdi>{animal}</bdi>
            <span className="num soft">{numberText(positions)}</span>
          </li>
        ))}
        {further > 0 && (
          <li>
            <i style={{ background: "var(--ink3)" }} />
            {words.imports.andMore({ count: further })}
            {drawn.undrawn > 0 && (
              <span className="soft">, {words.imports.tracks.notDrawn({ count: drawn.undrawn })}</span>
            )}
          </li>
        )}
      </ul>
    </Card>
  )
}
