// A person whose phone is connected, as apps know them: a user, a device, and two letters for the map.

export interface Person {
  readonly name: string
  /** small letters, digits and hyphens: it stands in topics and addresses */
  readonly userId: string
  readonly deviceId: string
  readonly trackerId: string
}

/** MARKS are the accents that a decomposed letter carries. */
const MARKS = /\p{M}/gu

/**
 * personOf makes `Erik Holm` the user `erik-holm` with the tracker `EH`; a name without a letter a-z is
 * `person`.
 */
export const personOf = (name: string): Person => {
  const plain = name.normalize("NFKD").replaceAll(MARKS, "").toLowerCase()
  const userId =
    plain
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-+|-+$/g, "")
      .slice(0, 60) || "person"
  const words = userId.split("-")
  const letters = words.length > 1 ? words[0]![0]! + words.at(-1)![0]! : userId.slice(0, 2)
  return { name: name.trim(), userId, deviceId: "phone", trackerId: letters.toUpperCase() }
}
