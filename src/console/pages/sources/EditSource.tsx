// Edits the name, address, user and password of a source that the service connects to. They are tested before they are
// saved; the password is only written, never shown.
import { type ReactNode, useState } from "react"
import { words } from "../../../words/language.ts"
import {
  changeSource,
  type Source,
  type SourceConfig,
  type SourceTest,
  testDraft
} from "../../data/sources.ts"
import dialogs from "../../design/dialog.module.css"
import { Dialog } from "../../design/Dialog.tsx"
import { FormFoot } from "../../design/form/FormFoot.tsx"
import { formText } from "../../design/form/formText.ts"
import { TextField } from "../../design/form/TextField.tsx"
import { useForm } from "../../design/form/useForm.ts"
import { Parts } from "../../design/Parts.tsx"
import { Tested } from "./Tested.tsx"

interface EditSourceProps {
  readonly of: Source
  readonly open: boolean
  readonly onClose: () => void
}

/** Returns the configuration of a source with the access in the form. */
const configWith = ({ config: { mqtt, websocket, ...others } }: Source, form: FormData): SourceConfig => {
  const username = formText(form, "username").trim()
  const password = formText(form, "password")
  const access = {
    url: formText(form, "url").trim(),
    ...(username === "" ? {} : { username }),
    ...(password === "" ? {} : { password })
  }
  if (mqtt !== undefined) {
    const { username: _, ...kept } = mqtt
    return { ...others, mqtt: { ...kept, ...access } }
  }
  if (websocket === undefined) return others
  const { username: _, ...kept } = websocket
  return { ...others, websocket: { ...kept, ...access } }
}

const Form = ({ of, onClose }: Omit<EditSourceProps, "open">) => {
  /** the failed test of what the form holds */
  const [failed, setFailed] = useState<{ readonly test: SourceTest; readonly at: number } | null>(null)
  const { busy, error, mistakes, onSubmit } = useForm(async (data) => {
    const config = configWith(of, data)
    const test = failed?.test ?? (await testDraft(of.id, config))
    if (!test.ok && failed === null) return setFailed({ test, at: Date.now() })
    await changeSource(of.id, { name: formText(data, "name").trim(), config }, test)
    onClose()
  })
  const { mqtt, websocket } = of.config
  const text = words.sources.edit
  const wrong = (member: string) =>
    mistakes.get(`/config/${mqtt === undefined ? "websocket" : "mqtt"}/${member}`)
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit} onChange={() => setFailed(null)}>
      <h2 id="edit-source">
        <Parts of={text.title<ReactNode>({ name: <bdi>{of.name}</bdi> })} />
      </h2>
      <TextField
        label={text.name}
        name="name"
        required
        maxLength={200}
        defaultValue={of.name}
        mistake={mistakes.get("/name")}
      />
      <TextField
        label={text.address}
        name="url"
        required
        maxLength={500}
        defaultValue={mqtt?.url ?? websocket?.url}
        mistake={wrong("url")}
      />
      {websocket?.header === undefined && (
        <TextField
          label={words.sources.userName}
          name="username"
          autoComplete="off"
          defaultValue={mqtt?.username ?? websocket?.username}
          mistake={wrong("username")}
        />
      )}
      <TextField
        label={mqtt === undefined ? text.secret : text.password}
        name="password"
        type="password"
        autoComplete="new-password"
        hint={of.password_set ? text.kept : words.sources.secretHint}
        mistake={wrong("password")}
      />
      {failed !== null && <Tested of={failed.test} isOutward at={failed.at} />}
      <FormFoot
        busy={busy}
        error={error}
        does={busy ? words.sources.test.testing : failed === null ? text.save : text.saveAnyway}
        onClose={onClose}
      />
    </form>
  )
}

/** The dialog that edits how the service connects to a source. */
export const EditSource = ({ onClose, open, ...given }: EditSourceProps) => (
  <Dialog titleId="edit-source" open={open} onClose={onClose}>
    <Form {...given} onClose={onClose} />
  </Dialog>
)
