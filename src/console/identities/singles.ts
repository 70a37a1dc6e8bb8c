// What is said of single identities when devices are made of them, and how it is sent.
import type { Identity, Registrations } from "../queries/identities.ts"

/** What is written of one identity. */
export interface Single {
  /** of its device; blank: as it calls itself */
  readonly name: string
  /** the name of an animal, as far as it is typed */
  readonly wearer: string
  /** the animal of that name; null: none is found */
  readonly entityId: string | null
}

type Each = NonNullable<Registrations["each"]>

/** Members of a request for the identities of which something is said. */
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

/** Identities whose animal is not found by what is typed. */
export const withoutWearer = (
  identities: ReadonlyArray<Pick<Identity, "id" | "external_id">>,
  singles: ReadonlyMap<string, Single>
): ReadonlyArray<string> =>
  identities.flatMap(({ external_id, id }) =>
    (singles.get(id)?.entityId ?? null) === null ? [external_id] : []
  )
