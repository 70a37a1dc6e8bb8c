// Which devices an animal wore and when, with battery and last contact.
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import { type Assignment, assignmentsOf, device } from "../../data/animal.ts"
import { lastSeen, latestOf } from "../../data/latest.ts"
import { useProject } from "../../shell/useProject.ts"
import { iso } from "../../time/iso.ts"
import { inZone, span } from "../../time/zoneTime.ts"
import { useNow } from "../../time/useNow.ts"
import { WornActs } from "../devices/change/WornActs.tsx"
import { Battery } from "./Battery.tsx"
import look from "./worn.module.css"

const DAY_MS = 86_400_000
/** An assignment that starts before 1990 has no known start. */
const BEGINNING = Date.UTC(1990, 0, 2)

const BATTERIES: ReadonlyArray<string> = ["battery_voltage", "battery_percent"]

interface RowProps {
  readonly id: string
  /** the name of the animal */
  readonly name: string
  readonly of: Assignment
}

const Row = ({ id, name, of }: RowProps) => {
  const { project, zone } = useProject()
  const clock = useNow()
  const { data: worn, error } = useQuery({ ...device(of.device_id), retry: false })
  const whose = { entity_id: id, device_id: of.device_id }
  const { data: values = [] } = useQuery(latestOf(project.id, whose))
  const { data: seen } = useQuery(lastSeen(project.id, whose))
  const battery = values
    .filter(({ metric }) => BATTERIES.includes(metric))
    .toSorted((a, b) => b.time.localeCompare(a.time))[0]
  const isNow = of.valid_to === null || Date.parse(of.valid_to) > clock
  return (
    <li>
      {worn === undefined ? (
        <bdi className="strong">{error === null ? "" : words.animals.worn.hidden}</bdi>
      ) : (
        <Link
          className="strong"
          to="/p/$slug/operate/devices/$device"
          params={{ slug: project.slug, device: worn.id }}
        >
          <bdi>{worn.name}</bdi>
        </Link>
      )}
      <span className={look["battery"]}>
        {battery !== undefined && typeof battery.value === "number" && (
          <Battery of={{ metric: battery.metric, value: battery.value, unit: battery.unit }} />
        )}
      </span>
      <span className="soft num">
        {words.animals.worn.time({
          from: Date.parse(of.valid_from) < BEGINNING ? null : inZone(of.valid_from, zone, "date"),
          to: of.valid_to === null || isNow ? null : inZone(of.valid_to, zone, "date")
        })}
      </span>
      <span className={look["seen"]}>
        {seen === undefined ? (
          ""
        ) : seen === null ? (
          words.animals.worn.neverSeen
        ) : (
          <Link
            className="link num"
            to="/p/$slug/live"
            params={{ slug: project.slug }}
            search={{ sel: id, t: iso(Date.parse(seen) - DAY_MS / 2), w: seen }}
            title={words.animals.worn.replay({ moment: inZone(seen, zone, "full") })}
          >
            {isNow
              ? words.animals.worn.seen({ age: span((clock - Date.parse(seen)) / 1000) })
              : words.animals.worn.lastSeen({ day: inZone(seen, zone, "day") })}
          </Link>
        )}
      </span>
      {worn !== undefined && (
        <span className={look["acts"]}>
          <WornActs of={of} animal={name} device={worn.name} />
        </span>
      )}
    </li>
  )
}

/** WornList lists the devices that an animal has worn. */
export const WornList = ({ id, name }: { readonly id: string; readonly name: string }) => {
  const { project } = useProject()
  const { data } = useQuery(assignmentsOf(project.id, id))
  return (
    <section className="panel" aria-label={words.animals.worn.title}>
      <h2 className={look["head"]}>
        <b>{words.animals.worn.title}</b>{" "}
        <span className="soft num">{data?.length === 0 ? words.animals.worn.none : ""}</span>
      </h2>
      <ul className={look["list"]}>
        {data?.map((one) => (
          <Row key={one.id} id={id} name={name} of={one} />
        ))}
      </ul>
    </section>
  )
}
