// Reads search parameters of an address as text.

/** A search parameter as text; undefined where absent or empty. */
const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined

/**
 * Reads the search parameters that a page knows. A parameter of another type becomes undefined explicitly:
 * the router keeps the original value of a name that is only omitted.
 */
export const texts =
  <Name extends string>(...names: ReadonlyArray<Name>) =>
  (search: Readonly<Record<string, unknown>>): { [N in Name]?: string } =>
    // an undefined member reads the same as an absent one
    Object.fromEntries(names.map((name) => [name, text(search[name])])) as { [N in Name]?: string }

/** Search parameters of the page to sign in. */
interface LoginSearch {
  readonly to?: string | undefined
  /** the session ended */
  readonly over?: true | undefined
}

/** Reads the search parameters of the page to sign in; `to` is the path to open afterwards. */
export const loginSearch = ({ over, to }: Readonly<Record<string, unknown>>): LoginSearch => {
  const path = text(to)
  return {
    // only a path of this server: `//other.example` would be another host
    to: path !== undefined && /^\/(?![/\\])/.test(path) ? path : undefined,
    over: over === true ? over : undefined
  }
}
