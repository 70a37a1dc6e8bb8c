// When a worker said that it is alive: a bar a step, and where it said nothing since it was there the first time, a
// mark instead. Before that it was not.
import look from "./health.module.css"

const WIDTH = 480,
  HEIGHT = 18
/** Fewer of the expected beats than this share, and the bar is low. */
const MOST = 0.75

interface BeatsProps {
  readonly beats: ReadonlyArray<number>
  /** how many a whole step has */
  readonly expected: number
  readonly label: string
}

export const Beats = ({ beats, expected, label }: BeatsProps) => {
  const first = beats.findIndex((count) => count > 0)
  const wide = WIDTH / beats.length
  // the step that runs may have none yet
  const shown = beats.slice(0, -1)
  const missed = shown.slice(Math.max(0, first)).filter((count) => count === 0).length
  return (
    <svg
      className={look["beats"]}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      height={HEIGHT}
      preserveAspectRatio="none"
      role="img"
      aria-label={
        first < 0 ? `${label}: no beat` : `${label}: ${missed === 0 ? "none missed" : `${missed} times none`}`
      }
    >
      {beats.map((count, i) => {
        if (i < first || first < 0) return null
        const isLast = i === beats.length - 1
        if (count === 0 && isLast) return null
        const tall = count === 0 ? 3 : isLast || count >= expected * MOST ? HEIGHT - 2 : HEIGHT / 2
        return (
          <rect
            // steps stand where they are
            key={i}
            x={i * wide}
            width={Math.max(1, wide * 0.72)}
            y={HEIGHT - 1 - tall}
            height={tall}
            data-none={count === 0}
          />
        )
      })}
    </svg>
  )
}
