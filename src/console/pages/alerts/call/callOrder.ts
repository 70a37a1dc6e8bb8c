// Orders the people to call about an alert: the one who acknowledged it, then by distance, then by name.
import { numberText } from "../../../design/numbers.ts"

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

/** Choice is a person to call. */
export interface Choice {
  readonly contact: Callable
  /** whether this person acknowledged the alert */
  readonly has: boolean
  /** distance, and the age of the person's position in seconds; null: not on the map */
  readonly near: { readonly metres: number; readonly age: number } | null
}

interface About {
  /** id of the user who acknowledged the alert; null: not acknowledged */
  readonly handler: string | null
  /** id of the signed-in user, who is left out */
  readonly self: string
}

/** callOrder returns the people to call, the best choice first. */
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

/** telOf returns the `tel:` address of a phone number: its digits, with the leading plus. */
export const telOf = (phone: string): string => {
  // the zero in brackets is dialled only within the country
  const dialled = phone.trim().startsWith("+") ? phone.replace("(0)", "") : phone
  return `tel:${dialled.replaceAll(/[^\d+]/g, "")}`
}

/** farText formats a distance: `340 m`, `1.2 km`, `18 km`. */
export const farText = (metres: number): string =>
  metres < 1000
    ? `${Math.max(10, Math.round(metres / 10) * 10)} m`
    : `${numberText(metres < 10_000 ? Math.round(metres / 100) / 10 : Math.round(metres / 1000))} km`
