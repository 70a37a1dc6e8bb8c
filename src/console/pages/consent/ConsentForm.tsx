// What an AI client requests, and the user's answer. The server decides what can be granted; the form can only reduce
// it.
import { type ReactNode, useState } from "react"
import { words } from "../../../words/language.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import { Parts } from "../../design/Parts.tsx"
import { Icon } from "../../design/marks/Icon.tsx"
import { Logo } from "../../design/marks/Logo.tsx"
import { type ClientScope, type Consent, decide, type Decision } from "../../data/clients.ts"
import type { Me } from "../../data/session.ts"
import { useNow } from "../../time/useNow.ts"
import { usePageTitle } from "../../documentTitle.ts"
import { Choice } from "./Choice.tsx"
import look from "./consent.module.css"
import { useArmed } from "./useArmed.ts"

const toggled = <A,>(all: ReadonlySet<A>, one: A, on: boolean): ReadonlySet<A> => {
  const next = new Set(all)
  if (on) next.add(one)
  else next.delete(one)
  return next
}

const leftText = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1000))
  return seconds >= 60 ? `${Math.floor(seconds / 60)} min ${seconds % 60} s` : `${seconds} s`
}

/** Returns the projects that are selected at first: the only one, or none. */
const firstChosen = ({ projects }: Consent): ReadonlySet<string> =>
  new Set(projects.length === 1 ? [projects[0]!.id] : [])

interface ConsentFormProps {
  readonly id: string
  readonly asked: Consent
  readonly me: Me
}

/** ConsentForm grants or denies the request of an AI client. */
export const ConsentForm = ({ asked, id, me }: ConsentFormProps) => {
  const { client, days, expires_at: expiresAt, loopback, projects, redirect_host: host } = asked
  const [scopes, setScopes] = useState<ReadonlySet<ClientScope>>(() => new Set(asked.scopes))
  const [chosen, setChosen] = useState(() => firstChosen(asked))
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const armed = useArmed()
  const left = Date.parse(expiresAt) - useNow()
  const isDead = !armed || busy || left <= 0
  const missing =
    scopes.size === 0 ? words.consent.chooseScope : chosen.size === 0 ? words.consent.chooseProject : null

  usePageTitle(words.consent.pageTitle({ client: client.name }))

  const answer = async (decision: Decision) => {
    setBusy(true)
    setRefusal(null)
    try {
      location.assign(await decide(id, decision))
    } catch (refused) {
      setBusy(false)
      setRefusal(sentenceOf(refused))
    }
  }

  return (
    <>
      <header className={look["head"]}>
        <Logo size={44} />
        <div>
          <h1>
            <Parts of={words.consent.title<ReactNode>({ client: <bdi>{client.name}</bdi> })} />
          </h1>
          <p className="soft">
            <Parts
              of={words.consent.you<ReactNode>({
                name: <b>{me.name === "" ? me.email : me.name}</b>,
                email: me.name === "" ? null : me.email
              })}
            />{" "}
            <Parts of={words.consent.answersTo<ReactNode>({ host: <span className="mono">{host}</span> })} />
          </p>
        </div>
      </header>
      {loopback && (
        <p className={look["warning"]}>
          <Icon name="operate" size={16} />
          <span>{words.consent.loopback}</span>
        </p>
      )}
      <fieldset className={look["part"]}>
        <legend>
          {words.consent.wants} <span>{words.consent.wantsHint}</span>
        </legend>
        {asked.scopes.map((scope) => (
          <Choice
            key={scope}
            checked={scopes.has(scope)}
            onChange={(on) => setScopes((all) => toggled(all, scope, on))}
            {...words.consent.scopes[scope]}
            aside={<span className="mono">{scope}</span>}
          />
        ))}
      </fieldset>
      <fieldset className={look["part"]}>
        <legend>{words.consent.projects}</legend>
        {projects.map((project) => (
          <Choice
            key={project.id}
            checked={chosen.has(project.id)}
            onChange={(on) => setChosen((all) => toggled(all, project.id, on))}
            label={project.name}
            more={project.scopes.length < asked.scopes.length ? words.consent.notAllThere : undefined}
            aside={
              project.role === null
                ? words.consent.youRunServer
                : words.consent.youAre({ role: project.role })
            }
          />
        ))}
        {projects.length === 0 && <p className="soft">{words.consent.noProject}</p>}
      </fieldset>
      <section className={look["part"]} aria-labelledby="never">
        <h2 id="never">{words.consent.never}</h2>
        <ul className={look["never"]}>
          {Object.entries(words.consent.neverList).map(([key, one]) => (
            <li key={key}>
              <Icon name="x" size={13} /> {one}
            </li>
          ))}
        </ul>
      </section>
      <footer className={look["foot"]}>
        <div className={look["buttons"]}>
          <button className="btn" disabled={isDead} onClick={() => void answer({ allow: false })}>
            {words.consent.deny}
          </button>
          <button
            className="btn"
            disabled={isDead || missing !== null}
            onClick={() =>
              void answer({
                allow: true,
                scopes: asked.scopes.filter((scope) => scopes.has(scope)),
                project_ids: [...chosen]
              })
            }
          >
            {words.consent.allow({ days })}
          </button>
        </div>
        <p role="alert" className={look["refusal"]}>
          {refusal}
        </p>
        {missing !== null && <p>{missing}</p>}
        <p>{words.consent.audit}</p>
        <p className="num">
          {left > 0 ? words.consent.endsIn({ time: leftText(left) }) : words.consent.ended}
        </p>
      </footer>
    </>
  )
}
