// The page of one animal: current state, last thirty days, track of the last day, measurements, alerts and devices,
// and a link to the page that explains its alerts, or why there is none.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { words } from "../../../words/language.ts"
import { AnalyseLink } from "../analyses/AnalyseLink.tsx"
import { EventMap } from "../event/EventMap.tsx"
import { type Animal, animal } from "../../data/animals.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { PlaceActs } from "../../shell/place/PlaceActs.tsx"
import { Page } from "../../shell/Page.tsx"
import { State, TroubledPage, Waiting } from "../../shell/states.tsx"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"
import { capital, entityWord } from "../../shell/words.ts"
import { AsOf } from "../../time/AsOf.tsx"
import { iso } from "../../time/iso.ts"
import { span } from "../../time/zoneTime.ts"
import { useNow } from "../../time/useNow.ts"
import { AnimalActs } from "./change/AnimalActs.tsx"
import { AnimalAlerts } from "./AnimalAlerts.tsx"
import { DayStrip } from "./DayStrip.tsx"
import { Facts } from "./Facts.tsx"
import { Measured } from "./Measured.tsx"
import { WornList } from "./WornList.tsx"
import look from "./animal.module.css"

const route = getRouteApi("/known/p/$slug/animals/$entity")

const DAY = 86_400_000

type Now = NonNullable<Animal["now"]>

const TONES: Readonly<Record<Now["reporting"], string>> = {
  on_time: "on",
  late: "late",
  silent: "bad",
  never: ""
}

const Chips = ({ now, status }: { readonly now: Now; readonly status: Animal["status"] }) => (
  <>
    {status !== "active" && <span className="chip">{words.animals.status[status]}</span>}
    <span className={`chip ${TONES[now.reporting]}`}>{words.animals.reporting[now.reporting]}</span>
  </>
)

/** LastDay shows the track of the last 24 hours, or of the 24 hours before the last fix where that is older. */
const LastDay = ({ id, name, now }: { readonly id: string; readonly name: string; readonly now: Now }) => {
  const clock = useNow()
  const fix = now.last_fix
  if (fix === null)
    return (
      <State icon="live" title={words.animals.map.noFix}>
        <p>{now.device === null ? words.animals.map.noDevice : words.animals.map.wait}</p>
      </State>
    )
  const time = Date.parse(fix.time)
  const old = clock - time > DAY
  return (
    <EventMap
      key={id}
      id={id}
      subject={{ entity_id: id, device_id: null }}
      name={name}
      severity={null}
      heading={fix.heading_deg}
      moving={now.still_since === null && (now.speed_kmh ?? 0) > 0}
      time={time}
      at={[fix.lon, fix.lat]}
      before={DAY}
      after={60_000}
      told={
        old
          ? words.animals.map.lastDayBefore({ age: span((clock - time) / 1000) })
          : words.animals.map.lastDay
      }
      acts={<PlaceActs name={name} at={() => [fix.lon, fix.lat]} />}
    />
  )
}

/** AnimalPage is the page of one animal. */
export const AnimalPage = () => {
  const { project } = useProject()
  const { entity } = route.useParams()
  const navigate = route.useNavigate()
  const { data, dataUpdatedAt, error, refetch } = useQuery(animal(project.id, entity))
  const params = { slug: project.slug }
  const word = entityWord(project)
  useKeys({
    w: () => void navigate({ to: "/p/$slug/animals/$entity/why", params: { ...params, entity } }),
    m: () => void navigate({ to: "/p/$slug/live", params, search: { sel: entity } }),
    c: () => void navigate({ to: "/p/$slug/animals/$entity/fixes", params: { ...params, entity } }),
    Escape: () => void navigate({ to: "/p/$slug/animals", params })
  })
  const again = () => void refetch()
  if (data === undefined)
    return error === null ? (
      <Waiting what={words.animals.loadingOne({ animal: word.one })} />
    ) : (
      <TroubledPage error={error} again={again} />
    )
  const { id, name, now, spark, status } = data
  const last = now?.last_fix?.time
  const crumb: ReactNode = (
    <>
      <Link to="/p/$slug/animals" params={params}>
        {capital(word.many)}
      </Link>{" "}
      <span className="faint">/</span> <bdi>{name}</bdi>
    </>
  )
  return (
    <Page
      name={name}
      title={crumb}
      beside={now !== undefined && <Chips now={now} status={status} />}
      acts={
        <>
          {last !== undefined && (
            <Link
              className="btn"
              to="/p/$slug/live"
              params={params}
              search={{ sel: id, t: iso(Date.parse(last) - DAY), w: last }}
            >
              <Icon name="play" size={14} /> {words.animals.acts.replay}
            </Link>
          )}
          <Link className="btn" to="/p/$slug/live" params={params} search={{ sel: id }}>
            <Icon name="live" size={15} /> {words.animals.acts.map} <kbd>M</kbd>
          </Link>
          <AnalyseLink search={{ animals: id }}>{words.animals.acts.analyse}</AnalyseLink>
          <Link className="btn" to="/p/$slug/animals/$entity/fixes" params={{ ...params, entity: id }}>
            {words.animals.acts.correct} <kbd>C</kbd>
          </Link>
          <Link className="btn" to="/p/$slug/animals/$entity/why" params={{ ...params, entity: id }}>
            {words.common.why.title({ alerts: now?.open_alerts.count ?? 0 })} <kbd>W</kbd>
          </Link>
          <AnimalActs of={data} />
        </>
      }
      said={error !== null && <AsOf at={dataUpdatedAt} error={error} again={again} />}
    >
      <main className={look["page"]}>
        <div className={look["main"]}>
          {now !== undefined && <Facts now={now} />}
          <DayStrip id={id} />
          <div className={`panel ${look["map"]}`}>
            {now !== undefined && <LastDay id={id} name={name} now={now} />}
          </div>
        </div>
        <div className={look["side"]}>
          <AnimalAlerts id={id} />
          <Measured id={id} spark={spark} />
          <WornList id={id} name={name} />
        </div>
      </main>
    </Page>
  )
}
