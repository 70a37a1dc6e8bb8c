// Creates a project: name, time zone, word for its tracked entities.
import { useNavigate } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import { Dialog } from "../../design/Dialog.tsx"
import { Row, Text } from "../../design/kit.tsx"
import dialogs from "../../design/dialog.module.css"
import { TextField } from "../../design/form/TextField.tsx"
import { formText } from "../../design/form/formText.ts"
import { useForm } from "../../design/form/useForm.ts"
import { makeProject } from "../../data/write/writeProjects.ts"
import { ownZone } from "../../time/ownZone.ts"

const ZONES = Intl.supportedValuesOf("timeZone")

const Form = ({ onClose }: { readonly onClose: () => void }) => {
  const navigate = useNavigate()
  const { busy, error, mistakes, onSubmit } = useForm(async (data) => {
    const one = formText(data, "one").trim(),
      many = formText(data, "many").trim()
    const slug = await makeProject({
      name: formText(data, "name").trim(),
      timezone: formText(data, "timezone").trim(),
      settings: one === "" && many === "" ? {} : { entity_word: { one, many } }
    })
    onClose()
    await navigate({ to: "/p/$slug/live", params: { slug } })
  })
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="new-project">{words.common.projects.create}</h2>
      <TextField
        label={words.common.projects.form.name}
        name="name"
        required
        maxLength={200}
        placeholder={words.common.projects.form.nameExample}
        mistake={mistakes.get("/name")}
      />
      <TextField
        label={words.common.projects.form.zone}
        name="timezone"
        required
        list="zones"
        defaultValue={ownZone()}
        hint={words.common.projects.form.zoneHint}
        mistake={mistakes.get("/timezone")}
      />
      <datalist id="zones">
        {ZONES.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Row align="start">
        <TextField
          label={words.common.projects.form.one}
          name="one"
          maxLength={40}
          placeholder={words.common.entity.one}
          mistake={mistakes.get("/settings/entity_word/one")}
        />
        <TextField
          label={words.common.projects.form.many}
          name="many"
          maxLength={40}
          placeholder={words.common.entity.many}
          mistake={mistakes.get("/settings/entity_word/many")}
        />
      </Row>
      <Text as="p" tone="bad" role="alert">
        {error !== null && sentenceOf(error)}
      </Text>
      <footer>
        <button type="button" className="btn" onClick={onClose}>
          {words.common.buttons.cancel}
        </button>
        <button className="btn primary" disabled={busy}>
          {words.common.projects.form.create}
        </button>
      </footer>
    </form>
  )
}

interface NewProjectProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** The dialog that creates a project. */
export const NewProject = ({ onClose, open }: NewProjectProps) => (
  <Dialog titleId="new-project" open={open} onClose={onClose}>
    <Form onClose={onClose} />
  </Dialog>
)
