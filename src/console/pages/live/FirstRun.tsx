// An empty project: three ways to the first animal on the map.
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { call } from "../../data/api/call.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import { projects } from "../../data/session.ts"
import { Glyph } from "../../charts/Glyph.tsx"
import { Icon } from "../../design/marks/Icon.tsx"
import type { IconName } from "../../design/marks/icons.ts"
import type { SeverityName } from "../../design/marks/Severity.tsx"
import { toast } from "../../shell/toasts.ts"
import { useProject } from "../../shell/useProject.ts"
import { entityWord } from "../../shell/words.ts"
import { FirstSteps } from "./FirstSteps.tsx"
import look from "./firstRun.module.css"

interface WayProps {
  readonly icon: IconName
  readonly title: string
  readonly text: string
  readonly children: React.ReactNode
}

const Way = ({ children, icon, text, title }: WayProps) => (
  <section className={`card ${look["way"]}`} aria-label={title}>
    <h3>
      <Icon name={icon} size={20} />
      {title}
    </h3>
    <p className="soft">{text}</p>
    <div className={look["do"]}>{children}</div>
  </section>
)

/** Bars of the preview: a herd that grazes twice a day. */
const BARS = Array.from({ length: 48 }, (_, i) => 6 + Math.round(16 * Math.sin((i * Math.PI) / 16) ** 2))
const MARKS: ReadonlyArray<readonly [number, SeverityName]> = [
  [22, "info"],
  [78, "info"],
  [120, "warning"],
  [168, "info"],
  [226, "critical"]
]

/** Preview draws a day of the demo farm: fixes and events. */
const Preview = () => (
  <svg className={look["preview"]} viewBox="0 0 240 46" aria-hidden="true">
    {BARS.map((tall, i) => (
      <rect key={i} x={i * 5} width="3.6" y={46 - tall} height={tall} fill="var(--bar)" />
    ))}
    {MARKS.map(([x, of]) => (
      <Glyph key={x} of={of} x={x} y={8} />
    ))}
  </svg>
)

const Demo = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { isPending, mutate } = useMutation({
    mutationFn: () => call("POST", "/demo", { body: {} }),
    onSuccess: async ({ slug }) => {
      await client.invalidateQueries(projects)
      await navigate({ to: "/p/$slug/live", params: { slug } })
    },
    onError: (refused) => toast(sentenceOf(refused), "bad")
  })
  return (
    <button className="btn primary" disabled={isPending} onClick={() => mutate()}>
      {isPending ? "Making it" : "Load the demo"}
    </button>
  )
}

/** Senders by their common names. */
const SENDERS = ["LoRaWAN", "MQTT", "OwnTracks", "Traccar", "OsmAnd", "HTTP"]

/** FirstRun shows the ways to the first animal. */
export const FirstRun = () => {
  const { me, project } = useProject()
  return (
    <div className={look["ground"]} data-first-run>
      <div className={look["page"]}>
        <h2>No {entityWord(project).many} here yet. Bring in the first ones.</h2>
        <p className="soft">All three can be done later too.</p>
        <div className={look["ways"]}>
          <Way
            icon="up"
            title="Import tracks"
            text="Movebank, CSV or GPX. Every row that is refused is listed with its reason."
          >
            <span className="row">
              <Link className="btn" to="/p/$slug/import" params={{ slug: project.slug }}>
                Import tracks
              </Link>
              <a className="link" href="/guide/importing-tracks">
                Importing tracks
              </a>
            </span>
          </Way>
          <Way
            icon="plug"
            title="Connect a source"
            text="Collars, phones and trackers that report by themselves. Unknown devices wait until you name them."
          >
            <ul className={look["senders"]}>
              {SENDERS.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
            <span className="row">
              <Link className="btn" to="/p/$slug/operate/sources/new" params={{ slug: project.slug }}>
                Connect…
              </Link>
              <a className="link" href="/guide/first-day">
                Step by step
              </a>
            </span>
          </Way>
          <Way
            icon="seed"
            title="Load the demo"
            text="An invented farm: animals that move while you look, fences, rules that fire, and alerts."
          >
            <Preview />
            {me.server_admin ? <Demo /> : <p className="faint">A server admin can load it.</p>}
          </Way>
        </div>
        <FirstSteps isRow />
      </div>
    </div>
  )
}
