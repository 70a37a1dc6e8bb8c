// A new source: who sends, and a name; then its door and its token, this once. Server admins connect to servers too,
// and see at once whether that works. What is filled in is kept until it was made or given up; a secret is not.
import { useState } from "react"
import { sentenceOf } from "../api/Refused.ts"
import { Field } from "../look/Field.tsx"
import dialogs from "../look/dialog.module.css"
import form from "../look/section.module.css"
import { makeSource, type NewSource as Wanted, type OpenedSource } from "../queries/sources.ts"
import { formText } from "../look/formText.ts"
import { OnceOnly } from "../shell/OnceOnly.tsx"
import { useForm } from "../look/useForm.ts"
import { useModal } from "../look/useModal.ts"
import { useProject } from "../shell/useProject.ts"
import { keptAs, textIn } from "../writing.ts"
import look from "./sources.module.css"
import { Connected } from "./Connected.tsx"
import { websocketConfig } from "./websocketConfig.ts"
import { WebsocketServer } from "./WebsocketServer.tsx"
import { ADAPTERS, doorOf, isOutward, lineOf, SERVERS } from "./words.ts"

interface FormProps {
  readonly onMade: (opened: OpenedSource) => void
  readonly onClose: () => void
}

const SERVER = SERVERS[0][0]

/** What the form is called among what is kept. */
const WHAT = "source"

/** All that was filled in but secrets. */
const membersOf = (form: HTMLFormElement) => {
  const { password: _, ...members } = Object.fromEntries(new FormData(form))
  return members
}

const isAdapter = (key: string): key is Wanted["adapter_key"] => ADAPTERS.some(([one]) => one === key)

const Form = ({ onClose, onMade }: FormProps) => {
  const { me, project } = useProject()
  const [kept] = useState(() => keptAs(project.id, WHAT))
  const [before] = useState(kept.read)
  const was = (name: string) => textIn(before[name])
  const offered = [...ADAPTERS, ...(me.server_admin ? SERVERS : [])]
  const [chosen, setChosen] = useState(
    () => offered.find(([key]) => key === was("adapter"))?.[0] ?? "generic_http"
  )
  const { busy, error, mistakes, onSubmit } = useForm(async (data) => {
    const adapter = chosen === SERVER ? "generic_websocket" : chosen
    if (!isAdapter(adapter)) return
    const made = await makeSource({
      name: formText(data, "name").trim(),
      adapter_key: adapter,
      project_ids: [project.id],
      ...(chosen === SERVER ? { config: websocketConfig(data) } : {})
    })
    kept.forget()
    onMade(made)
  })
  return (
    <form
      className={dialogs["form"]}
      onSubmit={onSubmit}
      onChange={({ currentTarget }) => kept.write(membersOf(currentTarget))}
    >
      <h2 id="new-source">New source</h2>
      <fieldset className={look["adapters"]}>
        <legend>Who sends</legend>
        {offered.map(([key, name, about]) => (
          <label key={key} className={form["check"]}>
            <input
              type="radio"
              name="adapter"
              value={key}
              checked={key === chosen}
              onChange={() => setChosen(key)}
            />
            <span className="soft">
              <b>{name}</b> {about}
            </span>
          </label>
        ))}
      </fieldset>
      <Field
        label="Its name"
        name="name"
        defaultValue={was("name")}
        required
        maxLength={200}
        mistake={mistakes.get("/name")}
      />
      {chosen === SERVER && <WebsocketServer mistakes={mistakes} was={was} />}
      <p className="soft">
        {me.server_admin
          ? "Sources that listen to a broker are made over the API; the guide says how."
          : "Sources that connect out, to a broker or a server, are made by a server admin."}
      </p>
      <p role="alert" className={form["bad"]}>
        {error !== null && !mistakes.has("/name") && sentenceOf(error)}
      </p>
      <footer>
        <button type="button" className="btn" onClick={onClose}>
          Not now
        </button>
        <button className="btn primary" disabled={busy}>
          Make it
        </button>
      </footer>
    </form>
  )
}

interface DialogProps {
  /** null: none is made, and no token is shown */
  readonly shown: "new" | OpenedSource | null
  readonly onMade: (opened: OpenedSource) => void
  readonly onClose: () => void
}

/** The form, or the token of a source: both are gone with the dialog. */
export const SourceDialog = ({ onClose, onMade, shown }: DialogProps) => {
  const { project } = useProject()
  const closed = () => {
    if (shown === "new") keptAs(project.id, WHAT).forget()
    onClose()
  }
  const dialog = useModal(shown !== null, closed)
  const close = () => dialog.ref.current?.close()
  return (
    <dialog {...dialog} className={look["dialog"]} aria-labelledby="new-source">
      {shown === "new" && <Form onMade={onMade} onClose={close} />}
      {shown !== null && shown !== "new" && isOutward(shown) && (
        <Connected titleId="new-source" of={shown} onClose={onClose} />
      )}
      {shown !== null && shown !== "new" && !isOutward(shown) && (
        <OnceOnly titleId="new-source" name={shown.name} token={shown.token} onClose={onClose}>
          {shown.adapter_key !== "generic_websocket" && (
            <p>
              Senders go to <code className="mono">{doorOf(shown)}</code> with{" "}
              <span className="mono">Authorization: Bearer …</span>, or as their app asks for it:{" "}
              <a className="link" href="/guide/data-sources">
                the guide
              </a>{" "}
              says where each puts it.
            </p>
          )}
          <p className="soft">
            A device that holds a line opens <code className="mono">{lineOf(shown)}</code> and shows the token
            in that header, in the subprotocols <span className="mono">pugmark.v1, token.…</span>, or in the
            first frame, <span className="mono">{`{"token": "…"}`}</span>.
          </p>
          {shown.previous_token_until !== null && (
            <p className="soft">The token before opens for another day: change the senders one by one.</p>
          )}
        </OnceOnly>
      )}
    </dialog>
  )
}
