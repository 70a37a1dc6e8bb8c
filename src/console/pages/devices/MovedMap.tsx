// The track of the device over the last days; while assignments are edited, the records that would move to another
// animal, so that the user can check with which animal they travelled before saving.
import { type ReactNode, useEffect, useMemo, useRef } from "react"
import { words } from "../../../words/language.ts"
import { type MapStart, useAreasMap } from "../live/useAreasMap.ts"
import { useLayers } from "../live/useLayers.ts"
import { useWay } from "../live/useWay.ts"
import type { TrackingMap } from "../../map/TrackingMap.ts"
import { type MovedLayers, openMovedLayers } from "../../map/movedLayers.ts"
import { boundsOf } from "../../map/places.ts"
import type { Outcome } from "../../data/device.ts"
import { Parts } from "../../design/Parts.tsx"
import { useProject } from "../../shell/useProject.ts"
import { entityWord } from "../../shell/words.ts"
import { span } from "../../time/zoneTime.ts"
import { stretchesOf } from "./stretches.ts"
import look from "./moved.module.css"

const START: MapStart = { bounds: "areas", padding: { top: 58, right: 40, bottom: 52, left: 40 } }
const HOUR = 3_600_000,
  /** Margin of the track around the moving part, minimum and maximum. */
  LEAST = HOUR,
  MOST = 14 * 24 * HOUR,
  /** Length of the track where nothing moves. */
  WEEK = 7 * 24 * HOUR

interface MovedMapProps {
  readonly deviceId: string
  readonly moves: Outcome["moves"]
  /** current time, epoch ms */
  readonly now: number
}

const names = (of: ReadonlyArray<Outcome["moves"][number]["to"]>, one: string): string =>
  [...new Set(of.map((entity) => entity?.name ?? words.devices.noEntity({ one })))].join(", ")

/** MovedMap maps the records that would move. */
export const MovedMap = ({ deviceId, moves, now }: MovedMapProps) => {
  const { project } = useProject()
  const { one } = entityWord(project)
  const moving = useMemo(
    () => moves.map((one) => ({ from: Date.parse(one.time_from), to: Date.parse(one.time_to) })),
    [moves]
  )
  const idle = moves.length === 0
  const from = idle ? now - WEEK : Math.min(...moving.map((one) => one.from)),
    to = idle ? now : Math.max(...moving.map((one) => one.to))
  const air = idle ? 0 : Math.min(MOST, Math.max(LEAST, to - from))
  const way = useWay({ device_id: deviceId, entity_id: null }, from - air, to + air)
  const { map, mount } = useAreasMap(START)
  const layers = useRef<MovedLayers | null>(null)
  useLayers(layers, map, openMovedLayers)
  const fitted = useRef<{ readonly map: TrackingMap; readonly idle: boolean } | null>(null)
  useEffect(() => {
    if (map === null || way === null) return
    layers.current?.show(stretchesOf(way, moving))
    if (fitted.current?.map === map && fitted.current.idle === idle) return
    const bounds = boundsOf(
      way.at.map((at) => ({ at })),
      []
    )
    if (bounds === null) return
    fitted.current = { map, idle }
    map.show(bounds)
  }, [map, way, moving, idle])
  return (
    <div className={`panel ${look["place"]}`}>
      <div
        className={look["map"]}
        ref={mount}
        role="application"
        aria-label={idle ? words.devices.map.device : words.devices.map.moves}
      />
      <p className={`card ${look["label"]}`}>
        <b>
          {idle
            ? way?.at.length === 0
              ? words.devices.map.none
              : words.devices.map.week
            : to > from
              ? words.devices.map.span({ span: span((to - from) / 1000) })
              : words.devices.map.one}
        </b>
      </p>
      {!idle && (
        <p className={`card ${look["legend"]}`}>
          <span>
            <i data-kind="stays" /> {words.devices.map.stays}
          </span>
          <span>
            <i data-kind="moves" />{" "}
            <Parts
              of={words.devices.map.movesFrom<ReactNode>({
                from: (
                  <bdi>
                    {names(
                      moves.map((move) => move.from),
                      one
                    )}
                  </bdi>
                ),
                to: (
                  <bdi>
                    {names(
                      moves.map((move) => move.to),
                      one
                    )}
                  </bdi>
                )
              })}
            />
          </span>
        </p>
      )}
    </div>
  )
}
