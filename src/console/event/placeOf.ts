import type { Event } from "../queries/events.ts"

/** Where an event was, as a point; null: nowhere, or a shape that is none. */
export const placeOf = ({ geometry }: Pick<Event, "geometry">): readonly [number, number] | null =>
  geometry?.type === "Point" ? [geometry.coordinates[0], geometry.coordinates[1]] : null
