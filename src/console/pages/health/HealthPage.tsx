// The health of the service: for server admins everything, now and over the last hour or day; for other users what
// concerns their project.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import { OperateFrame } from "../operate/OperateFrame.tsx"
import { StatusChip, StatusStrip } from "../operate/StatusStrip.tsx"
import { Section } from "../../design/Section.tsx"
import { systemHealth, systemHistory } from "../../data/health.ts"
import { Trouble, Waiting } from "../../shell/states.tsx"
import { useProject } from "../../shell/useProject.ts"
import look from "./health.module.css"
import { Engines } from "./Engines.tsx"
import { Partitions } from "./Partitions.tsx"
import { Queues } from "./Queues.tsx"
import { Room } from "./Room.tsx"
import { Versions } from "./Versions.tsx"
import { Workers } from "./Workers.tsx"
import { Wrong } from "./Wrong.tsx"

const route = getRouteApi("/known/p/$slug/operate/health")

/** Periods: key in the address, name, minutes. */
const SPANS = [
  [undefined, "hour", 60],
  ["24h", "day", 1440]
] as const

const System = ({ minutes, span }: { readonly minutes: number; readonly span: string }) => {
  const { data, error, refetch } = useQuery(systemHealth)
  const { data: history } = useQuery(systemHistory(minutes))
  if (data === undefined)
    return error === null ? (
      <Waiting what={words.health.waiting} />
    ) : (
      <Trouble error={error} again={() => void refetch()} />
    )
  const parts = { health: data, history, span }
  return (
    <>
      <Wrong of={data.attention} />
      <div className={look["grid"]}>
        <div className={look["column"]}>
          <Workers {...parts} />
          <Engines health={data} />
          <Partitions {...parts} />
        </div>
        <div className={look["column"]}>
          <Queues {...parts} />
          <Room {...parts} />
          <Versions health={data} />
        </div>
      </div>
    </>
  )
}

/** Own is the page for members who are not server admins. */
const Own = () => (
  <>
    <StatusStrip />
    <div className={look["grid"]}>
      <Section title={words.health.limited.title}>
        <p className={look["rest"]}>{words.health.limited.about}</p>
      </Section>
    </div>
  </>
)

/** HealthPage is the page of the service's health. */
export const HealthPage = () => {
  const { me } = useProject()
  const { last } = route.useSearch()
  const navigate = route.useNavigate()
  const [, span, minutes] = SPANS.find(([key]) => key === last) ?? SPANS[0]
  return (
    <OperateFrame
      name={words.health.title}
      acts={
        <>
          <StatusChip />
          {me.server_admin && (
            <span className="segments" role="group" aria-label={words.health.howFarBack}>
              {SPANS.map(([key, name, many]) => (
                <button
                  key={name}
                  aria-pressed={many === minutes}
                  onClick={() =>
                    void navigate({ search: key === undefined ? {} : { last: key }, replace: true })
                  }
                >
                  {words.health.spans[name]}
                </button>
              ))}
            </span>
          )}
        </>
      }
    >
      <main className={look["page"]}>
        {me.server_admin ? <System minutes={minutes} span={words.health.spans[span]} /> : <Own />}
      </main>
    </OperateFrame>
  )
}
