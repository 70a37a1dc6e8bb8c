// Where the chosen animal was in the hours before the moment of the cursor, and where the rule fires for it.
import { useQuery } from "@tanstack/react-query"
import { useCallback, useEffect, useMemo, useState } from "react"
import { features } from "../queries/field.ts"
import { track } from "../queries/tracks.ts"
import { areaOf, landscapeOf } from "../live/fieldOf.ts"
import type { SeverityName } from "../look/Severity.tsx"
import { watchTheme } from "../look/theme.ts"
import type { FieldMap } from "../map/FieldMap.ts"
import { boundsOf } from "../map/places.ts"
import { useProject } from "../shell/useProject.ts"
import type { Story } from "./story.ts"
import look from "./bench.module.css"

const HOURS = 48
const BEFORE = HOURS * 3_600_000

/** At least a pasture's width is shown around somebody who stands; degrees. */
const AROUND = 0.004

const useWay = (of: Story, to: number) => {
  const { project } = useProject()
  const { device_id, entity_id } = of.drawn.subject
  const { data } = useQuery(track(project.id, { device_id, entity_id }, to - BEFORE, to))
  return useMemo(() => {
    if (data === undefined) return null
    const line = data.geometry?.type === "LineString" ? data.geometry.coordinates : []
    return {
      at: line.map(([lon, lat]) => [lon, lat] as const),
      times: data.properties.times.map((one) => Date.parse(one))
    }
  }, [data])
}

interface BenchMapProps {
  readonly of: Story
  readonly at: number
  readonly isEvent: boolean
  readonly severity: SeverityName
}

export const BenchMap = ({ at, isEvent, of, severity }: BenchMapProps) => {
  const { project } = useProject()
  const { data: areas } = useQuery(features(project.id))
  const way = useWay(of, at)
  const [map, setMap] = useState<FieldMap | null>(null)
  const mount = useCallback(
    (container: HTMLDivElement) => {
      let opened: FieldMap | null = null
      let gone = false
      const open = async () => {
        const { openMap } = await import("../map/FieldMap.ts")
        await document.fonts.ready
        // a map takes its colours from the page: where its place is gone there are none
        if (gone) return
        const bounds = boundsOf([], (areas ?? []).map(areaOf))
        const landscape = landscapeOf(project.settings, bounds)
        const made = await openMap(container, {
          bounds,
          padding: 40,
          onHit: () => undefined,
          ...(landscape === undefined ? {} : { landscape })
        })
        if (gone) return made.remove()
        opened = made
        made.setAreas((areas ?? []).map(areaOf))
        setMap(made)
      }
      if (areas !== undefined) void open()
      return () => {
        gone = true
        opened?.remove()
        setMap(null)
      }
    },
    [areas, project.settings]
  )
  useEffect(() => {
    if (map === null || way === null) return
    const last = way.at.at(-1)
    const here = last === undefined ? [] : [{ id: of.id, at: last, severity }]
    map.setTrails([{ id: of.id, severity: isEvent ? severity : null, ...way }], at - BEFORE, at)
    map.setEvents(isEvent ? here : [])
    map.setPlaces(
      isEvent
        ? []
        : here.map((one) => ({
            ...one,
            name: of.name,
            entityType: "",
            heading: null,
            moving: false,
            silent: false,
            severity: null
          }))
    )
    const around = here.flatMap(({ at: [lon, lat] }) => [
      { at: [lon - AROUND, lat - AROUND] as const },
      { at: [lon + AROUND, lat + AROUND] as const }
    ])
    const bounds = boundsOf([...around, ...way.at.map((one) => ({ at: one }))], [])
    if (bounds !== null) map.show(bounds)
  }, [map, way, of, at, isEvent, severity])
  useEffect(() => (map === null ? undefined : watchTheme(() => map.repaint())), [map])
  return (
    <div className={look["place"]}>
      <div className={look["map"]} ref={mount} role="application" aria-label={`Map of ${of.name}`} />
      <p className={`card ${look["label"]}`}>
        <bdi className="strong">{of.name}</bdi>, {HOURS} h before
        {way !== null && way.at.length === 0 && ": no fix"}
      </p>
    </div>
  )
}
