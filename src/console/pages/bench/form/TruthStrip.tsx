// When one condition was true for the selected animal, as a small strip below its fields.
import type { ReactNode } from "react"
import { localeOf, marked, words } from "../../../../words/language.ts"
import { Parts } from "../../../design/Parts.tsx"
import { barsPath } from "../past/bars.ts"
import { type Story, stretchesOf } from "../past/story.ts"
import look from "../bench.module.css"

const WIDTH = 120

const percent = (share: number): string =>
  marked((share * 100).toLocaleString(localeOf(), { maximumFractionDigits: share < 0.1 ? 1 : 0 }))

interface TruthStripProps {
  readonly of: Story | undefined
  readonly pointer: string
  readonly from: number
  readonly to: number
}

/** TruthStrip draws when a condition was true. */
export const TruthStrip = ({ from, of, pointer, to }: TruthStripProps) => {
  const found = of?.drawn.conditions?.find(({ path }) => path === pointer)
  if (of === undefined || found === undefined) return null
  const axis = { x: (moment: number) => Math.max(0, (WIDTH * (moment - from)) / (to - from)) }
  const held = stretchesOf(found.spans).filter(({ value }) => value === true)
  return (
    <p className={look["truth"]}>
      <svg width={WIDTH} height="14" aria-hidden="true">
        <rect width={WIDTH} y="9" height="3" rx="1" fill="var(--line)" />
        <path d={barsPath(axis, held, { top: 1, height: 12 })} fill="var(--brand)" />
      </svg>
      <span className="num">
        <Parts
          of={words.bench.form.truth<ReactNode>({
            share: found.true_share == null ? null : percent(found.true_share),
            name: <bdi>{of.name}</bdi>
          })}
        />
      </span>
    </p>
  )
}
