// Who lives and works on the demo farm, and what each of them carries.

/** Kind is the kind of a tracked member of the farm. */
export type Kind = "cow" | "sheep" | "vehicle" | "person"

/** Member is an animal, a vehicle or a person of the farm. */
export interface Member {
  /** Its number: the moment of its reports and everything drawn for it hang on it. */
  readonly index: number
  readonly kind: Kind
  readonly name: string
  readonly device: { readonly external_id: string; readonly name: string; readonly device_type: string }
}

const cows = [
  "Alma",
  "Bruna",
  "Canela",
  "Dulce",
  "Estrella",
  "Flor",
  "Gitana",
  "Jara",
  "Luna",
  "Mora",
  "Paloma",
  "Rubia"
]
const sheep = ["Nieve", "Oliva", "Trufa"]

const collar = (number: number) => {
  const id = String(number).padStart(2, "0")
  return { external_id: `collar-${id}`, name: `Collar ${id}`, device_type: "collar" }
}

/** cast are all members of the farm. */
export const cast: ReadonlyArray<Member> = [
  ...cows.map((name, i): Member => ({ index: i, kind: "cow", name, device: collar(i + 1) })),
  ...sheep.map((name, i): Member => ({
    index: cows.length + i,
    kind: "sheep",
    name,
    device: collar(cows.length + i + 1)
  })),
  {
    index: 15,
    kind: "vehicle",
    name: "Pickup",
    device: { external_id: "pickup", name: "Pickup tracker", device_type: "vehicle_tracker" }
  },
  {
    index: 16,
    kind: "person",
    name: "Ranger Marta",
    device: { external_id: "ranger", name: "Ranger's phone", device_type: "phone" }
  }
]

const named = (name: string): Member => cast.find((m) => m.name === name)!

/** The cow that fences do not hold. */
export const restless = named("Gitana")
/** The cow whose battery runs low as the demo starts. */
export const fading = named("Bruna")
