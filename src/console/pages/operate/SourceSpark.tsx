// What came in through a source in 24 hours, a bar for each ten minutes: what was taken, and on top what was refused.
import { words } from "../../../words/language.ts"
import type { Counted } from "../../data/traffic.ts"
import look from "./sourceTable.module.css"

const WIDTH = 96,
  HEIGHT = 22,
  /** the height of the smallest bar that is not empty */
  MIN_BAR = 2

const sum = (counts: ReadonlyArray<number>): number => counts.reduce((total, count) => total + count, 0)

/** SourceSpark draws the arrivals of a source. */
export const SourceSpark = ({ of }: { readonly of: Counted["sources"][number] }) => {
  const taken = of.accepted.map((count, i) => count + (of.duplicates[i] ?? 0) + (of.unassigned[i] ?? 0))
  const most = Math.max(1, ...taken.map((count, i) => count + (of.rejected[i] ?? 0)))
  const tall = (count: number) => (count === 0 ? 0 : Math.max(MIN_BAR, (count / most) * (HEIGHT - 2)))
  const step = WIDTH / Math.max(1, taken.length)
  return (
    <svg
      className={look["spark"]}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={words.operate.sources.spark({ taken: sum(taken), refused: sum(of.rejected) })}
    >
      <line x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      {taken.map((count, i) => {
        const refused = tall(of.rejected[i] ?? 0)
        const good = Math.min(tall(count), HEIGHT - 1 - refused)
        const bar = { x: i * step, width: Math.max(0.4, step - 0.15) }
        return (
          // bins have no id but their place
          <g key={`${of.id} ${i}`}>
            {good > 0 && <rect {...bar} y={HEIGHT - 1 - good} height={good} />}
            {refused > 0 && <rect {...bar} y={HEIGHT - 1 - good - refused} height={refused} data-refused />}
          </g>
        )
      })}
    </svg>
  )
}
