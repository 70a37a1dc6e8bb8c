// Which entity types are livestock: their plausible speed is that of animals that walk. Specification 2.6.

const keys = new Set(["livestock", "cow", "sheep", "goat", "horse"])

/** Whether the key of an entity type names livestock; all others, wild horse and bison included, are wildlife. */
export const isLivestock = (typeKey: string): boolean => keys.has(typeKey)

/** The fastest that animals can be, unless a run says otherwise; m/s. */
export const PLAUSIBLE_SPEED_MPS = { wildlife: 15, livestock: 5 } as const

/** Fastest speeds to choose from, by what the animals are; m/s. A bird outruns the default of wildlife. */
export const SPEED_PRESETS = [
  { label: "Livestock", value: PLAUSIBLE_SPEED_MPS.livestock },
  { label: "Wildlife", value: PLAUSIBLE_SPEED_MPS.wildlife },
  { label: "Bird", value: 40 }
] as const
