// Tracks of several animals on a map, each in a colour of its own; those beyond the colours are grey.
import type { Feature, Position } from "geojson"
import type { ExpressionSpecification } from "maplibre-gl"
import type { Colours } from "./colours.ts"
import type { TrackingMap } from "./TrackingMap.ts"
import { openOwnLayers } from "./ownLayers.ts"

/** Animals that have a colour: `--track-1` to `--track-8`. */
export const TRACK_COLOURS = 8

/** ColouredTrack is a track, and the place of its colour; null: it has none. */
interface ColouredTrack {
  readonly at: ReadonlyArray<Position>
  readonly colour: number | null
}

/** TrackLayers are the layers of tracks on one map. */
export interface TrackLayers {
  readonly show: (tracks: ReadonlyArray<ColouredTrack>) => void
  readonly leave: () => void
}

const colourIn = (c: Colours): ExpressionSpecification => [
  "match",
  ["get", "colour"],
  0,
  c["track-1"],
  1,
  c["track-2"],
  2,
  c["track-3"],
  3,
  c["track-4"],
  4,
  c["track-5"],
  5,
  c["track-6"],
  6,
  c["track-7"],
  7,
  c["track-8"],
  c.ink3
]

/** A track; where it is one place only, a point. */
const featureOf = ({ at, colour }: ColouredTrack): Feature => ({
  type: "Feature",
  properties: { colour: colour ?? -1 },
  geometry:
    at.length === 1 ? { type: "Point", coordinates: at[0]! } : { type: "LineString", coordinates: [...at] }
})

/** Opens the layers on a map. */
export const openTrackLayers = (map: TrackingMap): TrackLayers => {
  const layers = openOwnLayers(map, "tracks of a file", (c, source) => [
    {
      id: `${source}-line`,
      source,
      type: "line",
      layout: { "line-join": "round" },
      paint: { "line-color": colourIn(c), "line-width": 1, "line-opacity": 0.7 }
    },
    {
      id: `${source}-point`,
      source,
      type: "circle",
      filter: ["==", ["geometry-type"], "Point"],
      paint: { "circle-color": colourIn(c), "circle-radius": 4 }
    }
  ])
  return {
    leave: layers.leave,
    // the first lie above the others
    show: (tracks) => layers.show(tracks.toReversed().map(featureOf))
  }
}
