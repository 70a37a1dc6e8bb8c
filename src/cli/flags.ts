// Flags of `effect/cli` from a table of words, and what a person gave of them.
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"

/** What help says of a flag; one without a `value` is there or not. */
interface FlagWords {
  readonly value?: string
  readonly says: string
  /** may be given several times, and each time counts */
  readonly several?: true
}

/** FlagTable are the flags of a command by name. */
export type FlagTable = Readonly<Record<string, FlagWords>>

type GivenOf<W extends FlagWords> = W extends { readonly several: true }
  ? ReadonlyArray<string>
  : W extends { readonly value: string }
    ? string | undefined
    : boolean

/** What was given of a table of flags, by their names. */
export type Given<T extends FlagTable> = { readonly [K in keyof T]: GivenOf<T[K]> }

/** A flag given twice counts as it was given last, as it does with most programs. */
const flagOf = (name: string, { says, several, value }: FlagWords) => {
  const words =
    value === undefined
      ? Flag.Boolean(name).pipe(Flag.withoutNegation, Flag.map(String))
      : Flag.String(name).pipe(Flag.withMetavar(value))
  return words.pipe(
    Flag.withDescription(says),
    Flag.atLeast(0),
    Flag.map((all) => {
      if (several === true) return all
      return value === undefined ? all.at(-1) === "true" : all.at(-1)
    })
  )
}

/** Returns the flags of a table, to be spread into the configuration of a command. */
export const flagsOf = <const T extends FlagTable>(table: T) =>
  // each flag gives what `GivenOf` says of its row
  Object.fromEntries(Object.entries(table).map(([name, words]) => [name, flagOf(name, words)])) as {
    readonly [K in keyof T]: Flag.Flag<GivenOf<T[K]>>
  }

/** Returns the words behind the name of a command that are no flags; how many there may be it says itself. */
export const wordsCalled = (name: string) => ({ words: Argument.String(name).pipe(Argument.variadic()) })

/** What `wordsCalled` gives. */
export interface Words {
  readonly words: ReadonlyArray<string>
}

/** What was given, where the flags of a command are only known by name. */
export type Answers = Readonly<Record<string, string | boolean | ReadonlyArray<string> | undefined>>

/** Returns the value of a flag; one that is empty was not given. */
export const textOf = (given: Answers, name: string): string | undefined => {
  const value = given[name]
  return typeof value === "string" && value !== "" ? value : undefined
}
