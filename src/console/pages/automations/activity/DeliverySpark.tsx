// The deliveries of an automation in thirty days, a bar for each day: what was sent, and below it what failed.
import { words } from "../../../../words/language.ts"
import type { DeliverySummary } from "../../../data/automations/automationActivity.ts"
import look from "./activity.module.css"

const WIDTH = 60,
  HEIGHT = 18,
  /** what a day with anything is as tall as, at least */
  MIN_BAR = 2

interface DeliverySparkProps {
  readonly of: DeliverySummary["automations"][number]
}

export const DeliverySpark = ({ of: { days, failed: failures, sent: arrivals } }: DeliverySparkProps) => {
  const most = Math.max(1, ...days.map(({ failed, sent }) => failed + sent))
  const tall = (count: number) => (count === 0 ? 0 : Math.max(MIN_BAR, (count / most) * (HEIGHT - 2)))
  const step = WIDTH / Math.max(1, days.length)
  return (
    <svg
      className={look["spark"]}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={words.automations.activity.spark({ sent: arrivals, failed: failures })}
    >
      <line x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      {days.map(({ date, failed, sent }, i) => {
        const lost = tall(failed)
        const told = Math.min(tall(sent), HEIGHT - 1 - lost)
        return (
          <g key={date}>
            <rect x={i * step} width={step - 0.5} y={HEIGHT - 1 - lost} height={lost} data-failed />
            <rect x={i * step} width={step - 0.5} y={HEIGHT - 1 - lost - told} height={told} />
          </g>
        )
      })}
    </svg>
  )
}
