// The last thirty days, one column per day: devices worn, fixes, distance, events. A day links to its replay on the
// map.
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { type KeyboardEvent, useRef, useState } from "react"
import { words } from "../../../words/language.ts"
import { type Assignment, assignmentsOf, type Day, DAYS, daysOf, device } from "../../data/animal.ts"
import { numberText } from "../../design/numbers.ts"
import { Severity, type SeverityName } from "../../design/marks/Severity.tsx"
import { useProject } from "../../shell/useProject.ts"
import { iso } from "../../time/iso.ts"
import { inZone } from "../../time/zoneTime.ts"
import { useNow } from "../../time/useNow.ts"
import look from "./dayStrip.module.css"

/** Refetch interval of the strip. */
const REFETCH_MS = 600_000

type Totals = NonNullable<Day["totals"]>

const none: Totals = { fixes: 0, distance_km: null, info: 0, warning: 0, critical: 0 }

const gravest = ({ critical, info, warning }: Totals): SeverityName | null =>
  critical > 0 ? "critical" : warning > 0 ? "warning" : info > 0 ? "info" : null

const kilometres = (km: number | null): string =>
  km === null ? "–" : `${numberText(Math.round(km * 10) / 10)} km`

const replayText = (day: Day, zone: string, isToday: boolean): string => {
  const { critical, distance_km, fixes, info, warning } = day.totals ?? none
  const events = critical + info + warning
  return words.animals.days.replay({
    day: isToday ? null : inZone(day.from, zone, "day"),
    fixes,
    distance: kilometres(distance_km),
    events
  })
}

const Worn = ({ days, of }: { readonly days: ReadonlyArray<Day>; readonly of: Assignment }) => {
  const { data } = useQuery(device(of.device_id))
  const from = Date.parse(days[0]!.from),
    to = Date.parse(days.at(-1)!.to)
  const share = (at: number) => (100 * (Math.min(to, Math.max(from, at)) - from)) / (to - from)
  const left = share(Date.parse(of.valid_from)),
    right = share(of.valid_to === null ? to : Date.parse(of.valid_to))
  if (right <= left) return null
  return (
    <span
      className={look["worn"]}
      data-now={of.valid_to === null}
      style={{ left: `${left}%`, width: `${right - left}%` }}
    >
      <bdi>{data?.name}</bdi>
    </span>
  )
}

/** Returns the height of a bar in percent; a value above zero always gets a visible bar. */
const tall = (value: number, most: number): string =>
  value === 0 ? "0" : `${Math.max(4, (100 * value) / most)}%`

const Cell = ({ day, mostFixes, mostKm }: { day: Day; mostFixes: number; mostKm: number }) => {
  const totals = day.totals ?? none
  const worst = gravest(totals)
  return (
    <>
      <span className={look["bar"]} data-none={totals.fixes === 0}>
        <i style={{ height: tall(totals.fixes ?? mostFixes, mostFixes) }} />
      </span>
      <span className={look["bar"]} data-none={totals.distance_km === null}>
        <i className={look["way"]} style={{ height: tall(totals.distance_km ?? 0, mostKm) }} />
      </span>
      <span className={look["event"]}>{worst !== null && <Severity of={worst} size={11} />}</span>
    </>
  )
}

const Lane = ({ detail, name }: { readonly name: string; readonly detail: string }) => (
  <span className={look["lane"]}>
    <b>{name}</b>
    <span>{detail}</span>
  </span>
)

const Days = ({ days, id }: { readonly days: ReadonlyArray<Day>; readonly id: string }) => {
  const { project, zone } = useProject()
  const { data: worn = [] } = useQuery(assignmentsOf(project.id, id))
  const [at, setAt] = useState(days.length - 1)
  const list = useRef<HTMLOListElement>(null)
  const clock = useNow()
  const totals = days.map((day) => day.totals ?? none)
  const mostFixes = Math.max(1, ...totals.map(({ fixes }) => fixes ?? 0)),
    mostKm = Math.max(0.1, ...totals.map(({ distance_km }) => distance_km ?? 0))
  const move = (event: KeyboardEvent) => {
    const to =
      event.key === "ArrowLeft"
        ? at - 1
        : event.key === "ArrowRight"
          ? at + 1
          : event.key === "Home"
            ? 0
            : event.key === "End"
              ? days.length - 1
              : null
    const day = to === null ? undefined : list.current?.querySelectorAll("a")[to]
    if (to === null || day === undefined) return
    event.preventDefault()
    event.stopPropagation()
    setAt(to)
    day.focus()
  }
  return (
    <div className={look["grid"]}>
      <div className={look["names"]} aria-hidden="true">
        <Lane name={words.animals.days.wears} detail="" />
        <Lane
          name={words.animals.days.fixes}
          detail={words.animals.days.upTo({ most: numberText(mostFixes) })}
        />
        <Lane
          name={words.animals.days.distance}
          detail={words.animals.days.upTo({ most: kilometres(mostKm) })}
        />
        <Lane name={words.animals.days.events} detail="" />
      </div>
      <div className={look["days"]}>
        <div className={look["wears"]}>
          {worn.length === 0 && <span className="faint">{words.animals.days.noDevice}</span>}
          {worn.map((one) => (
            <Worn key={one.id} days={days} of={one} />
          ))}
        </div>
        <ol ref={list} aria-label={words.animals.days.list({ days: DAYS })} onKeyDown={move}>
          {days.map((day, i) => (
            <li key={day.date}>
              <Link
                to="/p/$slug/live"
                params={{ slug: project.slug }}
                search={{
                  sel: id,
                  t: day.from,
                  w: i === days.length - 1 ? iso(Math.min(clock, Date.parse(day.to))) : day.to
                }}
                aria-label={replayText(day, zone, i === days.length - 1)}
                title={replayText(day, zone, i === days.length - 1)}
                tabIndex={i === Math.min(at, days.length - 1) ? 0 : -1}
                onFocus={() => setAt(i)}
                data-today={i === days.length - 1}
              >
                <Cell day={day} mostFixes={mostFixes} mostKm={mostKm} />
                <span className={look["date"]}>
                  {i === days.length - 1
                    ? words.animals.days.today
                    : (days.length - 1 - i) % 5 === 0
                      ? inZone(day.from, zone, "day")
                      : ""}
                </span>
              </Link>
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}

/** DayStrip shows the last thirty days of an animal. */
export const DayStrip = ({ id }: { readonly id: string }) => {
  const { project } = useProject()
  const now = Math.ceil(useNow() / REFETCH_MS) * REFETCH_MS
  const { data } = useQuery(daysOf(project.id, id, now))
  return (
    <section className={`panel ${look["strip"]}`} aria-label={words.animals.days.label}>
      <h2>
        <b>{words.animals.days.title({ days: DAYS })}</b>{" "}
        <span className="soft">{words.animals.days.hint}</span>
      </h2>
      {data !== undefined && data.length > 0 && <Days days={data} id={id} />}
    </section>
  )
}
