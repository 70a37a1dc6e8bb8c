// One of a few values, or all: adjacent buttons.
import { words } from "../../../words/language.ts"

interface SegmentsProps<Value extends string> {
  /** accessible name */
  readonly label: string
  readonly of: ReadonlyArray<readonly [value: Value, word: string]>
  /** undefined: all */
  readonly value: Value | undefined
  /** false: one value is always selected */
  readonly all?: boolean
  readonly onChoose: (value: Value | undefined) => void
}

/** Segments selects one of a few values. */
export const Segments = <Value extends string>({
  all = true,
  label,
  of,
  onChoose,
  value
}: SegmentsProps<Value>) => (
  <span className="segments" role="group" aria-label={label}>
    {all && (
      <button aria-pressed={value === undefined} onClick={() => onChoose(undefined)}>
        {words.common.table.all}
      </button>
    )}
    {of.map(([one, word]) => (
      <button key={one} aria-pressed={value === one} onClick={() => onChoose(one)}>
        {word}
      </button>
    ))}
  </span>
)
