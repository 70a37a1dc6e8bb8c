// What somebody was about to save, beside what somebody else has saved meanwhile.

type Form = Readonly<Record<string, unknown>>

export interface Difference<Key extends string = string> {
  readonly key: Key
  readonly mine: unknown
  readonly theirs: unknown
  /** whether it was changed here; else it is as it was read */
  readonly changed: boolean
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The members in which `mine` and `theirs` differ, in the order of `mine`; `read` is what both began with. */
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

/** `theirs` with those members of `mine` that are to stay. */
export const chosen = <F extends Form>(mine: F, theirs: F, kept: ReadonlySet<string>): F =>
  Object.fromEntries(Object.keys(mine).map((key) => [key, (kept.has(key) ? mine : theirs)[key]])) as F
