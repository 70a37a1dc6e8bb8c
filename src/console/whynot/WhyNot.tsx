// Why no alert? Every rule about one animal at one moment: nearest to an alert first, then what waits, then what
// was not asked. Asked by the server with the rules and records of then.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { useRef, useState } from "react"
import { EventMap } from "../event/EventMap.tsx"
import { animal } from "../queries/animals.ts"
import { type ExplainedRule, type WhyNot as Answer, whyNot } from "../queries/evidence.ts"
import { Key } from "../look/Key.tsx"
import { Sentence } from "../look/Sentence.tsx"
import { Page } from "../shell/Page.tsx"
import { State, Trouble, Waiting } from "../shell/states.tsx"
import { useChosenRow } from "../shell/useChosenRow.ts"
import { useKeys } from "../shell/useKeys.ts"
import { useProject } from "../shell/useProject.ts"
import { iso } from "../time/iso.ts"
import { inZone, span } from "../time/zoneTime.ts"
import { useNow } from "../time/useNow.ts"
import { Lanes } from "./Lanes.tsx"
import { RuleAnswer } from "./RuleAnswer.tsx"
import look from "./whynot.module.css"

const route = getRouteApi("/known/p/$slug/animals/$entity/why")

const MINUTE = 60_000,
  HOUR = 60 * MINUTE

type Group = ExplainedRule["group"]

const GROUPS: ReadonlyArray<readonly [Group, string, string]> = [
  ["fired", "Fired", "it told somebody"],
  ["near", "Nearest to an alert", "asked, and a condition stopped it"],
  ["waiting", "Waiting", "for time to pass"],
  ["not_asked", "Not asked then", "nothing came that these rules look at"],
  ["not_in_scope", "Not about it", "another scope, or not in force"]
]

const DAY = 24 * HOUR

interface PlaceProps {
  readonly id: string
  readonly name: string
  readonly at: number
  readonly of: Answer
}

/** Where it was then, and the way of the day before. */
const Place = ({ at, id, name, of: { position } }: PlaceProps) => (
  <div className={`panel ${look["map"]}`}>
    <EventMap
      key={id}
      id={id}
      subject={{ entity_id: id, device_id: null }}
      name={name}
      severity={null}
      time={at}
      at={position === null ? null : [position.lon, position.lat]}
      before={DAY}
      after={0}
      told="24 h before"
    />
  </div>
)

export const WhyNot = () => {
  const { project, zone } = useProject()
  const { entity } = route.useParams()
  const { t } = route.useSearch()
  const navigate = route.useNavigate()
  // what came a second ago counts; from then on it is asked again each minute
  const [looked, setLooked] = useState(Date.now)
  const latest = Math.max(looked, Math.floor(useNow() / MINUTE) * MINUTE)
  const asked = t === undefined ? NaN : Date.parse(t)
  const at = Number.isFinite(asked) ? asked : latest
  const { data: who } = useQuery(animal(project.id, entity))
  const { data, error, refetch } = useQuery(whyNot(project.id, entity, at))
  // as they stand below each other
  const rows = GROUPS.flatMap(([group]) => (data?.rules ?? []).filter((one) => one.group === group)).map(
    (one) => ({ id: one.rule.id })
  )
  const { choose, chosen, moving } = useChosenRow(rows)
  const answers = useRef<HTMLDivElement>(null)
  const go = (moment: number) => {
    if (moment >= latest) setLooked(Date.now())
    void navigate({ search: moment >= latest ? {} : { t: iso(moment) }, replace: true })
  }
  useKeys({
    ...moving,
    Enter: () => answers.current?.querySelector<HTMLElement>("[data-chosen=true] > summary")?.click(),
    ArrowLeft: ({ shiftKey }) => go(at - (shiftKey ? HOUR : MINUTE)),
    ArrowRight: ({ shiftKey }) => go(at + (shiftKey ? HOUR : MINUTE)),
    l: () => go(latest)
  })
  const params = { slug: project.slug, entity }
  return (
    <Page
      title={
        <>
          <Link to="/p/$slug/animals/$entity" params={params}>
            <bdi>{who?.name ?? "Animal"}</bdi>
          </Link>{" "}
          <span className="faint">/</span> Why no alert?
        </>
      }
      acts={
        <>
          <button className="btn small icon" onClick={() => go(at - MINUTE)} aria-label="A minute earlier">
            <Key of="←" />
          </button>
          <time className="strong num" dateTime={iso(at)}>
            {inZone(at, zone, "full")}
          </time>
          <button className="btn small icon" onClick={() => go(at + MINUTE)} aria-label="A minute later">
            <Key of="→" />
          </button>
          <button className="btn small" onClick={() => go(latest)}>
            Now <kbd>L</kbd>
          </button>
        </>
      }
    >
      <main className={look["page"]}>
        {error !== null && <Trouble error={error} again={() => void refetch()} />}
        {data === undefined && error === null && <Waiting what="what the rules say" />}
        {data !== undefined && (
          <>
            <div className={look["field"]}>
              <Place id={entity} name={who?.name ?? ""} at={at} of={data} />
              <Lanes of={data} at={at} />
            </div>
            <div className={look["answers"]} ref={answers}>
              <header className={look["summary"]}>
                <Sentence parts={data.summary} />
                <p className="soft num">
                  {data.position === null
                    ? "No fix was known then."
                    : `The fix then was ${span(data.position.age_seconds)} old.`}
                </p>
              </header>
              {data.rules.length === 0 && (
                <State icon="rules" title="There is no rule yet.">
                  <p>A rule that is enabled is asked here, whether it fires or not.</p>
                </State>
              )}
              {GROUPS.map(([group, name, note]) => {
                const rules = data.rules.filter((one) => one.group === group)
                return rules.length === 0 ? null : (
                  <section key={group} aria-label={name}>
                    <h2 className={look["group"]}>
                      {name} <span className="faint">{note}</span>
                    </h2>
                    {rules.map((one) => (
                      <RuleAnswer
                        key={one.rule.id}
                        of={one}
                        at={at}
                        chosen={one.rule.id === chosen?.id}
                        onChoose={() => choose(one.rule.id)}
                      />
                    ))}
                  </section>
                )
              })}
              <footer className={look["keys"]}>
                <span>
                  <kbd>J</kbd> <kbd>K</kbd> rule by rule
                </span>
                <span>
                  <Key of="↵" /> what it read
                </span>
                <span>
                  <Key of="←" /> <Key of="→" /> minute
                </span>
              </footer>
            </div>
          </>
        )}
      </main>
    </Page>
  )
}
