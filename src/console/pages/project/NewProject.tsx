// Creates a project: name, time zone, word for its tracked entities.
import { useNavigate } from "@tanstack/react-router"
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
      <h2 id="new-project">New project</h2>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={200}
        placeholder="North alp"
        mistake={mistakes.get("/name")}
      />
      <TextField
        label="Time zone"
        name="timezone"
        required
        list="zones"
        defaultValue={ownZone()}
        hint="Days begin at its midnight."
        mistake={mistakes.get("/timezone")}
      />
      <datalist id="zones">
        {ZONES.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Row align="start">
        <TextField
          label="What is followed: one"
          name="one"
          maxLength={40}
          placeholder="animal"
          mistake={mistakes.get("/settings/entity_word/one")}
        />
        <TextField
          label="and many"
          name="many"
          maxLength={40}
          placeholder="animals"
          mistake={mistakes.get("/settings/entity_word/many")}
        />
      </Row>
      <Text as="p" tone="bad" role="alert">
        {error !== null && sentenceOf(error)}
      </Text>
      <footer>
        <button type="button" className="btn" onClick={onClose}>
          Cancel
        </button>
        <button className="btn primary" disabled={busy}>
          Make the project
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
