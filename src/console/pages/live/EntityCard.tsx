// The card beside the subject selected on the map; it follows subject and map without React renders.
import { words } from "../../../words/language.ts"
import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { type ReactNode, useEffect, useRef } from "react"
import { Spark } from "../../charts/Spark.tsx"
import { useNights } from "../../charts/useNights.ts"
import { textScale } from "../../charts/textScale.ts"
import { Refused } from "../../data/api/Refused.ts"
import { type Animal, animal } from "../../data/animals.ts"
import { currentMap, type Seen } from "../../data/mapQueries.ts"
import { Parts } from "../../design/Parts.tsx"
import { Icon } from "../../design/marks/Icon.tsx"
import { metricName } from "../../design/metricName.ts"
import { fixedText, numberText } from "../../design/numbers.ts"
import { PlaceActs } from "../../shell/place/PlaceActs.tsx"
import { useProject } from "../../shell/useProject.ts"
import { Age } from "../../time/Age.tsx"
import { iso } from "../../time/iso.ts"
import { span } from "../../time/zoneTime.ts"
import { useNow } from "../../time/useNow.ts"
import look from "./card.module.css"
import { readCursor } from "./cursor.ts"
import type { Field } from "./LiveMap.ts"
import { usePast } from "./useReplay.ts"

interface EntityCardProps {
  readonly id: string
  readonly field: Field
  /** the map follows the subject */
  readonly follows: boolean
  readonly onFollow: () => void
  readonly onClose: () => void
}

/** Pixels between marker and card, and the margins to the map's edges; the right edge has buttons. */
const GAP = 26,
  EDGE = 12,
  BUTTONS = 62
/** Height of the bar above, and of tools and strip below, in units of the root text size. */
const ABOVE = 62,
  BELOW_REM = 10.25

/** Keeps an element beside a marker of the map. */
const usePlace = (id: string, { live, map }: Field) => {
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    const put = () => {
      const element = card.current,
        place = live.place(id)
      if (element === null) return
      if (place === undefined) {
        // the subject is not on the map, or not at this time
        if (element.style.translate === "") element.style.translate = `${EDGE}px ${ABOVE}px`
        return
      }
      const { x, y } = map.pixelOf(place.at)
      const { clientHeight: tall, clientWidth: wide } = element.parentElement!
      const { offsetHeight, offsetWidth } = element
      const farthest = wide - offsetWidth - BUTTONS
      const beside = x + GAP <= farthest ? x + GAP : x - GAP - offsetWidth
      const left = Math.max(EDGE, Math.min(farthest, beside))
      const lowest = tall - offsetHeight - BELOW_REM * 16 * textScale()
      const top = Math.min(lowest, Math.max(ABOVE, y - offsetHeight * 0.3))
      element.style.translate = `${Math.round(left)}px ${Math.round(top)}px`
    }
    put()
    const sized = new ResizeObserver(put)
    if (card.current !== null) sized.observe(card.current)
    const leave = [map.onView(put), live.onMoved(put), () => sized.disconnect()]
    return () => {
      for (const each of leave) each()
    }
  }, [id, live, map])
  return card
}

type Facts = ReadonlyArray<readonly [name: string, value: string]>

const stillFor = (since: string, clock: number): string => span((clock - Date.parse(since)) / 1000)

const speedText = (kmh: number | null): string => (kmh === null ? "–" : `${fixedText(kmh, 1)} km/h`)

const batteryText = (battery: Seen["properties"]["battery"]): string =>
  battery === null ? "–" : `${numberText(battery.value)} ${battery.unit ?? ""}`

const animalFacts = (now: NonNullable<Animal["now"]>, clock: number): Facts => [
  now.still_since === null
    ? [words.live.card.today, now.today_km === null ? "–" : `${fixedText(now.today_km, 1)} km`]
    : [words.live.card.stillFor, stillFor(now.still_since, clock)],
  [words.live.card.speed, speedText(now.speed_kmh)],
  [words.live.card.battery, batteryText(now.battery)],
  [
    words.live.card.inside,
    now.last_fix === null ? "–" : now.inside.map(({ name }) => name).join(", ") || words.live.card.noArea
  ]
]

/** Returns the facts of a device without a visible animal, from the data of the map. */
const deviceFacts = ({ battery, speed_mps, still_since }: Seen["properties"], clock: number): Facts => [
  ...(still_since === null ? [] : [[words.live.card.stillFor, stillFor(still_since, clock)] as const]),
  [words.live.card.speed, speedText(speed_mps === null ? null : speed_mps * 3.6)],
  [words.live.card.battery, batteryText(battery)]
]

const isMissing = (error: unknown): boolean => error instanceof Refused && error.status === 404

/**
 * Returns `data`, the record of an animal, and `device`, the map's data where the id is a device's (else
 * null).
 */
const useWhom = (id: string) => {
  const { project } = useProject()
  const { data: seen } = useQuery({
    ...currentMap(project.id),
    select: ({ features }) => features.find((one) => one.id === id)
  })
  const device = seen?.properties.entity_id === null ? seen.properties : null
  const { data } = useQuery({
    ...animal(project.id, id),
    // a missing record is not requested again
    enabled: ({ state }) => device === null && !isMissing(state.error)
  })
  return { data, device, slug: project.slug }
}

interface OpenPageProps {
  readonly id: string
  /** the card is a device's */
  readonly device: boolean
  readonly slug: string
}

const OpenPage = ({ device, id, slug }: OpenPageProps) =>
  device ? (
    <Link className="link" to="/p/$slug/operate/devices/$device" params={{ slug, device: id }}>
      {words.live.card.openPage}
    </Link>
  ) : (
    <Link className="link" to="/p/$slug/animals/$entity" params={{ slug, entity: id }}>
      {words.live.card.openPage}
    </Link>
  )

/**
 * WhyNot links to the page that explains what the rules found at the map's time, read on the click because it
 * moves without React. `alerts`: how many are open now.
 */
const WhyNot = ({ alerts, id, slug }: Pick<OpenPageProps, "id" | "slug"> & { readonly alerts: number }) => {
  const navigate = useNavigate()
  const ask = () => {
    const at = readCursor()
    const search = at === null ? {} : { t: iso(at) }
    void navigate({ to: "/p/$slug/animals/$entity/why", params: { slug, entity: id }, search })
  }
  return (
    <button className="link" onClick={ask}>
      {words.common.why.title({ alerts })}
    </button>
  )
}

/** EntityCard shows the selected subject beside its marker. */
export const EntityCard = ({ field, follows, id, onClose, onFollow }: EntityCardProps) => {
  const { data, device, slug } = useWhom(id)
  const card = usePlace(id, field)
  const clock = useNow()
  const past = usePast()
  const nights = useNights(clock)
  const now = data?.now
  const name = data?.name ?? device?.device_name
  const { reporting, time } = device ?? { reporting: now?.reporting, time: now?.last_fix?.time }
  const shownName = name ?? field.live.place(id)?.name
  const facts =
    device !== null ? deviceFacts(device, clock) : now === undefined ? null : animalFacts(now, clock)
  return (
    <section
      ref={card}
      className={`card ${look["card"]}`}
      aria-label={name ?? words.live.card.selected}
      data-card
    >
      <header>
        <bdi>{shownName}</bdi>
        {time !== undefined && !past && (
          <span className={`chip num ${reporting === "on_time" ? "on" : "late"}`}>
            <Parts of={words.live.card.fixAgo<ReactNode>({ age: <Age of={time} /> })} />
          </span>
        )}
        <button aria-label={words.live.card.close} onClick={onClose}>
          <Icon name="x" size={15} />
        </button>
      </header>
      <div className={look["acts"]}>
        <button
          type="button"
          className="btn small"
          title={words.live.card.followHint}
          aria-pressed={follows}
          onClick={onFollow}
        >
          <Icon name="follow" size={15} /> {words.live.card.follow}
        </button>
        <PlaceActs name={shownName ?? ""} at={() => field.live.place(id)?.at} />
      </div>
      {past && (
        <p className={look["past"]}>
          <Parts of={words.live.card.past<ReactNode>({ key: <kbd>L</kbd> })} />
        </p>
      )}
      {facts !== null && !past && (
        <dl>
          {facts.map(([fact, value]) => (
            <div key={fact}>
              <dt>{fact}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {!past && data?.spark !== undefined && data.spark.points.length > 0 && (
        <div className={look["spark"]}>
          <span className="faint">
            {words.live.card.lastDay({ metric: metricName(data.spark.metric), unit: data.spark.unit })}
          </span>
          <Spark of={data.spark} now={clock} nights={nights} width={206} height={40} />
        </div>
      )}
      {(data !== undefined || device !== null) && (
        <footer>
          <OpenPage device={device !== null} id={id} slug={slug} />
          {device === null && (
            <WhyNot id={id} slug={slug} alerts={past ? 0 : (now?.open_alerts.count ?? 0)} />
          )}
        </footer>
      )}
    </section>
  )
}
