// What strangers say of themselves, as people may be shown it.

/** Letters of a name that are shown. */
const LONGEST = 60

/** Of control, of format (which turn the direction of writing), of a line's end, and halves of a letter. */
const unshown = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** A name without what could make it look like another text; `otherwise` where nothing of it is left. */
export const plainName = (name: string, otherwise: string): string => {
  const plain = name.replaceAll(/\s+/gu, " ").replaceAll(unshown, "").trim()
  const letters = Array.from(plain === "" ? otherwise : plain)
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join("")}…` : letters.join("")
}

/** Where an answer goes, as people know it: the host, or of a program's own scheme that. */
export const redirectHost = (uri: string): string => {
  const url = URL.parse(uri)
  if (url === null) return "an unknown place"
  return url.protocol === "https:" || url.protocol === "http:" ? url.host : `the program for ${url.protocol}`
}

/** Whether an answer goes to the machine that the browser runs on. */
export const isLoopback = (uri: string): boolean =>
  /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/?#]|$)/i.test(uri) || !/^https?:/i.test(uri)
