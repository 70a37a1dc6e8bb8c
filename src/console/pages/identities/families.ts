// Groups identities of one source whose ids differ only in the digits at their end.
import type { Identity } from "../../data/identities.ts"

/** Family is a group of similar identities. */
export interface Family {
  readonly key: string
  /** such as `collar-`; empty: the ids are digits only */
  readonly prefix: string
  readonly source: string
  readonly members: ReadonlyArray<Identity>
}

/**
 * prefixOf returns the prefix of an id: the first eight digits of a radio address (the manufacturer),
 * otherwise all but the final digits.
 */
export const prefixOf = (name: string): string => {
  if (/^[0-9a-f]{16}$/i.test(name)) return name.slice(0, 8)
  const [digits = ""] = /\d+$/.exec(name) ?? []
  return digits === "" ? "" : name.slice(0, -digits.length)
}

/** familiesOf returns families in the order of their first member. */
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
