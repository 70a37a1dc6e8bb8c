// Why no alert? Or, where some are open, why these? All rules about one animal at a moment, evaluated by the server
// with the rules and records of then.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { useRef, useState } from "react"
import { words } from "../../../words/language.ts"
import { EventMap } from "../event/EventMap.tsx"
import { animal } from "../../data/animals.ts"
import { ruleGroups, type WhyNot as Answer } from "../../data/evidence.ts"
import { Key } from "../../design/marks/Key.tsx"
import { Page } from "../../shell/Page.tsx"
import { Trouble, Waiting } from "../../shell/states.tsx"
import { useChosenRow } from "../../shell/useChosenRow.ts"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"
import { AsOf } from "../../time/AsOf.tsx"
import { iso } from "../../time/iso.ts"
import { useNow } from "../../time/useNow.ts"
import { Answers } from "./Answers.tsx"
import { Lanes } from "./Lanes.tsx"
import { MomentField } from "./MomentField.tsx"
import { OpenAlerts } from "./OpenAlerts.tsx"
import { useAnswer } from "./useAnswer.ts"
import look from "./whynot.module.css"

const route = getRouteApi("/known/p/$slug/animals/$entity/why")

const MINUTE = 60_000,
  HOUR = 60 * MINUTE,
  DAY = 24 * HOUR

interface PlaceProps {
  readonly id: string
  readonly name: string
  readonly of: Answer
}

/** The position at the moment, and the track of the day before. */
const Place = ({ id, name, of: { at, position } }: PlaceProps) => (
  <div className={`panel ${look["map"]}`}>
    <EventMap
      key={id}
      id={id}
      subject={{ entity_id: id, device_id: null }}
      name={name}
      severity={null}
      time={Date.parse(at)}
      at={position === null ? null : [position.lon, position.lat]}
      before={DAY}
      after={0}
      told={words.whyNot.dayBefore}
    />
  </div>
)

const Asked = ({ entity }: { readonly entity: string }) => {
  const { project } = useProject()
  const { t } = route.useSearch()
  const navigate = route.useNavigate()
  // start with data of a second ago; later reads are once per minute
  const [looked, setLooked] = useState(Date.now)
  const latest = Math.max(looked, Math.floor(useNow() / MINUTE) * MINUTE)
  const asked = t === undefined ? NaN : Date.parse(t)
  const at = Number.isFinite(asked) ? asked : latest
  const { data: who } = useQuery(animal(project.id, entity))
  // open alerts are of now; of a moment in the past the rules alone tell
  const alerts = Number.isFinite(asked) ? 0 : (who?.now?.open_alerts.count ?? 0)
  const title = words.common.why.title({ alerts })
  const { again, error, isBusy, shown } = useAnswer(entity, at)
  // in their order on the page
  const rows = ruleGroups
    .flatMap((group) => (shown?.rules ?? []).filter((one) => one.group === group))
    .map((one) => ({ id: one.rule.id }))
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
      name={who === undefined ? title : words.common.why.titleOf({ name: who.name, alerts })}
      title={
        <>
          <Link to="/p/$slug/animals/$entity" params={params}>
            <bdi>{who?.name ?? words.whyNot.animal}</bdi>
          </Link>{" "}
          <span className="faint">/</span> {title}
        </>
      }
      acts={
        <>
          <button
            className="btn small icon"
            onClick={() => go(at - MINUTE)}
            aria-label={words.whyNot.moment.earlier}
          >
            <Key of="←" />
          </button>
          <MomentField at={at} latest={latest} onAsk={go} />
          <button
            className="btn small icon"
            onClick={() => go(at + MINUTE)}
            aria-label={words.whyNot.moment.later}
          >
            <Key of="→" />
          </button>
          <button className="btn small" onClick={() => go(latest)}>
            {words.whyNot.moment.now} <kbd>L</kbd>
          </button>
        </>
      }
      said={
        shown !== undefined &&
        error !== null && <AsOf at={Date.parse(shown.at)} error={error} again={again} />
      }
    >
      <main className={look["page"]} aria-busy={shown !== undefined && isBusy}>
        {shown === undefined &&
          (error === null ? (
            <Waiting what={words.whyNot.theAnswers} />
          ) : (
            <Trouble error={error} again={again} />
          ))}
        {shown !== undefined && (
          <>
            <div className={look["field"]}>
              <Place id={entity} name={who?.name ?? ""} of={shown} />
              <Lanes of={shown} />
            </div>
            <Answers ref={answers} of={shown} chosen={chosen?.id} onChoose={choose}>
              {alerts > 0 && <OpenAlerts id={entity} />}
            </Answers>
          </>
        )}
      </main>
    </Page>
  )
}

/** The page "Why no alert?", with open alerts "Why these alerts?". */
export const WhyNot = () => {
  const { entity } = route.useParams()
  return <Asked key={entity} entity={entity} />
}
