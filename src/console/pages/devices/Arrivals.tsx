// The latest received items of a device and their outcomes.
import { useInfiniteQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import { type Arrival, traffic } from "../../data/traffic.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import { became, contents } from "../traffic/words.ts"
import look from "./device.module.css"

/** Items that are shown. */
const MAX_ITEMS = 6

const TONES: Readonly<Record<Arrival["status"], string>> = {
  accepted: "accepted",
  duplicate: "soft",
  rejected: "refused",
  unassigned: "refused"
}

/** Arrivals lists the latest received items of a device. */
export const Arrivals = ({ id }: { readonly id: string }) => {
  const { project, zone } = useProject()
  const slug = project.slug
  const { data } = useInfiniteQuery(traffic(project.id, { device_id: id }, false))
  const few = data?.pages[0]?.items.slice(0, MAX_ITEMS)
  return (
    <section className="panel" aria-labelledby="arrivals">
      <h2 id="arrivals" className={look["head"]}>
        <b>{words.devices.arrivals.title}</b>{" "}
        <Link className="link" to="/p/$slug/operate/traffic" params={{ slug }} search={{ device: id }}>
          {words.devices.arrivals.all}
        </Link>
      </h2>
      {few?.length === 0 && <p className={look["none"]}>{words.devices.arrivals.none}</p>}
      <ul className={look["arrivals"]}>
        {few?.map((one) => (
          <li key={one.id}>
            <time className="mono faint" dateTime={one.received_at}>
              {inZone(one.received_at, zone, "dayTime")}
            </time>
            <span>{contents(one.payload)}</span>
            {one.trace_id === null ? (
              <span className={look[TONES[one.status]]}>{one.code ?? became(one.status)}</span>
            ) : (
              <Link
                className={`link ${look[TONES[one.status]]}`}
                to="/p/$slug/operate/traces/$trace"
                params={{ slug, trace: one.trace_id }}
              >
                {one.code ?? became(one.status)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
