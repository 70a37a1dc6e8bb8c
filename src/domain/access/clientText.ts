// Text that OAuth clients send about themselves, made safe to show to people.

/** MAX_NAME_LETTERS is how much of a name is shown. */
const MAX_NAME_LETTERS = 60

/** Characters of control, of format (they turn the direction of writing), line ends, and unpaired surrogates. */
const unshown = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** Returns a name without what could make it look like another text; `otherwise` where nothing of it is left. */
export const plainName = (name: string, otherwise: string): string => {
  const plain = name.replaceAll(/\s+/gu, " ").replaceAll(unshown, "").trim()
  const letters = Array.from(plain === "" ? otherwise : plain)
  return letters.length > MAX_NAME_LETTERS
    ? `${letters.slice(0, MAX_NAME_LETTERS - 1).join("")}…`
    : letters.join("")
}

/** Returns where an answer is sent, for people: the host, or the scheme of a program of its own. */
export const redirectHost = (uri: string): string => {
  const url = URL.parse(uri)
  if (url === null) return "an unknown place"
  return url.protocol === "https:" || url.protocol === "http:" ? url.host : `the program for ${url.protocol}`
}

/** Whether an answer is sent to the machine that the browser runs on. */
export const isLoopback = (uri: string): boolean =>
  /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/?#]|$)/i.test(uri) || !/^https?:/i.test(uri)
