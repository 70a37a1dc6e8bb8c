// The page of one fence or area: its size, who is inside, its visits, the rules about it, and its history.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { words } from "../../../words/language.ts"
import { Refused } from "../../data/api/Refused.ts"
import { areaPresence, type AreaSummary, areaSummary, feature } from "../../data/areas.ts"
import { Segments } from "../../design/form/Segments.tsx"
import { Icon } from "../../design/marks/Icon.tsx"
import { Parts } from "../../design/Parts.tsx"
import { MissingPermission, toastMissingPermission } from "../../shell/MissingPermission.tsx"
import { Page } from "../../shell/Page.tsx"
import { Trouble, TroubledPage, Waiting } from "../../shell/states.tsx"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"
import { Ago } from "../../time/Ago.tsx"
import { AsOf } from "../../time/AsOf.tsx"
import { isJustNow, span } from "../../time/zoneTime.ts"
import { useNow } from "../../time/useNow.ts"
import { AreaFigures } from "./AreaFigures.tsx"
import { AreaMap } from "./AreaMap.tsx"
import { AreaSide } from "./AreaSide.tsx"
import { VisitLanes } from "./VisitLanes.tsx"
import look from "./areaPage.module.css"

const route = getRouteApi("/known/p/$slug/areas/$area")

/** The periods of the visits, days. */
const PERIODS = ["7", "30", "90"] as const
type Period = (typeof PERIODS)[number]
const DEFAULT_PERIOD: Period = "30"

const usePeriod = () => {
  const { days } = route.useSearch()
  const navigate = route.useNavigate()
  const period = PERIODS.find((one) => one === days) ?? DEFAULT_PERIOD
  return {
    period,
    days: Number(period),
    onPeriod: (next: Period | undefined) =>
      void navigate({
        search: next === undefined || next === DEFAULT_PERIOD ? {} : { days: next },
        replace: true
      })
  }
}

/** Changed says who changed the area last, and when. */
const Changed = ({ of }: { readonly of: AreaSummary["history"][number] }) => {
  const { zone } = useProject()
  const now = useNow()
  return (
    <span className={`faint num ${look["changed"]}`}>
      <Parts
        of={words.area.changed<ReactNode>({
          who: of.changed_by?.name == null ? null : <bdi>{of.changed_by.name}</bdi>,
          when: <Ago at={of.changed_at} zone={zone} />,
          isNow: isJustNow(of.changed_at, now),
          isNew: of.what === "created"
        })}
      />
    </span>
  )
}

/** Visits shows the visits of the chosen period. */
const Visits = ({ id }: { readonly id: string }) => {
  const { project } = useProject()
  const { days, onPeriod, period } = usePeriod()
  const { data, error, refetch } = useQuery(areaPresence(project.id, id, days, useNow()))
  return (
    <section className={`panel ${look["visits"]}`} aria-labelledby="visits">
      <header>
        <h2 id="visits">{words.area.visits.title({ days })}</h2>
        {data !== undefined && (
          <span className="soft">{words.area.visits.source({ gap: span(data.break_seconds) })}</span>
        )}
        <Segments
          label={words.area.visits.period}
          all={false}
          of={PERIODS.map((one) => [one, words.area.visits.days({ days: Number(one) })] as const)}
          value={period}
          onChoose={onPeriod}
        />
      </header>
      {error !== null && error instanceof Refused && error.status === 422 ? (
        <p className={look["tooMany"]}>{words.area.visits.tooMany}</p>
      ) : error !== null ? (
        <Trouble error={error} again={() => void refetch()} />
      ) : data === undefined ? (
        <Waiting what={words.area.visits.loading} />
      ) : (
        <VisitLanes of={data} days={days} />
      )}
    </section>
  )
}

/** AreaPage is the page of one area. */
export const AreaPage = () => {
  const { may, project } = useProject()
  const { area: id } = route.useParams()
  const navigate = route.useNavigate()
  const { days } = usePeriod()
  const { data, dataUpdatedAt, error, refetch } = useQuery(feature(project.id, id))
  const { data: summary } = useQuery(areaSummary(project.id, id))
  const { data: presence } = useQuery(areaPresence(project.id, id, days, useNow()))
  const params = { slug: project.slug }
  const change = { area: id, tool: "change" }
  useKeys({
    c: () =>
      may("features:write")
        ? void navigate({ to: "/p/$slug/live", params, search: change })
        : toastMissingPermission(words.area.changeShape, "features:write"),
    m: () => void navigate({ to: "/p/$slug/live", params, search: { area: id } }),
    Escape: () => void navigate({ to: "/p/$slug/live", params, search: { tool: "areas" } })
  })
  const again = () => void refetch()
  if (data === undefined)
    return error === null ? (
      <Waiting what={words.area.loading} />
    ) : (
      <TroubledPage error={error} again={again} />
    )
  const { record } = data
  const last = summary?.history[0]
  return (
    <Page
      name={record.name}
      title={
        <>
          <Link to="/p/$slug/live" params={params} search={{ tool: "areas" }}>
            {words.area.areas}
          </Link>{" "}
          <span className="faint">/</span> <bdi>{record.name}</bdi>
        </>
      }
      beside={
        <>
          <span className="chip on">{words.areas.types[record.feature_type]}</span>
          {last !== undefined && <Changed of={last} />}
        </>
      }
      acts={
        may("features:write") ? (
          <Link className="btn" to="/p/$slug/live" params={params} search={change}>
            <Icon name="pencil" size={15} /> {words.area.changeShape} <kbd>C</kbd>
          </Link>
        ) : (
          <MissingPermission what={words.area.changeShape} permission="features:write" />
        )
      }
      said={error !== null && <AsOf at={dataUpdatedAt} error={error} again={again} />}
    >
      <div className={look["body"]}>
        <main className={look["main"]}>
          <AreaFigures of={record} summary={summary} presence={presence} days={days} />
          <AreaMap key={id} of={record} />
          <Visits id={id} />
        </main>
        <AreaSide of={record} summary={summary} presence={presence} />
      </div>
    </Page>
  )
}
