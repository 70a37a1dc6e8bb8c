// JSON Pointers (RFC 6901): the place of a value in a document, as text. Pages have it too: nothing is
// imported here.

/** Returns a member's name as it stands in a pointer. */
export const escapeToken = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1")

/** Returns the place of a member of what is at `pointer`. */
export const memberAt = (pointer: string, name: string): string => `${pointer}/${escapeToken(name)}`

/** Returns the names on the way to a place, from the document on. */
export const stepsOf = (pointer: string): ReadonlyArray<string> =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
