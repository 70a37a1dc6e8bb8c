import { Link } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import { Spark } from "../../charts/Spark.tsx"
import { useNights } from "../../charts/useNights.ts"
import type { Animal } from "../../data/animals.ts"
import { Mark } from "../../design/marks/Mark.tsx"
import { fixedText } from "../../design/numbers.ts"
import { Severity } from "../../design/marks/Severity.tsx"
import { useProject } from "../../shell/useProject.ts"
import { Age } from "../../time/Age.tsx"
import { inZone } from "../../time/zoneTime.ts"
import { useNow } from "../../time/useNow.ts"
import { Battery } from "./Battery.tsx"
import look from "./animals.module.css"

interface AnimalRowProps {
  readonly animal: Animal
  /** the entity type */
  readonly entityType: string | null
  readonly chosen: boolean
  readonly onChoose: () => void
}

const DAY_MS = 86_400_000

/** Returns the time of day for today, else the date. */
const sinceText = (at: string, zone: string, now: number): string =>
  inZone(at, zone, now - Date.parse(at) < DAY_MS ? "clock" : "day")

type Now = NonNullable<Animal["now"]>

const AlertCell = ({ open_alerts: { count, severity, title } }: Now) =>
  severity === null ? null : (
    <span className="row">
      <Severity of={severity} />
      <bdi className={look["alert"]}>{title}</bdi>
      {count > 1 && <span className="faint num">+{count - 1}</span>}
    </span>
  )

/** AnimalRow shows an animal as a row: name, state and since when. */
export const AnimalRow = ({
  animal: { id, name, now, spark },
  chosen,
  entityType,
  onChoose
}: AnimalRowProps) => {
  const { project, zone } = useProject()
  const clock = useNow()
  const nights = useNights(clock)
  const inside = now?.inside[0]
  const heading = now?.still_since === null ? (now.last_fix?.heading_deg ?? null) : null
  return (
    <tr aria-selected={chosen} onClick={onChoose}>
      <td>
        <Link
          className={look["name"]}
          to="/p/$slug/animals/$entity"
          params={{ slug: project.slug, entity: id }}
        >
          <Mark entityType={entityType} heading={heading} silent={now?.reporting === "silent"} />
          <bdi>{name}</bdi>
        </Link>
      </td>
      <td>{now !== undefined && <AlertCell {...now} />}</td>
      <td data-reporting={now?.reporting} className={look["fix"]}>
        {now?.last_fix == null ? words.animals.never : <Age of={now.last_fix.time} />}
      </td>
      <td>
        {inside !== undefined ? (
          <bdi>{inside.name}</bdi>
        ) : (
          <span className="faint">{now?.last_fix == null ? "–" : words.animals.outside}</span>
        )}
      </td>
      <td className="soft">{inside === undefined ? "" : sinceText(inside.since, zone, clock)}</td>
      <td className="end">
        {now?.speed_kmh == null ? "–" : fixedText(now.speed_kmh, 1)} <span className="faint">km/h</span>
      </td>
      <td>{now?.battery == null ? <span className="faint">–</span> : <Battery of={now.battery} />}</td>
      <td>
        {spark !== undefined && spark.points.length > 0 && <Spark of={spark} now={clock} nights={nights} />}
      </td>
      <td className="end">
        {now?.today_km == null ? "–" : fixedText(now.today_km, 1)} <span className="faint">km</span>
      </td>
      <td className="mono soft">
        <bdi>{now?.device?.name}</bdi>
      </td>
    </tr>
  )
}
