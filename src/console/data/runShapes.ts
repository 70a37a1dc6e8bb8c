// The shapes of a run by kind, and the tracks of its subjects below them.
import { queryOptions } from "@tanstack/react-query"
import type { Feature, Position } from "geojson"
import { type Answer, call } from "./api/call.ts"
import type { GeometryKind } from "../../domain/analysis/Geometry.ts"
import { iso } from "../time/iso.ts"

/** PAGE_SHAPES is the number of shapes per page. */
const PAGE_SHAPES = 2000
/** MAX_SHAPES is the maximum number of shapes of a kind on the map; animals with very many hotspots have more. */
export const MAX_SHAPES = 10_000
/** MAX_POINTS is the maximum number of points of one track, MAX_ALL_POINTS that of all tracks of a map. */
const MAX_POINTS = 5000
const MAX_ALL_POINTS = 60_000

/** RunShape is a shape as the API returns it. */
export interface RunShape {
  readonly id: number
  readonly geometry: Feature["geometry"]
  readonly properties: Readonly<Record<string, unknown>>
}

/** runShapes are the shapes of a kind, up to `MAX_SHAPES`. A result never changes. */
export const runShapes = (projectId: string, runId: string, kind: GeometryKind) =>
  queryOptions({
    queryKey: ["run shapes", projectId, runId, kind],
    queryFn: async ({ signal }): Promise<ReadonlyArray<RunShape>> => {
      const all: Array<RunShape> = []
      for (let cursor: string | null = null; ;) {
        const page: {
          readonly features: ReadonlyArray<unknown>
          readonly next_cursor: string | null
        } = await call("GET", "/projects/:project_id/analyses/:run_id/geometries", {
          params: { project_id: projectId, run_id: runId },
          query: { kind, limit: PAGE_SHAPES, ...(cursor === null ? {} : { cursor }) },
          signal
        })
        // the contract types them as any GeoJSON
        all.push(...(page.features as ReadonlyArray<RunShape>))
        if (page.next_cursor === null || all.length >= MAX_SHAPES) return all.slice(0, MAX_SHAPES)
        cursor = page.next_cursor
      }
    },
    staleTime: Infinity
  })

type Line = Answer<"GET", "/projects/:project_id/tracks">["geometry"]

const placesOf = (line: Line): ReadonlyArray<Position> =>
  line === null
    ? []
    : line.type === "Point"
      ? [[...line.coordinates]]
      : line.coordinates.map((place): Position => [...place])

/** RunTrack is the track of a subject; times are epoch ms. */
export interface RunTrack {
  readonly subjectId: string
  readonly at: ReadonlyArray<Position>
  readonly times: ReadonlyArray<number>
}

/** runTrack is the track of one of `count` subjects in a period, downsampled. */
export const runTrack = (projectId: string, entityId: string, from: string, to: string, count: number) =>
  queryOptions({
    queryKey: ["run track", projectId, entityId, from, to, count],
    queryFn: async ({ signal }): Promise<RunTrack> => {
      const { geometry, properties } = await call("GET", "/projects/:project_id/tracks", {
        params: { project_id: projectId },
        query: {
          entity_id: entityId,
          from: iso(Date.parse(from)),
          to: iso(Date.parse(to)),
          max_points: Math.min(MAX_POINTS, Math.floor(MAX_ALL_POINTS / count))
        },
        signal
      })
      return {
        subjectId: entityId,
        at: placesOf(geometry),
        times: properties.times.map((time) => Date.parse(time))
      }
    },
    staleTime: 300_000
  })
