// Who was chosen on the map, beside them: it follows them and the map without React.
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useEffect, useRef } from "react"
import { Spark } from "../charts/Spark.tsx"
import { useNights } from "../charts/useNights.ts"
import { textScale } from "../charts/textScale.ts"
import { animal } from "../queries/animals.ts"
import { Icon } from "../look/Icon.tsx"
import { metricName } from "../look/metricName.ts"
import { fixedText, numberText } from "../look/numbers.ts"
import { useProject } from "../shell/useProject.ts"
import { Age } from "../time/Age.tsx"
import { span } from "../time/zoneTime.ts"
import { useNow } from "../time/useNow.ts"
import look from "./card.module.css"
import type { Field } from "./LiveMap.ts"

interface EntityCardProps {
  readonly id: string
  readonly field: Field
  readonly onClose: () => void
}

/**
 * Pixels between the marker and the card, and what the card keeps to the edges: at the right there are
 * buttons.
 */
const GAP = 26,
  EDGE = 12,
  BUTTONS = 62
/** What lies on the map above and below it, in the root's text: the bar; tools and the strip. */
const ABOVE = 62,
  BELOW_REM = 10.25

/** Keeps an element beside a marker of the map. */
const usePlace = (id: string, { live, map }: Field) => {
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    const put = () => {
      const element = card.current,
        place = live.place(id)
      if (element === null || place === undefined) return
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

const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd className="num">{value}</dd>
  </div>
)

export const EntityCard = ({ field, id, onClose }: EntityCardProps) => {
  const { project } = useProject()
  const { data } = useQuery(animal(project.id, id))
  const card = usePlace(id, field)
  const clock = useNow()
  const nights = useNights(clock)
  const now = data?.now
  const still = now?.still_since
  return (
    <section ref={card} className={`card ${look["card"]}`} aria-label={data?.name ?? "Chosen"}>
      <header>
        <bdi>{data?.name ?? field.live.place(id)?.name}</bdi>
        {now?.last_fix != null && (
          <span className={`chip num ${now.reporting === "on_time" ? "on" : "late"}`}>
            fix <Age of={now.last_fix.time} /> ago
          </span>
        )}
        <button aria-label="Close" onClick={onClose}>
          <Icon name="x" size={15} />
        </button>
      </header>
      {now !== undefined && (
        <dl>
          <Fact
            name={still == null ? "Today" : "Still for"}
            value={
              still == null
                ? now.today_km === null
                  ? "–"
                  : `${fixedText(now.today_km, 1)} km`
                : span((clock - Date.parse(still)) / 1000)
            }
          />
          <Fact name="Speed" value={now.speed_kmh === null ? "–" : `${now.speed_kmh.toFixed(1)} km/h`} />
          <Fact
            name="Battery"
            value={now.battery === null ? "–" : `${numberText(now.battery.value)} ${now.battery.unit ?? ""}`}
          />
          <Fact name="Inside" value={now.inside.map(({ name }) => name).join(", ") || "no zone"} />
        </dl>
      )}
      {data?.spark !== undefined && data.spark.points.length > 0 && (
        <div className={look["spark"]}>
          <span className="faint">
            {metricName(data.spark.metric)}, 24 h{data.spark.unit === null ? "" : ` (${data.spark.unit})`}
          </span>
          <Spark of={data.spark} now={clock} nights={nights} width={206} height={40} />
        </div>
      )}
      {data !== undefined && (
        <footer>
          <Link className="link" to="/p/$slug/animals/$entity" params={{ slug: project.slug, entity: id }}>
            Open page
          </Link>
        </footer>
      )}
    </section>
  )
}
