// Compares a form with what another user saved meanwhile.

type Form = Readonly<Record<string, unknown>>

/** A member that differs. */
export interface Difference<Key extends string = string> {
  readonly key: Key
  readonly mine: unknown
  readonly theirs: unknown
  /** whether it was changed in this form; otherwise it is as it was read */
  readonly changed: boolean
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The members in which `mine` and `theirs` differ, in the order of `mine`; `read` is what both started from. */
export const differences = <F extends Form>(
  read: F,
  mine: F,
  theirs: F
): ReadonlyArray<Difference<keyof F & string>> =>
  Object.keys(mine).flatMap((key: keyof F & string) =>
    same(mine[key], theirs[key])
      ? []
      : [{ key, mine: mine[key], theirs: theirs[key], changed: !same(mine[key], read[key]) }]
  )

/** `theirs` with the `kept` members of `mine`. */
export const chosen = <F extends Form>(mine: F, theirs: F, kept: ReadonlySet<string>): F =>
  Object.fromEntries(Object.keys(mine).map((key) => [key, (kept.has(key) ? mine : theirs)[key]])) as F
