// Connects a source in three steps on one page: the sender, its settings, its first record.
import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { words } from "../../../../words/language.ts"
import { Icon } from "../../../design/marks/Icon.tsx"
import { Parts } from "../../../design/Parts.tsx"
import { Crumb } from "../../operate/Crumb.tsx"
import { newestStranger } from "../../../data/arrivals.ts"
import { type OpenedSource, source as sourceQuery } from "../../../data/sources.ts"
import { MissingPermission } from "../../../shell/MissingPermission.tsx"
import { Page } from "../../../shell/Page.tsx"
import { Trouble, Waiting } from "../../../shell/states.tsx"
import { useProject } from "../../../shell/useProject.ts"
import { HEALTH_TONES, healthWord } from "../words.ts"
import { publishedIn } from "./brokerConfig.ts"
import look from "./connect.module.css"
import { FirstRecord } from "./FirstRecord.tsx"
import { MakeSource } from "./MakeSource.tsx"
import type { Person } from "./person.ts"
import { type Sender, senderOf, senderOfSource, SENDERS } from "./senders.ts"
import { Where } from "./Where.tsx"

const STEPS = ["sender", "settings", "first"] as const

const Steps = ({ at }: { readonly at: number }) => (
  <ol className={look["steps"]} aria-label={words.connect.steps.label}>
    {STEPS.map((step, i) => (
      <li key={step} aria-current={i === at ? "step" : undefined} data-done={i < at}>
        <span className={look["number"]}>{i < at ? <Icon name="check" size={13} /> : i + 1}</span>{" "}
        {words.connect.steps[step]}
      </li>
    ))}
  </ol>
)

const Senders = ({ chosen }: { readonly chosen: Sender }) => {
  const { me, project } = useProject()
  const text = words.connect.senders
  const offered = SENDERS.filter(({ isOutward }) => isOutward !== true || me.server_admin)
  return (
    <nav className={look["senders"]} aria-label={text.title}>
      <header>
        <h2>{text.title}</h2>
        <span className="soft">{text.count({ count: offered.length })}</span>
      </header>
      <ul>
        {offered.map(({ adapter, key }) => (
          <li key={key}>
            <Link
              to="/p/$slug/operate/sources/new"
              params={{ slug: project.slug }}
              search={{ who: key }}
              replace
              aria-current={key === chosen.key ? "true" : undefined}
            >
              <b>{words.sources.senders[key]}</b>
              <code className="mono">{adapter}</code>
              <span className="soft">{words.senders.about[key]}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className={look["none"]}>
        <Parts
          of={text.none<ReactNode>({
            post: <b>POST JSON</b>,
            guide: (
              <a className="link" href="/guide/what-do-i-own">
                {text.guide}
              </a>
            )
          })}
        />
        {!me.server_admin && ` ${text.byAdmin}`}
      </p>
    </nav>
  )
}

/** Token is the token of the new source, kept while the page is open. */
interface Token {
  readonly sourceId: string
  readonly text: string
}

/** The page that connects a source. */
export const ConnectPage = () => {
  const { may, project } = useProject()
  const { published, source: id, who } = useSearch({ from: "/known/p/$slug/operate/sources/new" })
  const navigate = useNavigate()
  const [token, setToken] = useState<Token | null>(null)
  const [people, setPeople] = useState<ReadonlyArray<Person>>([])
  const { data, error, refetch } = useQuery({ ...sourceQuery(id ?? ""), enabled: id !== undefined })
  const source = id === undefined ? undefined : data
  const sender = (source === undefined ? senderOf(who) : senderOfSource(source)) ?? SENDERS[0]!
  const made = (opened: OpenedSource, person: Person | null) => {
    setToken({ sourceId: opened.id, text: opened.token })
    setPeople(person === null ? [] : [person])
    void navigate({
      to: "/p/$slug/operate/sources/new",
      params: { slug: project.slug },
      search: { source: opened.id },
      replace: true
    })
  }
  const strangers = useQuery({ ...newestStranger(id ?? ""), enabled: id !== undefined })
  const hasRecord = source !== undefined && (source.last_record_at !== null || strangers.data != null)
  // once its device is registered, the first record stays on the page
  const [arrivedBy, setArrivedBy] = useState<string | null>(null)
  if (hasRecord && arrivedBy !== source.id) setArrivedBy(source.id)
  const at = source === undefined ? 0 : arrivedBy === source.id ? 2 : 1
  // an unknown device's report counts: the source has received something
  const isHeard = at === 2 && source?.health === "never"
  const name = source?.name ?? words.sources.connect
  return (
    <Page
      title={
        <Crumb list="/p/$slug/operate/sources" word={words.sources.title}>
          {source === undefined ? name : <bdi>{name}</bdi>}
        </Crumb>
      }
      name={name}
      beside={
        source && (
          <span className={`chip ${isHeard ? "on" : HEALTH_TONES[source.health]}`}>
            {isHeard ? words.connect.heard : healthWord(source.health)}
          </span>
        )
      }
      acts={<Steps at={at} />}
    >
      <main className={look["page"]} data-listens={source === undefined ? undefined : ""}>
        <Senders chosen={sender} />
        <div className={look["middle"]}>
          {!may("integrations:write") && (
            <MissingPermission what={words.connect.connecting} permission="integrations:write" />
          )}
          {may("integrations:write") && id === undefined && (
            <>
              <header className={look["lead"]}>
                <h2>{words.connect.lead.title({ sender: words.sources.senders[sender.key] })}</h2>
                <p className="soft">{words.connect.lead.about}</p>
              </header>
              <MakeSource
                key={sender.key}
                sender={sender}
                published={publishedIn(published ?? "")}
                onMade={made}
              />
            </>
          )}
          {id !== undefined && error !== null && <Trouble error={error} again={() => void refetch()} />}
          {id !== undefined && error === null && source === undefined && (
            <Waiting what={words.connect.theSource} />
          )}
          {may("integrations:write") && source !== undefined && (
            <Where
              key={source.id}
              source={source}
              sender={sender}
              token={token?.sourceId === source.id ? token.text : null}
              onToken={(text) => setToken({ sourceId: source.id, text })}
              people={people}
              onPeople={setPeople}
            />
          )}
        </div>
        {source !== undefined && (
          <FirstRecord key={source.id} source={source} sender={sender} people={people} />
        )}
      </main>
    </Page>
  )
}
