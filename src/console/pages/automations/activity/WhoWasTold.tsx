// Who was told when: the receivers of a project, each with what reached it in thirty days by the hour of the day.
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { words } from "../../../../words/language.ts"
import { Text } from "../../../design/kit.tsx"
import { numberText } from "../../../design/numbers.ts"
import { type DeliverySummary, deliverySummary } from "../../../data/automations/automationActivity.ts"
import { useProject } from "../../../shell/useProject.ts"
import { usePeople } from "../usePeople.ts"
import look from "./activity.module.css"

/** Receivers that are shown before more are asked for. */
const FIRST_RECEIVERS = 5

const HEIGHT = 26,
  PITCH = 12,
  HOURS = 24,
  WIDTH = HOURS * PITCH

type Receiver = DeliverySummary["receivers"][number]

interface HoursProps {
  readonly of: Receiver
  readonly nights: ReadonlyArray<number>
  readonly name: string
}

const Hours = ({ name, nights, of: { hours } }: HoursProps) => {
  const most = Math.max(1, ...hours)
  const told = hours.flatMap((count, hour) => (count === 0 ? [] : [`${hour} h: ${count}`]))
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={words.automations.activity.hours({ name, hours: told.join(", ") })}
    >
      {nights.map((hour) => (
        <rect key={hour} x={hour * PITCH} width={PITCH + 0.5} height={HEIGHT} fill="var(--night)" />
      ))}
      {hours.map((count, hour) => {
        const height = count === 0 ? 0 : Math.max(3, (count / most) * (HEIGHT - 4))
        return (
          <rect
            // the hours of a day are known by their number
            key={`told ${hour}`}
            x={hour * PITCH + 1}
            width={PITCH - 2}
            y={HEIGHT - height}
            height={height}
            fill="var(--spark)"
          />
        )
      })}
    </svg>
  )
}

const Row = ({ nights, of }: { readonly of: Receiver; readonly nights: ReadonlyArray<number> }) => {
  const { nameOf } = usePeople()
  const text = words.automations.activity
  const { action_type, failed, sent, sent_at_night, skipped, target } = of
  const name = action_type === "telegram" ? nameOf(target) : target
  return (
    <li className={look["receiver"]}>
      <span>
        <b>
          <bdi>{name}</bdi>
        </b>
        <span className="num">
          {numberText(sent)}
          {sent_at_night > 0 && (
            <Text tone="late" strong>
              , {text.atNight({ count: sent_at_night })}
            </Text>
          )}
          {failed > 0 && (
            <Text tone="bad" strong>
              , {text.failed({ count: failed })}
            </Text>
          )}
          {skipped > 0 && <span>, {text.skipped({ count: skipped })}</span>}
        </span>
      </span>
      <Hours of={of} nights={nights} name={name} />
    </li>
  )
}

export const WhoWasTold = () => {
  const { project } = useProject()
  const [isWhole, setWhole] = useState(false)
  const { data } = useQuery(deliverySummary(project.id))
  if (data === undefined || data.receivers.length === 0) return null
  const text = words.automations.activity
  const shown = isWhole ? data.receivers : data.receivers.slice(0, FIRST_RECEIVERS)
  const more = data.receivers.length - shown.length
  return (
    <section className={look["told"]} aria-labelledby="told-when">
      <header>
        <h2 id="told-when">{text.title}</h2>
        <Text tone="soft" size={2}>
          {text.period({ isCut: data.truncated })}
        </Text>
      </header>
      <ul>
        {shown.map((one) => (
          <Row key={`${one.action_type} ${one.target}`} of={one} nights={data.night_hours} />
        ))}
      </ul>
      {more > 0 && (
        <button type="button" className="link" onClick={() => setWhole(true)}>
          {text.more({ count: more })}
        </button>
      )}
    </section>
  )
}
