// A form for a new API token: scopes, projects and expiry; then the token itself, shown once. The token lives only in
// the state of this dialog, never in the address or the query cache.
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { words } from "../../../words/language.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import { CheckBox, TextField } from "../../design/form/TextField.tsx"
import { Parts } from "../../design/Parts.tsx"
import form from "../../design/section.module.css"
import { makeToken, type NewToken, type OpenedToken, permissions } from "../../data/account.ts"
import { type Me, projects } from "../../data/session.ts"
import { formText } from "../../design/form/formText.ts"
import { OnceOnly } from "../../shell/OnceOnly.tsx"
import { useForm } from "../../design/form/useForm.ts"
import { useModal } from "../../design/useModal.ts"
import { ENDS, endOf } from "./tokenEnds.ts"
import look from "./newToken.module.css"

type Scope = NewToken["scopes"][number]

/** Returns the scopes that a token of the user can have: those that the user has in any project. */
const useCarried = (me: Me) => {
  const { data = [] } = useQuery(permissions)
  const held = new Set(Object.values(me.permissions).flat())
  return data.filter(({ key, reserved }) => held.has(key) && !reserved)
}

const Group = ({ children, title }: { readonly title: string; readonly children: ReactNode }) => (
  <fieldset className={look["group"]}>
    <legend>{title}</legend>
    {children}
  </fieldset>
)

const toggled = <A,>(set: ReadonlySet<A>, one: A): ReadonlySet<A> => {
  const next = new Set(set)
  if (!next.delete(one)) next.add(one)
  return next
}

interface FormProps {
  readonly me: Me
  readonly onMade: (token: OpenedToken) => void
  readonly onClose: () => void
}

const Form = ({ me, onClose, onMade }: FormProps) => {
  const carried = useCarried(me)
  const { data: mine = [] } = useQuery(projects)
  const [scopes, setScopes] = useState<ReadonlySet<Scope>>(new Set<Scope>(["project:read"]))
  const [where, setWhere] = useState<ReadonlySet<string>>(new Set())
  const { busy, error, mistakes, onSubmit } = useForm(async (data) =>
    onMade(
      await makeToken({
        name: formText(data, "name").trim(),
        scopes: [...scopes],
        ...(where.size === 0 ? {} : { project_ids: [...where] }),
        ...endOf(formText(data, "ends"), Date.now())
      })
    )
  )
  return (
    <form onSubmit={onSubmit}>
      <h2 id="new-token">{words.account.newToken.title}</h2>
      <TextField
        label={words.account.newToken.program}
        name="name"
        required
        maxLength={200}
        mistake={mistakes.get("/name")}
      />
      <Group title={words.account.newToken.scopes}>
        <div className={look["many"]}>
          {carried.map(({ key, label }) => (
            <CheckBox
              key={key}
              label={label}
              checked={scopes.has(key)}
              onChange={() => setScopes(toggled(scopes, key))}
            />
          ))}
        </div>
      </Group>
      {mine.length > 1 && (
        <Group title={words.account.newToken.projects}>
          <div className={look["many"]}>
            <CheckBox
              label={words.account.newToken.allProjects}
              checked={where.size === 0}
              onChange={() => setWhere(new Set())}
            />
            {mine.map(({ id, name }) => (
              <CheckBox
                key={id}
                label={<bdi>{name}</bdi>}
                checked={where.has(id)}
                onChange={() => setWhere(toggled(where, id))}
              />
            ))}
          </div>
        </Group>
      )}
      <label className="field">
        {words.account.newToken.ends}
        <select className="input" name="ends" defaultValue="90">
          {ENDS.map(({ key }) => (
            <option key={key} value={key}>
              {words.account.newToken.end[key]}
            </option>
          ))}
        </select>
      </label>
      <p role="alert" className={form["bad"]}>
        {error !== null && !mistakes.has("/name") && sentenceOf(error)}
      </p>
      <footer className={look["foot"]}>
        <button type="button" className="btn" onClick={onClose}>
          {words.common.buttons.cancel}
        </button>
        <button className="btn primary" disabled={busy || scopes.size === 0}>
          {words.account.newToken.create}
        </button>
      </footer>
    </form>
  )
}

/** Body shows the form, then the token; closing the dialog discards both. */
const Body = ({ me, onClose }: { readonly me: Me; readonly onClose: () => void }) => {
  const [made, setMade] = useState<OpenedToken | null>(null)
  return made === null ? (
    <Form me={me} onMade={setMade} onClose={onClose} />
  ) : (
    <OnceOnly titleId="new-token" name={made.name} token={made.token} onClose={onClose}>
      <p className="soft">
        <Parts
          of={words.account.newToken.use<ReactNode>({
            header: <span className="mono">Authorization: Bearer …</span>,
            variable: <span className="mono">PUGMARK_TOKEN</span>
          })}
        />
      </p>
    </OnceOnly>
  )
}

interface DialogProps {
  readonly me: Me
  readonly open: boolean
  readonly onClose: () => void
}

/** NewTokenDialog makes an API token and shows it once. */
export const NewTokenDialog = ({ me, onClose, open }: DialogProps) => {
  const dialog = useModal(open, onClose)
  return (
    <dialog {...dialog} className={look["dialog"]} aria-labelledby="new-token">
      {open && <Body me={me} onClose={onClose} />}
    </dialog>
  )
}
