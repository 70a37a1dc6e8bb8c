// What an address says behind its question mark, as text.

/** Absent and empty are the same. */
export const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined

/** Search parameters that are there, by the names that a page knows. */
export const texts =
  <Name extends string>(...names: ReadonlyArray<Name>) =>
  (search: Readonly<Record<string, unknown>>): { [N in Name]?: string } => {
    const found: { [N in Name]?: string } = {}
    for (const name of names) {
      const value = text(search[name])
      if (value !== undefined) found[name] = value
    }
    return found
  }

export interface LoginSearch {
  readonly to?: string
  /** somebody was signed in, and is no more */
  readonly over?: true
}

/** Where somebody goes who has signed in. */
export const loginSearch = ({ over, to }: Readonly<Record<string, unknown>>): LoginSearch => {
  const path = text(to)
  return {
    // an address of this server alone: `//other.example` would be one of another
    ...(path !== undefined && /^\/(?![/\\])/.test(path) ? { to: path } : {}),
    ...(over === true ? { over } : {})
  }
}
