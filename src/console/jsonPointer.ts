// JSON Pointers (RFC 6901): the place of a value in a document, as text. The page's own: it has no values of
// the domain.

/** The place of a member of what is at `pointer`. */
export const memberAt = (pointer: string, name: string): string =>
  `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`

/** The names on the way to a place, from the document on. */
export const stepsOf = (pointer: string): ReadonlyArray<string> =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
