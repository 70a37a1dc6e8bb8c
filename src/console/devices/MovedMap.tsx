// Where the records were that would go to somebody else: before it is saved one sees with whom the device walked.
import { useEffect, useMemo, useRef } from "react"
import { type MapStart, useAreasMap } from "../live/useAreasMap.ts"
import { useWay } from "../live/useWay.ts"
import type { FieldMap } from "../map/FieldMap.ts"
import { type MovedLayers, openMovedLayers } from "../map/movedLayers.ts"
import { boundsOf } from "../map/places.ts"
import type { Outcome } from "../queries/device.ts"
import { span } from "../time/zoneTime.ts"
import { stretchesOf } from "./stretches.ts"
import look from "./moved.module.css"

const START: MapStart = { bounds: "areas", padding: { top: 58, right: 40, bottom: 52, left: 40 } }
const HOUR = 3_600_000,
  /** The way is shown as far before and after as it moves: at least, and at most. */
  LEAST = HOUR,
  MOST = 14 * 24 * HOUR

interface MovedMapProps {
  readonly deviceId: string
  readonly moves: Outcome["moves"]
}

const names = (of: ReadonlyArray<Outcome["moves"][number]["to"]>): string =>
  [...new Set(of.map((one) => one?.name ?? "nobody"))].join(", ")

export const MovedMap = ({ deviceId, moves }: MovedMapProps) => {
  const moving = useMemo(
    () => moves.map((one) => ({ from: Date.parse(one.time_from), to: Date.parse(one.time_to) })),
    [moves]
  )
  const from = Math.min(...moving.map((one) => one.from)),
    to = Math.max(...moving.map((one) => one.to))
  const air = Math.min(MOST, Math.max(LEAST, to - from))
  const way = useWay({ device_id: deviceId, entity_id: null }, from - air, to + air)
  const { map, mount } = useAreasMap(START)
  const layers = useRef<MovedLayers | null>(null)
  const fitted = useRef<FieldMap | null>(null)
  useEffect(() => {
    if (map === null) return undefined
    const opened = openMovedLayers(map)
    layers.current = opened
    return () => {
      opened.leave()
      layers.current = null
    }
  }, [map])
  useEffect(() => {
    if (map === null || way === null) return
    layers.current?.show(stretchesOf(way, moving))
    if (fitted.current === map) return
    const bounds = boundsOf(
      way.at.map((at) => ({ at })),
      []
    )
    if (bounds === null) return
    fitted.current = map
    map.show(bounds)
  }, [map, way, moving])
  return (
    <div className={look["place"]}>
      <div className={look["map"]} ref={mount} role="application" aria-label="Map of what moves" />
      <p className={`card ${look["label"]}`}>
        <b>{to > from ? `The ${span((to - from) / 1000)} that move.` : "The record that moves."}</b>
      </p>
      <p className={`card ${look["legend"]}`}>
        <span>
          <i data-kind="stays" /> before and after
        </span>
        <span>
          <i data-kind="moves" /> moves from <bdi>{names(moves.map((one) => one.from))}</bdi> to{" "}
          <bdi>{names(moves.map((one) => one.to))}</bdi>
        </span>
      </p>
    </div>
  )
}
