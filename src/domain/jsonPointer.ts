// JSON Pointers (RFC 6901): the place of a value in a document, as text.

/** A member's name as it stands in a pointer. */
export const escapeToken = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1")

/** The place of a member of what is at `pointer`. */
export const memberAt = (pointer: string, name: string): string => `${pointer}/${escapeToken(name)}`
