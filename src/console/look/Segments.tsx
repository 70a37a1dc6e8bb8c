// One of a few, or all of them: buttons beside each other.
interface SegmentsProps<Value extends string> {
  /** what is chosen, for readers of screens */
  readonly label: string
  readonly of: ReadonlyArray<readonly [value: Value, word: string]>
  /** undefined: all of them */
  readonly value: Value | undefined
  /** false: it is always one of them */
  readonly all?: boolean
  readonly onChoose: (value: Value | undefined) => void
}

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
        All
      </button>
    )}
    {of.map(([one, word]) => (
      <button key={one} aria-pressed={value === one} onClick={() => onChoose(one)}>
        {word}
      </button>
    ))}
  </span>
)
