// The fields of single identities when devices are created, and the request built from them.
import type { Identity, Registrations } from "../../data/identities.ts"

/** Single holds the typed values of one identity. */
export interface Single {
  /** name of the device; blank: its external id */
  readonly name: string
  /** name of an animal, as typed so far */
  readonly wearer: string
  /** id of that animal; null: not found */
  readonly entityId: string | null
}

type Each = NonNullable<Registrations["each"]>

/** eachOf returns the members of a request for identities with typed values. */
export const eachOf = (
  identities: ReadonlyArray<Pick<Identity, "id">>,
  singles: ReadonlyMap<string, Single>,
  onExisting: boolean
): Each =>
  identities.flatMap(({ id }): Each => {
    const { entityId = null, name = "" } = singles.get(id) ?? {}
    const said = {
      ...(name.trim() === "" ? {} : { name: name.trim() }),
      ...(onExisting && entityId !== null ? { entity_id: entityId } : {})
    }
    return Object.keys(said).length === 0 ? [] : [{ identity_id: id, ...said }]
  })

/** withoutWearer returns the identities whose typed animal was not found. */
export const withoutWearer = (
  identities: ReadonlyArray<Pick<Identity, "id" | "external_id">>,
  singles: ReadonlyMap<string, Single>
): ReadonlyArray<string> =>
  identities.flatMap(({ external_id, id }) =>
    (singles.get(id)?.entityId ?? null) === null ? [external_id] : []
  )
