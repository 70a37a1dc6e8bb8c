// One trace: opens on the decisive step, with the payload, the error and its remedy.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { remedyText } from "../../design/remedyText.ts"
import { type TracePage as Trace, tracePage } from "../../data/traces.ts"
import { Crumb } from "../operate/Crumb.tsx"
import { Page } from "../../shell/Page.tsx"
import { TroubledPage, Waiting } from "../../shell/states.tsx"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"
import { entityWord } from "../../shell/words.ts"
import { inZone } from "../../time/zoneTime.ts"
import { Alike } from "./Alike.tsx"
import { Decoded } from "./Decoded.tsx"
import { Payload } from "./Payload.tsx"
import { SendAgain } from "./SendAgain.tsx"
import { StepList } from "./StepList.tsx"
import { detailText, failureName, said, stepName, took } from "./stepWords.ts"
import { kindWord, statusWord, titleOf } from "./traceWords.ts"
import look from "./trace.module.css"
import { copyText } from "../../shell/clipboard.ts"

const route = getRouteApi("/known/p/$slug/operate/traces/$trace")

/** Links to the device, entity, rule and event of the trace. */
const Ways = ({ of }: { readonly of: Trace }) => {
  const { project } = useProject()
  const slug = project.slug
  return (
    <>
      {of.event_id !== null && (
        <Link className="btn primary" to="/p/$slug/events/$event" params={{ slug, event: of.event_id }}>
          {words.traces.links.event}
        </Link>
      )}
      {of.entity_id !== null && (
        <Link className="btn" to="/p/$slug/animals/$entity" params={{ slug, entity: of.entity_id }}>
          {words.traces.links.entity({ name: of.entity_name, one: entityWord(project).one })}
        </Link>
      )}
      {of.device_id !== null && (
        <Link className="btn" to="/p/$slug/operate/devices/$device" params={{ slug, device: of.device_id }}>
          {words.traces.links.device}
        </Link>
      )}
      {of.rule_id !== null && (
        <Link className="btn" to="/p/$slug/rules/$rule" params={{ slug, rule: of.rule_id }}>
          {words.traces.links.rule}
        </Link>
      )}
    </>
  )
}

const About = ({ of }: { readonly of: Trace }) => {
  const { zone } = useProject()
  const rows: ReadonlyArray<readonly [string, string | null]> = [
    [words.traces.about.began, inZone(of.started_at, zone, "full")],
    [words.traces.about.took, of.duration_ms > 0 ? took(of.duration_ms) : null],
    [words.traces.about.kind, kindWord(of.kind)],
    [words.traces.about.source, of.data_source_name],
    [words.traces.about.device, of.device_name],
    [words.traces.about.entity, of.entity_name],
    [
      words.traces.about.rule,
      of.rule_name === null
        ? null
        : words.traces.about.ruleVersion({ rule: of.rule_name, version: String(of.rule_version ?? "?") })
    ],
    [words.traces.about.keptUntil, inZone(of.kept_until, zone, "date")]
  ]
  return (
    <section className={look["about"]} aria-label={words.traces.about.title}>
      <h2>{words.traces.about.title}</h2>
      <dl>
        {rows.map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd className="num">{value}</dd>
              </div>
            )
        )}
      </dl>
    </section>
  )
}

/** The detail of the chosen step, and what to do about it. */
const Told = ({ of, step }: { readonly of: Trace; readonly step: Trace["steps"][number] }) => {
  const error = said(step.detail, "error") ?? (step.status === "failed" ? of.error : null)
  const remedy = said(step.detail, "remedy")
  const became =
    step.status === "ok"
      ? stepName(step.name)
      : words.traces.step.became({ step: stepName(step.name), status: statusWord(step.status) })
  return (
    <header className={look["verdict"]}>
      <h2>{error === null ? became : words.traces.step.error({ step: failureName(step.name), error })}</h2>
      {error !== null && of.kind === "ingest" && <p>{words.traces.step.nothingStored}</p>}
      {remedy !== null && (
        <p className={look["remedy"]}>
          <b>{words.traces.step.remedy}</b> {remedyText(remedy, said(step.detail, "code"))}
        </p>
      )}
    </header>
  )
}

const Detail = ({ step }: { readonly step: Trace["steps"][number] }) => (
  <section className={look["detail"]} aria-label={words.traces.step.detail}>
    <header className={look["head"]}>
      <h2>{words.traces.step.detail}</h2> <code className="mono faint">{step.name}</code>
    </header>
    <pre className={look["raw"]}>{detailText(step.detail) || words.traces.step.noDetail}</pre>
  </section>
)

const Body = ({ of }: { readonly of: Trace }) => {
  const deciding = of.steps.findIndex((step) => JSON.stringify(step) === JSON.stringify(of.decisive))
  const [at, setAt] = useState(Math.max(0, deciding))
  const [view, setView] = useState<"steps" | "json">("steps")
  const step = of.steps[at]
  useKeys({
    j: () => setAt(Math.min(of.steps.length - 1, at + 1)),
    k: () => setAt(Math.max(0, at - 1))
  })
  const hasPayload = of.payload !== undefined && of.payload !== null
  const { decoded = [], not_read: notRead = [] } = of
  const isRead = decoded.length + notRead.length > 0
  const marked = step === undefined ? null : said(step.detail, "member")
  return (
    <div className={look["body"]}>
      <aside className={look["side"]}>
        <div className="tabs" role="group" aria-label={words.traces.view}>
          <button aria-current={view === "steps" ? "page" : undefined} onClick={() => setView("steps")}>
            {words.traces.viewSteps}
            <span>{of.steps.length}</span>
          </button>
          <button aria-current={view === "json" ? "page" : undefined} onClick={() => setView("json")}>
            {words.traces.viewJson}
          </button>
        </div>
        <StepList of={of} at={at} onChoose={setAt} />
        <About of={of} />
      </aside>
      <main className={look["main"]}>
        {view === "json" ? (
          <pre className={`panel ${look["raw"]}`}>{JSON.stringify(of, null, 2)}</pre>
        ) : (
          <>
            {step !== undefined && <Told of={of} step={step} />}
            <div className={`panel ${look["pair"]}`} data-two={hasPayload}>
              {hasPayload && <Payload of={of.payload} marked={marked} />}
              {isRead ? (
                <Decoded of={decoded} notRead={notRead} marked={marked} />
              ) : (
                step !== undefined && <Detail step={step} />
              )}
            </div>
            {isRead && step !== undefined && (
              <div className="panel">
                <Detail step={step} />
              </div>
            )}
            <Alike of={of} />
          </>
        )}
      </main>
    </div>
  )
}

/** The page of one trace. */
export const TracePage = () => {
  const { project } = useProject()
  const { trace: id } = route.useParams()
  const navigate = route.useNavigate()
  const { data, error, refetch } = useQuery(tracePage(id))
  const slug = project.slug
  const go = (to: string | null | undefined) => {
    if (to != null) void navigate({ to: "/p/$slug/operate/traces/$trace", params: { slug, trace: to } })
  }
  useKeys({
    "[": () => go(data?.earlier),
    "]": () => go(data?.later),
    Escape: () => void navigate({ to: "/p/$slug/operate/traces", params: { slug } })
  })
  if (error !== null) return <TroubledPage error={error} again={() => void refetch()} />
  if (data === undefined) return <Waiting what={words.traces.waitingOne} />
  return (
    <Page
      name={titleOf(data)}
      title={
        <Crumb list="/p/$slug/operate/traces" word={words.traces.title}>
          {titleOf(data)}
        </Crumb>
      }
      beside={
        <>
          <span className={`chip ${data.status === "failed" ? "bad" : data.status === "ok" ? "on" : ""}`}>
            {statusWord(data.status)}
          </span>
          {data.code !== null && <code className="mono">{data.code}</code>}
        </>
      }
      acts={
        <>
          <code className={`mono faint ${look["id"]}`}>{data.id}</code>
          <button className="btn" onClick={() => copyText(data.id, words.traces.idCopied)}>
            <Icon name="copy" size={14} /> {words.traces.copyId}
          </button>
          <button className="btn" disabled={data.earlier === null} onClick={() => go(data.earlier)}>
            {words.traces.earlier} <kbd>[</kbd>
          </button>
          <button className="btn" disabled={data.later === null} onClick={() => go(data.later)}>
            {words.traces.later} <kbd>]</kbd>
          </button>
          <SendAgain of={data} />
          <Ways of={data} />
        </>
      }
    >
      <Body key={data.id} of={data} />
    </Page>
  )
}
