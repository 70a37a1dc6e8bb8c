// A person whose phone is connected, as apps identify them: user id, device id, and two letters for the map.

/** A person whose phone is connected. */
export interface Person {
  readonly name: string
  /** lower-case letters, digits and hyphens, because topics and addresses contain it */
  readonly userId: string
  readonly deviceId: string
  readonly trackerId: string
}

/** COMBINING_MARKS are the combining marks of decomposed letters. */
const COMBINING_MARKS = /\p{M}/gu

/**
 * personOf turns `Erik Holm` into the user `erik-holm` with the tracker `EH`; a name without a letter a-z
 * becomes `person`.
 */
export const personOf = (name: string): Person => {
  const plain = name.normalize("NFKD").replaceAll(COMBINING_MARKS, "").toLowerCase()
  const userId =
    plain
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-+|-+$/g, "")
      .slice(0, 60) || "person"
  const words = userId.split("-")
  const letters = words.length > 1 ? words[0]![0]! + words.at(-1)![0]! : userId.slice(0, 2)
  return { name: name.trim(), userId, deviceId: "phone", trackerId: letters.toUpperCase() }
}
