// The shapes of a result on the map: kinds can be switched, a click shows the properties of a shape, the selected
// subject stands out, and the chart cursor is shown at its position at that time.
import { useQueries, type UseQueryResult } from "@tanstack/react-query"
import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import type { ResultDocument } from "../../../../domain/analysis/Result.ts"
import { brief } from "../../../../figures/ink.ts"
import { type ValueClasses, valueClasses } from "../../../../figures/map/valueClasses.ts"
import { words } from "../../../../words/language.ts"
import { Card, Row, Text } from "../../../design/kit.tsx"
import { type MapStart, useAreasMap } from "../../live/useAreasMap.ts"
import { useLayers } from "../../live/useLayers.ts"
import { Segments } from "../../../design/form/Segments.tsx"
import type { TrackingMap } from "../../../map/TrackingMap.ts"
import { boundsOf } from "../../../map/places.ts"
import { type FoundLayers, type FoundShape, openFoundLayers } from "../../../map/resultLayers.ts"
import { MAX_SHAPES, type RunShape, runShapes, type RunTrack, runTrack } from "../../../data/runShapes.ts"
import { useProject } from "../../../shell/useProject.ts"
import type { MapChoice } from "./address.ts"
import { AreaLegend } from "./AreaLegend.tsx"
import { type AreaMeasure, areaMeasures } from "./areaMeasures.ts"
import type { Cursor } from "./cursor.ts"
import type { Period } from "./document.ts"
import { ShapePopup } from "./ShapePopup.tsx"
import { isShownBy, type ShapeSwitch, switchesOf, switchesOn } from "./shapeSwitches.ts"
import look from "./result.module.css"

const START: MapStart = { bounds: "areas", padding: 40 }

const isText = (value: unknown): value is string => typeof value === "string"

interface ResultMapProps {
  readonly runId: string
  readonly document: ResultDocument
  readonly period: Period
  /** id of the selected subject or area */
  readonly chosen: string | null
  readonly onChoose: (id: string) => void
  readonly choice: MapChoice
  /** the cursor that the charts share */
  readonly cursor?: Cursor
  readonly title: string
  /** called with the map once it is open and with null when it closes, for synchronised maps */
  readonly onMap?: (map: TrackingMap | null) => void
}

/** Coloured is the measure that colours the areas, with its classes. */
interface Coloured {
  readonly measure: AreaMeasure
  readonly classes: ValueClasses
}

const useShapes = (
  { document, period, runId }: ResultMapProps,
  on: ReadonlyArray<ShapeSwitch>,
  coloured: Coloured | null
) => {
  const { project } = useProject()
  const asked = [...new Set(on.map(({ kind }) => kind))].filter((kind) => kind !== "track_summary")
  const keys = on.map(({ key }) => key).join(" ")
  // stable identity: otherwise shapes would be rebuilt on each pointer move
  const combine = useCallback(
    (reads: ReadonlyArray<UseQueryResult<ReadonlyArray<RunShape>>>) => ({
      isPending: reads.some((read) => read.isPending),
      isCut: reads.some(({ data }) => data?.length === MAX_SHAPES),
      error: reads.find(({ error }) => error !== null)?.error ?? null,
      shapes: foundIn(
        document,
        period,
        reads.flatMap(({ data }) => data ?? []),
        coloured
      ).filter((shape) => isShownBy(shape, on))
    }),
    // `on` is compared by value
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [document, period, coloured, keys]
  )
  return useQueries({ queries: asked.map((kind) => runShapes(project.id, runId, kind)), combine })
}

const foundIn = (
  { subjects }: ResultDocument,
  period: Period,
  all: ReadonlyArray<RunShape>,
  coloured: Coloured | null
): ReadonlyArray<FoundShape> => {
  const names = new Map(subjects.map(({ id, name }) => [id, name]))
  const own = all.filter(({ properties }) => properties["period"] === period)
  return own.map(({ geometry, id, properties }) => {
    const subjectId = isText(properties["subject_id"]) ? properties["subject_id"] : null
    const label = String(properties["label"])
    const value = coloured?.measure.values.get(String(properties["area_id"])) ?? null
    const name = (subjectId === null ? undefined : names.get(subjectId)) ?? label
    return {
      id,
      geometry,
      properties,
      subjectId,
      label,
      kind: String(properties["kind"]),
      level: typeof properties["level"] === "number" ? properties["level"] : null,
      name: coloured === null || value === null ? name : `${name} ${brief(value, 3)}`,
      use:
        coloured === null || value === null ? null : coloured.classes.share(coloured.classes.placeOf(value))
    }
  })
}

/** Returns the index of the last point of a track before a time. */
const placeAt = (times: ReadonlyArray<number>, at: number): number =>
  times.findLastIndex((time) => time <= at)

const tracksOf = (reads: ReadonlyArray<UseQueryResult<RunTrack>>): ReadonlyArray<RunTrack> =>
  reads.flatMap(({ data }) => data ?? [])

const useTracks = ({ chosen, document, period }: ResultMapProps, isOn: boolean) => {
  const { project } = useProject()
  const { subjects } = document
  const span = document.periods.find(({ key }) => key === period)!
  const asked = subjects.filter(({ id }) => isOn || id === chosen)
  return useQueries({
    queries: asked.map(({ id }) => runTrack(project.id, id, span.from, span.to, subjects.length)),
    combine: tracksOf
  })
}

/** ResultMap shows one period of a result. */
export const ResultMap = (props: ResultMapProps) => {
  const { choice, chosen, cursor, document, onChoose, onMap, period, title } = props
  const there = switchesOf(document)
  const on = switchesOn(there, choice.kinds)
  const measures = useMemo(() => areaMeasures(document, period), [document, period])
  const measure = measures.find(({ key }) => key === choice.measure) ?? measures[0]
  const coloured = useMemo(
    () => (measure === undefined ? null : { measure, classes: valueClasses(measure.values.values()) }),
    [measure]
  )
  const [opened, setOpened] = useState<FoundShape | null>(null)
  const { error, isCut, isPending, shapes } = useShapes(props, on, coloured)
  const isWay = on.some(({ kind }) => kind === "track_summary")
  const tracks = useTracks(props, isWay)
  // areas of the result take name and colour from the result
  const { map, mount } = useAreasMap(START, undefined, measure?.values)
  const layers = useRef<FoundLayers | null>(null)
  useLayers(layers, map, openFoundLayers)
  useEffect(() => {
    if (map !== null) layers.current?.show({ shapes, ways: isWay ? tracks : [], chosen })
  }, [map, shapes, tracks, isWay, chosen])
  useEffect(() => {
    if (map === null || cursor === undefined) return undefined
    const track = tracks.find(({ subjectId }) => subjectId === chosen)
    const follow = () => {
      const at = cursor.at()
      layers.current?.point(
        track === undefined || at === null ? null : (track.at[placeAt(track.times, at)] ?? null)
      )
    }
    follow()
    return cursor.subscribe(follow)
  }, [map, cursor, tracks, chosen])
  useFit(map, period, shapes)
  useEffect(() => {
    map?.maplibre.getCanvas().setAttribute("aria-label", words.results.map.canvas({ title }))
    onMap?.(map)
  }, [map, onMap, title])
  const toggle = (key: string) =>
    choice.onKinds(
      there.map((one) => one.key).filter((one) => on.some((each) => each.key === one) !== (one === key))
    )
  const click = ({ clientX, clientY, currentTarget }: React.MouseEvent) => {
    const { left, top } = currentTarget.getBoundingClientRect()
    const [id] = layers.current?.at([clientX - left, clientY - top]) ?? []
    const shape = shapes.find((one) => one.id === id) ?? null
    setOpened(shape)
    const whose = shape?.subjectId ?? shape?.properties["area_id"]
    if (isText(whose)) onChoose(whose)
  }
  return (
    <Card
      title={title}
      beside={
        <Text tone="soft" role="status">
          {error !== null
            ? words.results.map.error
            : isPending
              ? words.results.map.loading
              : isCut
                ? words.results.map.isCut({ count: MAX_SHAPES })
                : ""}
        </Text>
      }
      acts={
        <Row gap={4}>
          {measures.length > 1 && (
            <Segments
              label={words.results.map.colourBy}
              all={false}
              of={measures.map(({ key, word }) => [key, word] as const)}
              value={measure?.key}
              onChoose={(key) => choice.onMeasure(key ?? "use")}
            />
          )}
          <div className={look["kinds"]}>
            {there.map(({ key }) => (
              <button
                key={key}
                className="btn small"
                aria-pressed={on.some((one) => one.key === key)}
                onClick={() => toggle(key)}
              >
                <i className={look["swatch"]} data-kind={key} />
                {words.results.shapes[key]}
              </button>
            ))}
          </div>
        </Row>
      }
    >
      <div className={look["ground"]}>
        <div className={look["map"]} ref={mount} role="application" aria-label={title} onClick={click} />
        {coloured !== null && on.some(({ kind }) => kind === "area_use") && (
          <AreaLegend {...coloured} hasSpots={on.some(({ kind }) => kind === "hotspot")} />
        )}
        {opened !== null && <ShapePopup shape={opened} onClose={() => setOpened(null)} />}
      </div>
    </Card>
  )
}

const useFit = (map: TrackingMap | null, period: Period, shapes: ReadonlyArray<FoundShape>) => {
  const fitted = useRef<{ readonly map: TrackingMap; readonly period: Period } | null>(null)
  useEffect(() => {
    if (map === null || shapes.length === 0) return
    if (fitted.current?.map === map && fitted.current.period === period) return
    fitted.current = { map, period }
    const bounds = boundsOf(
      [],
      shapes.map(({ geometry, id, name }) => ({ id: String(id), name, kind: "area", geometry }))
    )
    if (bounds !== null) map.show(bounds)
  }, [map, period, shapes])
}
