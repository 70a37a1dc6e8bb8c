// Two synchronised maps of the same ground.
import { useEffect, useState } from "react"
import type { TrackingMap } from "../../../map/TrackingMap.ts"
import type { MapChoice } from "./address.ts"
import { ResultMap } from "./ResultMap.tsx"
import look from "./result.module.css"
import type { Side } from "./sides.ts"

/** Keeps two maps at the same view: moving one moves the other. */
const useLocked = (one: TrackingMap | null, other: TrackingMap | null) =>
  useEffect(() => {
    if (one === null || other === null) return undefined
    let isFollowing = false
    const follow = (from: TrackingMap, to: TrackingMap) => () => {
      if (isFollowing) return
      isFollowing = true
      to.maplibre.jumpTo({ center: from.maplibre.getCenter(), zoom: from.maplibre.getZoom() })
      isFollowing = false
    }
    // start with the wider view, which shows both results
    const isWider = one.maplibre.getZoom() < other.maplibre.getZoom()
    if (isWider) follow(one, other)()
    else follow(other, one)()
    const forth = follow(one, other),
      back = follow(other, one)
    one.maplibre.on("move", forth)
    other.maplibre.on("move", back)
    return () => {
      one.maplibre.off("move", forth)
      other.maplibre.off("move", back)
    }
  }, [one, other])

/** ComparedMaps shows the shapes of both sides. */
export const ComparedMaps = ({
  choice,
  chosen,
  of,
  onChoose
}: {
  readonly of: readonly [Side, Side]
  readonly chosen: string | null
  /** of both */
  readonly choice: MapChoice
  readonly onChoose: (id: string) => void
}) => {
  const [one, setOne] = useState<TrackingMap | null>(null)
  const [other, setOther] = useState<TrackingMap | null>(null)
  useLocked(one, other)
  return (
    <div className={look["pair"]}>
      {of.map(({ document, period, run, title }, at) => (
        <ResultMap
          key={`${run.id} ${period}`}
          title={title}
          runId={run.id}
          document={document}
          period={period}
          chosen={chosen}
          onChoose={onChoose}
          choice={choice}
          onMap={at === 0 ? setOne : setOther}
        />
      ))}
    </div>
  )
}
