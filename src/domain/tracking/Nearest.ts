// The entities nearest to another one at a moment.
import * as Schema from "effect/Schema"
import { Uuid } from "../schemas.ts"
import { bearing } from "../geo/bearing.ts"
import { distance } from "../geo/distance.ts"

/** NEAREST_MAX_AGE_MS is the age above which a fix is too old to place its entity. */
export const NEAREST_MAX_AGE_MS = 7 * 86_400_000
/** MAX_NEAREST_ENTITIES is how many entities one request lists at most. */
export const MAX_NEAREST_ENTITIES = 500
/** DEFAULT_NEAREST_ENTITIES is how many are listed where the request does not say. */
export const DEFAULT_NEAREST_ENTITIES = 3

/** Neighbour is an entity near the requested one. */
const Neighbour = Schema.Struct({
  entity: Schema.Struct({ id: Uuid, name: Schema.String }),
  distance_m: Schema.Finite.annotate({ description: "Along the great circle between the two last fixes" }),
  bearing_deg: Schema.Finite.annotate({ description: "In which direction they are, from north, 0 to 360" }),
  fix_age_seconds: Schema.Finite.annotate({ description: "How old their fix was at the moment" })
}).annotate({ identifier: "Neighbour" })
type Neighbour = typeof Neighbour.Type

/** Neighbours is the answer, the nearest first. */
export const Neighbours = Schema.Struct({ items: Schema.Array(Neighbour) }).annotate({
  identifier: "Neighbours"
})

/** LastPlace is the last position of an entity; `at` epoch ms. */
export interface LastPlace {
  readonly id: string
  readonly name: string
  readonly lon: number
  readonly lat: number
  readonly at: number
}

/**
 * Returns the nearest of `all` to the one among them with this id, at `at` (epoch ms); none where that one is
 * not there.
 */
export const nearest = (
  all: ReadonlyArray<LastPlace>,
  id: string,
  at: number,
  limit: number
): ReadonlyArray<Neighbour> => {
  const own = all.find((one) => one.id === id)
  if (own === undefined) return []
  return all
    .flatMap((one): ReadonlyArray<Neighbour> =>
      one === own
        ? []
        : [
            {
              entity: { id: one.id, name: one.name },
              distance_m: distance(own.lon, own.lat, one.lon, one.lat),
              bearing_deg: bearing(own.lon, own.lat, one.lon, one.lat),
              fix_age_seconds: (at - one.at) / 1000
            }
          ]
    )
    .toSorted((a, b) => a.distance_m - b.distance_m || (a.entity.id < b.entity.id ? -1 : 1))
    .slice(0, limit)
}
