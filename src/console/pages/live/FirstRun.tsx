// An empty project: three ways to the first animal on the map.
import { words } from "../../../words/language.ts"
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
      {isPending ? words.live.firstRun.loadingDemo : words.live.firstRun.loadDemo}
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
        <h2>{words.live.firstRun.title(entityWord(project))}</h2>
        <p className="soft">{words.live.firstRun.hint}</p>
        <div className={look["ways"]}>
          <Way icon="up" title={words.live.firstRun.importTracks} text={words.live.firstRun.importHint}>
            <span className="row">
              <Link className="btn" to="/p/$slug/import" params={{ slug: project.slug }}>
                {words.live.firstRun.importTracks}
              </Link>
              <a className="link" href="/guide/importing-tracks">
                {words.live.firstRun.importGuide}
              </a>
            </span>
          </Way>
          <Way icon="plug" title={words.live.firstRun.connect} text={words.live.firstRun.connectHint}>
            <ul className={look["senders"]}>
              {SENDERS.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
            <span className="row">
              <Link className="btn" to="/p/$slug/operate/sources/new" params={{ slug: project.slug }}>
                {words.live.firstRun.connectNow}
              </Link>
              <a className="link" href="/guide/first-day">
                {words.live.firstRun.connectGuide}
              </a>
            </span>
          </Way>
          <Way icon="seed" title={words.live.firstRun.loadDemo} text={words.live.firstRun.demoHint}>
            <Preview />
            {me.server_admin ? <Demo /> : <p className="faint">{words.live.firstRun.demoByAdmin}</p>}
          </Way>
        </div>
        <FirstSteps isRow />
      </div>
    </div>
  )
}
