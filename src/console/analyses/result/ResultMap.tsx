// The shapes of a result on the map: kinds switch on and off, a click says what a shape is, the chosen subject stands
// out, and the cursor of the charts is where it was then.
import { useQueries, type UseQueryResult } from "@tanstack/react-query"
import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import type { GeometryKind } from "../../../domain/analysis/Geometry.ts"
import type { ResultDocument } from "../../../domain/analysis/Result.ts"
import { Card, Definition, Row, Text } from "../../design/kit.tsx"
import { type MapStart, useAreasMap } from "../../live/useAreasMap.ts"
import { useLayers } from "../../live/useLayers.ts"
import { counted, numberText } from "../../look/numbers.ts"
import type { FieldMap } from "../../map/FieldMap.ts"
import { boundsOf } from "../../map/places.ts"
import { type FoundLayers, type FoundShape, openFoundLayers } from "../../map/resultLayers.ts"
import { MAX_SHAPES, type RunShape, runShapes, type RunTrack, runTrack } from "../../queries/runShapes.ts"
import { useProject } from "../../shell/useProject.ts"
import type { Cursor } from "./FigureView.tsx"
import type { Period } from "./document.ts"
import look from "./result.module.css"

const START: MapStart = { bounds: "areas", padding: 40 }

/** What a kind is called on its button. */
const words: Readonly<Record<GeometryKind, string>> = {
  mcp: "Convex polygon",
  kde: "Kernel",
  hotspot: "Hotspots",
  cluster: "Clusters",
  area_use: "Areas",
  track_summary: "Tracks"
}
const allKinds = Object.keys(words) as ReadonlyArray<GeometryKind> // the keys of the record above
/** Shown at first. */
const FIRST: ReadonlyArray<GeometryKind> = ["mcp", "kde", "area_use"]

const isText = (value: unknown): value is string => typeof value === "string"

/** What a popup leaves out: said elsewhere in it, or for machines. */
const HIDDEN = new Set(["kind", "period", "label", "level", "area_m2", "subject_id", "area_id"])

const factsOf = ({ properties }: FoundShape): ReadonlyArray<readonly [string, string]> =>
  Object.entries(properties).flatMap(([key, value]) =>
    HIDDEN.has(key) || value === null
      ? []
      : [
          [
            key.replaceAll("_", " "),
            typeof value === "number"
              ? numberText(value)
              : isText(value)
                ? value.replace("T", " ").slice(0, 16)
                : JSON.stringify(value)
          ] as const
        ]
  )

interface ResultMapProps {
  readonly runId: string
  readonly document: ResultDocument
  readonly period: Period
  /** id of the subject or area that is chosen */
  readonly chosen: string | null
  readonly onChoose: (id: string) => void
  readonly cursor: Cursor
  readonly title: string
  /** is told the map once it is open, and null when it closes: for two that move together */
  readonly onMap?: (map: FieldMap | null) => void
}

const useShapes = ({ document, period, runId }: ResultMapProps, kinds: ReadonlyArray<GeometryKind>) => {
  const { project } = useProject()
  const asked = kinds.filter((kind) => kind !== "track_summary")
  // the same function as long as it says the same: shapes are not made again when a pointer moves
  const combine = useCallback(
    (reads: ReadonlyArray<UseQueryResult<ReadonlyArray<RunShape>>>) => ({
      isPending: reads.some((read) => read.isPending),
      isCut: reads.some(({ data }) => data?.length === MAX_SHAPES),
      error: reads.find(({ error }) => error !== null)?.error ?? null,
      shapes: foundIn(
        document,
        period,
        reads.flatMap(({ data }) => data ?? [])
      )
    }),
    [document, period]
  )
  return useQueries({ queries: asked.map((kind) => runShapes(project.id, runId, kind)), combine })
}

const foundIn = (
  { subjects }: ResultDocument,
  period: Period,
  all: ReadonlyArray<RunShape>
): ReadonlyArray<FoundShape> => {
  const names = new Map(subjects.map(({ id, name }) => [id, name]))
  const own = all.filter(({ properties }) => properties["period"] === period)
  const uses = own.map(({ properties }) => Number(properties["animal_days_per_ha"] ?? 0))
  const most = Math.max(...uses, 0) || 1
  return own.map(({ geometry, id, properties }, at) => {
    const subjectId = isText(properties["subject_id"]) ? properties["subject_id"] : null
    const label = String(properties["label"])
    return {
      id,
      geometry,
      properties,
      subjectId,
      label,
      kind: String(properties["kind"]),
      level: typeof properties["level"] === "number" ? properties["level"] : null,
      name: (subjectId === null ? undefined : names.get(subjectId)) ?? label,
      use: uses[at]! / most
    }
  })
}

/** Where a track was at a moment: its last point before. */
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

const Popup = ({ onClose, shape }: { readonly shape: FoundShape; readonly onClose: () => void }) => (
  <div className={look["popup"]} role="dialog" aria-label={shape.label}>
    <Row gap={4} keep>
      <Text strong>
        <bdi>{shape.label}</bdi>
      </Text>
      <button className="btn small push" onClick={onClose} aria-label="Close">
        ×
      </button>
    </Row>
    <Definition of={factsOf(shape)} />
  </div>
)

/** ResultMap is the map of one period of a result. */
export const ResultMap = (props: ResultMapProps) => {
  const { chosen, cursor, document, onChoose, onMap, period, title } = props
  const there = allKinds.filter((kind) => (document.geometries[kind] ?? 0) > 0)
  const [kinds, setKinds] = useState(() => there.filter((kind) => FIRST.includes(kind)))
  const [opened, setOpened] = useState<FoundShape | null>(null)
  const { error, isCut, isPending, shapes } = useShapes(props, kinds)
  const tracks = useTracks(props, kinds.includes("track_summary"))
  const { map, mount } = useAreasMap(START)
  const layers = useRef<FoundLayers | null>(null)
  useLayers(layers, map, openFoundLayers)
  const place = useMemo(() => {
    const own = tracks.find(({ subjectId }) => subjectId === chosen)
    return own === undefined || cursor.at === null ? null : (own.at[placeAt(own.times, cursor.at)] ?? null)
  }, [tracks, chosen, cursor.at])
  const isWay = kinds.includes("track_summary")
  useEffect(() => {
    if (map !== null) layers.current?.show({ shapes, ways: isWay ? tracks : [], chosen })
  }, [map, shapes, tracks, isWay, chosen])
  useEffect(() => {
    if (map !== null) layers.current?.point(place)
  }, [map, place])
  useFit(map, period, shapes)
  useEffect(() => {
    map?.maplibre.getCanvas().setAttribute("aria-label", `Map: ${title}`)
    onMap?.(map)
  }, [map, onMap, title])
  const toggle = (kind: GeometryKind) =>
    setKinds(kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind])
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
            ? "Shapes could not be read."
            : isPending
              ? "Loading shapes"
              : isCut
                ? `the first ${counted(MAX_SHAPES, "shape")} of a kind`
                : ""}
        </Text>
      }
      acts={
        <div className={look["kinds"]}>
          {there.map((kind) => (
            <button
              key={kind}
              className="btn small"
              aria-pressed={kinds.includes(kind)}
              onClick={() => toggle(kind)}
            >
              {words[kind]}
            </button>
          ))}
        </div>
      }
    >
      <div className={look["ground"]}>
        <div className={look["map"]} ref={mount} role="application" aria-label={title} onClick={click} />
        {opened !== null && <Popup shape={opened} onClose={() => setOpened(null)} />}
      </div>
    </Card>
  )
}

const useFit = (map: FieldMap | null, period: Period, shapes: ReadonlyArray<FoundShape>) => {
  const fitted = useRef<{ readonly map: FieldMap; readonly period: Period } | null>(null)
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
