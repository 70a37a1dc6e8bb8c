// Whom to call about something: who has it already, then who is nearest, then the others by name.

interface Callable {
  readonly user_id: string
  readonly name: string | null
  readonly phone: string
  readonly entity_id: string | null
}

interface Near {
  readonly entity: { readonly id: string }
  readonly distance_m: number
  readonly fix_age_seconds: number
}

export interface Choice {
  readonly contact: Callable
  /** whether they have acknowledged it */
  readonly has: boolean
  /** how far they are, and how old that is; null: they are not on the map */
  readonly near: { readonly metres: number; readonly age: number } | null
}

interface About {
  /** who acknowledged it; null: nobody */
  readonly handler: string | null
  /** oneself, who need not be called */
  readonly self: string
}

/** The choices, the best first. */
export const callOrder = (
  contacts: ReadonlyArray<Callable>,
  neighbours: ReadonlyArray<Near>,
  { handler, self }: About
): ReadonlyArray<Choice> => {
  const near = new Map(neighbours.map((one) => [one.entity.id, one]))
  return contacts
    .filter(({ user_id }) => user_id !== self)
    .map((contact): Choice => {
      const found = contact.entity_id === null ? undefined : near.get(contact.entity_id)
      return {
        contact,
        has: contact.user_id === handler,
        near: found === undefined ? null : { metres: found.distance_m, age: found.fix_age_seconds }
      }
    })
    .toSorted(
      (a, b) =>
        Number(b.has) - Number(a.has) ||
        (a.near?.metres ?? Infinity) - (b.near?.metres ?? Infinity) ||
        (a.contact.name ?? "").localeCompare(b.contact.name ?? "")
    )
}

/** The address that calls a number: its digits, and the plus before them. */
export const telOf = (phone: string): string => {
  // the zero in brackets is for calls within the country alone
  const dialled = phone.trim().startsWith("+") ? phone.replace("(0)", "") : phone
  return `tel:${dialled.replaceAll(/[^\d+]/g, "")}`
}

/** A distance as people say it: `340 m`, `1.2 km`, `18 km`. */
export const farText = (metres: number): string =>
  metres < 1000
    ? `${Math.max(10, Math.round(metres / 10) * 10)} m`
    : `${metres < 10_000 ? (Math.round(metres / 100) / 10).toString() : Math.round(metres / 1000)} km`
