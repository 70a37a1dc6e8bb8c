// Identities that look alike: of one source, and the same but for the digits at their end.
import type { Identity } from "../queries/identities.ts"

export interface Family {
  readonly key: string
  /** `collar-`; empty: their names are digits from the first sign on */
  readonly prefix: string
  readonly source: string
  readonly members: ReadonlyArray<Identity>
}

/** Addresses of radios share their maker's first eight digits, other names all but the digits at their end. */
export const prefixOf = (name: string): string => {
  if (/^[0-9a-f]{16}$/i.test(name)) return name.slice(0, 8)
  const [digits = ""] = /\d+$/.exec(name) ?? []
  return digits === "" ? "" : name.slice(0, -digits.length)
}

/** Families in the order of their first member. */
export const familiesOf = (all: ReadonlyArray<Identity>): ReadonlyArray<Family> => {
  const found = new Map<string, Array<Identity>>()
  for (const one of all) {
    const key = `${one.data_source_id} ${prefixOf(one.external_id)}`
    found.set(key, [...(found.get(key) ?? []), one])
  }
  return [...found].map(([key, members]) => ({
    key,
    prefix: prefixOf(members[0]!.external_id),
    source: members[0]!.data_source_name,
    members
  }))
}
