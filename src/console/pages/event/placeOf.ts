import type { Event } from "../../data/events.ts"

/** placeOf returns the point of an event; null: no geometry, or not a point. */
export const placeOf = ({ geometry }: Pick<Event, "geometry">): readonly [number, number] | null =>
  geometry?.type === "Point" ? [geometry.coordinates[0], geometry.coordinates[1]] : null
