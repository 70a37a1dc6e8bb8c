// The heartbeats of a worker: a bar per step, and a mark where it sent none since its first appearance; nothing
// before that.
import { words } from "../../../words/language.ts"
import look from "./health.module.css"

const WIDTH = 480,
  HEIGHT = 18
/** Below this share of the expected heartbeats the bar is low. */
const FULL_SHARE = 0.75

interface BeatsProps {
  readonly beats: ReadonlyArray<number>
  /** heartbeats expected in a whole step */
  readonly expected: number
  readonly label: string
}

/** Beats draws the heartbeats of a worker. */
export const Beats = ({ beats, expected, label }: BeatsProps) => {
  const first = beats.findIndex((count) => count > 0)
  const wide = WIDTH / beats.length
  // the current step may have none yet
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
        first < 0 ? words.health.beats.none({ label }) : words.health.beats.missed({ label, count: missed })
      }
    >
      {beats.map((count, i) => {
        if (i < first || first < 0) return null
        const isLast = i === beats.length - 1
        if (count === 0 && isLast) return null
        const tall = count === 0 ? 3 : isLast || count >= expected * FULL_SHARE ? HEIGHT - 2 : HEIGHT / 2
        return (
          <rect
            // the index identifies the step
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
