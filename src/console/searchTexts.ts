// What an address says behind its question mark, as text.

/** Absent and empty are the same. */
export const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined

/**
 * Search parameters by the names that a page knows. What is not one is said to be absent: the router keeps
 * what an address says under a name that is only left out.
 */
export const texts =
  <Name extends string>(...names: ReadonlyArray<Name>) =>
  (search: Readonly<Record<string, unknown>>): { [N in Name]?: string } =>
    // absent and undefined are the same to whoever reads it
    Object.fromEntries(names.map((name) => [name, text(search[name])])) as { [N in Name]?: string }

export interface LoginSearch {
  readonly to?: string | undefined
  /** somebody was signed in, and is no more */
  readonly over?: true | undefined
}

/** Where somebody goes who has signed in. */
export const loginSearch = ({ over, to }: Readonly<Record<string, unknown>>): LoginSearch => {
  const path = text(to)
  return {
    // an address of this server alone: `//other.example` would be one of another. What is only left out stays
    to: path !== undefined && /^\/(?![/\\])/.test(path) ? path : undefined,
    over: over === true ? over : undefined
  }
}
