// The current state of an animal as a row of values with their ages.
import type { ReactNode } from "react"
import { words } from "../../../words/language.ts"
import type { Animal } from "../../data/animals.ts"
import { Parts } from "../../design/Parts.tsx"
import { numberText } from "../../design/numbers.ts"
import { useProject } from "../../shell/useProject.ts"
import { Age } from "../../time/Age.tsx"
import { inZone, span } from "../../time/zoneTime.ts"
import { useNow } from "../../time/useNow.ts"
import { Battery } from "./Battery.tsx"
import look from "./facts.module.css"

type Now = NonNullable<Animal["now"]>

const DAY_MS = 86_400_000

const Fact = ({
  children,
  name,
  since,
  tone
}: {
  readonly name: string
  readonly children: ReactNode
  /** small text below the value */
  readonly since?: ReactNode
  readonly tone?: Now["reporting"]
}) => (
  <div data-tone={tone}>
    <dt>{name}</dt>
    <dd className="num">{children}</dd>
    {since !== undefined && <dd className={`num ${look["since"]}`}>{since}</dd>}
  </div>
)

const Unit = ({ children }: { readonly children: string }) => <span className={look["unit"]}>{children}</span>

const AgeOf = ({ time }: { readonly time: string }) => (
  <Parts of={words.animals.facts.ago<ReactNode>({ age: <Age of={time} /> })} />
)

/** Facts shows the current state of an animal. */
export const Facts = ({ now }: { readonly now: Now }) => {
  const { zone } = useProject()
  const clock = useNow()
  const age = (moment: string) => span((clock - Date.parse(moment)) / 1000)
  const when = (moment: string) =>
    inZone(moment, zone, clock - Date.parse(moment) < 6 * DAY_MS ? "dayClock" : "day")
  const { battery, device, inside, last_fix: fix, reporting, speed_kmh, still_since, today_km } = now
  const [place] = inside
  return (
    <dl className={`panel facts ${look["facts"]}`}>
      <Fact
        name={words.animals.facts.lastFix}
        tone={reporting}
        since={fix === null ? words.animals.facts.noFix : when(fix.time)}
      >
        {fix === null ? words.animals.facts.never : <AgeOf time={fix.time} />}
      </Fact>
      <Fact
        name={words.animals.facts.area}
        {...(place === undefined
          ? {}
          : {
              since: words.animals.facts.since({ moment: when(place.since), more: inside.length - 1 })
            })}
      >
        {fix === null ? "–" : place === undefined ? words.animals.facts.outside : <bdi>{place.name}</bdi>}
      </Fact>
      <Fact
        name={words.animals.facts.speed}
        {...(still_since === null ? {} : { since: words.animals.facts.still({ time: age(still_since) }) })}
      >
        {speed_kmh === null ? "–" : numberText(Math.round(speed_kmh * 10) / 10)} <Unit>km/h</Unit>
      </Fact>
      <Fact name={words.animals.facts.today}>
        {today_km === null ? "–" : numberText(Math.round(today_km * 100) / 100)} <Unit>km</Unit>
      </Fact>
      <Fact
        name={words.animals.facts.battery}
        {...(battery === null ? {} : { since: <AgeOf time={battery.time} /> })}
      >
        {battery === null ? "–" : <Battery of={battery} />}
      </Fact>
      <Fact name={words.animals.facts.wears}>
        <bdi>{device?.name ?? words.animals.facts.noDevice}</bdi>
      </Fact>
    </dl>
  )
}
