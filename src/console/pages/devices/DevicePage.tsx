// The page of one device: assignments with draggable edges, running jobs, measurements, received items, actions.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { words } from "../../../words/language.ts"
import { device } from "../../data/animal.ts"
import { type Device, entityNames, identitiesOf, wearers } from "../../data/device.ts"
import { lastSeen, latestOf } from "../../data/latest.ts"
import { sources } from "../../data/sources.ts"
import { Parts } from "../../design/Parts.tsx"
import { Crumb } from "../operate/Crumb.tsx"
import { Page } from "../../shell/Page.tsx"
import { TroubledPage, Waiting } from "../../shell/states.tsx"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"
import { entityWord } from "../../shell/words.ts"
import { Age } from "../../time/Age.tsx"
import { DeviceActs } from "./change/DeviceActs.tsx"
import { InProjects } from "./change/InProjects.tsx"
import { Arrivals } from "./Arrivals.tsx"
import { Jobs } from "./Jobs.tsx"
import { KnownAs } from "./KnownAs.tsx"
import { RetireButton } from "./RetireButton.tsx"
import { Values } from "./Values.tsx"
import { Worn } from "./Worn.tsx"
import look from "./device.module.css"

const route = getRouteApi("/known/p/$slug/operate/devices/$device")

/** Returns the time of the last contact; null: never. */
const useLast = (id: string): string | null => {
  const { project } = useProject()
  const { data: values = [] } = useQuery(latestOf(project.id, { device_id: id }))
  const { data: fix = null } = useQuery(lastSeen(project.id, { device_id: id }))
  return [...values.map(({ time }) => time), ...(fix === null ? [] : [fix])].sort().at(-1) ?? null
}

const Beside = ({ of }: { readonly of: Device }) => {
  const { id, released_at, status } = of
  const { project } = useProject()
  const last = useLast(id)
  const { data: identities = [] } = useQuery(identitiesOf(id))
  const { data: known = [] } = useQuery(sources)
  const { data: worn } = useQuery(wearers(project.id))
  const { data: names } = useQuery(entityNames(project.id))
  const wearer = worn?.get(id)
  const [first] = identities
  const source = known.find((one) => one.id === first?.data_source_id)
  return (
    <>
      <span className={`chip ${status === "active" ? "on" : ""}`}>{words.devices.status[status]}</span>
      {released_at !== null && <span className="chip">{words.devices.released}</span>}
      {first !== undefined && <code className="mono faint">{first.external_id}</code>}
      <span className={`soft num ${look["beside"]}`}>
        {source !== undefined && <bdi>{source.name}, </bdi>}
        {wearer !== undefined && (
          <>
            <Link
              className="link"
              to="/p/$slug/animals/$entity"
              params={{ slug: project.slug, entity: wearer }}
            >
              <bdi>{names?.get(wearer) ?? words.devices.itsEntity({ one: entityWord(project).one })}</bdi>
            </Link>
            ,{" "}
          </>
        )}
        {last === null ? (
          words.devices.noRecord
        ) : (
          <Parts of={words.devices.lastRecord<ReactNode>({ age: <Age of={last} /> })} />
        )}
      </span>
    </>
  )
}

/** DevicePage is the page of one device. */
export const DevicePage = () => {
  const { may, project } = useProject()
  const { device: id } = route.useParams()
  const navigate = route.useNavigate()
  const { data, error, refetch } = useQuery(device(id))
  const slug = project.slug
  useKeys({ Escape: () => void navigate({ to: "/p/$slug/operate/devices", params: { slug } }) })
  if (error !== null) return <TroubledPage error={error} again={() => void refetch()} />
  if (data === undefined) return <Waiting what={words.devices.waitingOne} />
  const search = { device: id }
  return (
    <Page
      name={data.name}
      title={
        <Crumb list="/p/$slug/operate/devices" word={words.devices.title}>
          <bdi>{data.name}</bdi>
        </Crumb>
      }
      beside={<Beside of={data} />}
      acts={
        <>
          {may("traces:read") && (
            <>
              <Link className="btn" to="/p/$slug/operate/traffic" params={{ slug }} search={search}>
                {words.devices.traffic}
              </Link>
              <Link className="btn" to="/p/$slug/operate/traces" params={{ slug }} search={search}>
                {words.devices.traces}
              </Link>
            </>
          )}
          <RetireButton of={data} />
          <DeviceActs of={data} />
        </>
      }
    >
      <main className={look["page"]}>
        <div className={look["main"]}>
          <Worn key={id} id={id} name={data.name} beside={<Jobs id={id} />} />
        </div>
        <div className={look["side"]}>
          <Values id={id} />
          {may("traces:read") && <Arrivals id={id} />}
          <KnownAs id={id} />
          <InProjects of={data} />
        </div>
      </main>
    </Page>
  )
}
