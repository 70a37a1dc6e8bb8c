// Text that OAuth clients send about themselves, made safe to show to people.

/** MAX_NAME_CODE_POINTS bounds the length of a shown name. */
const MAX_NAME_CODE_POINTS = 60

/**
 * Matches control and format characters (some change the direction of writing), line ends and lone
 * surrogates.
 */
const invisibleCharacters = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** Returns a name without characters that could make it look like another text; `fallback` if none are left. */
export const displayName = (name: string, fallback: string): string => {
  // line ends become spaces before they are removed as invisible; a removed character may join two spaces
  const plain = name.replaceAll(/\s/gu, " ").replaceAll(invisibleCharacters, "").replaceAll(/ +/g, " ").trim()
  const codePoints = Array.from(plain === "" ? fallback : plain)
  return codePoints.length > MAX_NAME_CODE_POINTS
    ? `${codePoints.slice(0, MAX_NAME_CODE_POINTS - 1).join("")}…`
    : codePoints.join("")
}

/** Returns where a redirect leads, for people: the host, or the scheme that a program registered. */
export const redirectTarget = (uri: string): string => {
  const url = URL.parse(uri)
  if (url === null) return "an unknown place"
  return url.protocol === "https:" || url.protocol === "http:" ? url.host : `the program for ${url.protocol}`
}

/**
 * Whether a redirect stays on the machine of the browser: http to localhost, 127.0.0.1 or [::1], or any
 * scheme but http and https, which a program on the machine handles.
 */
export const isLocalRedirect = (uri: string): boolean =>
  /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/?#]|$)/i.test(uri) || !/^https?:/i.test(uri)
