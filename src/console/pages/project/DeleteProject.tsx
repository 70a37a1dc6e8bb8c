// Deletes a project. The dialog lists what is deleted with it, and asks to type its name; the server deletes it at
// once.
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import type { Edited } from "../../data/api/call.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import { Dialog } from "../../design/Dialog.tsx"
import { Text } from "../../design/kit.tsx"
import dialogs from "../../design/dialog.module.css"
import { TextField } from "../../design/form/TextField.tsx"
import { Section } from "../../design/Section.tsx"
import page from "../../design/section.module.css"
import { useForm } from "../../design/form/useForm.ts"
import type { ProjectRecord } from "../../data/project.ts"
import { removeProject } from "../../data/write/writeProjects.ts"
import { toast } from "../../shell/toasts.ts"
import { useProject } from "../../shell/useProject.ts"
import { entityWord } from "../../shell/words.ts"

type Read = Edited<ProjectRecord>

const Form = ({ onClose, read }: { readonly read: Read; readonly onClose: () => void }) => {
  const { project } = useProject()
  const navigate = useNavigate()
  const [typed, setTyped] = useState("")
  const { name } = read.record
  const { busy, error, onSubmit } = useForm(async () => {
    await removeProject(project.id, read.edition)
    toast(`${name} is deleted.`)
    await navigate({ to: "/" })
  })
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="delete-project">
        Delete <bdi>{name}</bdi>?
      </h2>
      <p>
        Its {entityWord(project).many} ({project.entity_count}), their tracks and measurements, areas, rules,
        alerts and analyses go at once. There is no way back, only a backup of the server.
      </p>
      <p className="soft">Who deleted it, and when, stays in the audit log of the server.</p>
      <TextField
        label="Type the name of the project"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Text as="p" tone="bad" role="alert">
        {error !== null && sentenceOf(error)}
      </Text>
      <footer>
        <button type="button" className="btn" onClick={onClose}>
          Cancel
        </button>
        <button className="btn danger" disabled={busy || typed.trim() !== name.trim()}>
          Delete the project
        </button>
      </footer>
    </form>
  )
}

/** The button and dialog that delete a project. */
export const DeleteProject = ({ read }: { readonly read: Read }) => {
  const { me } = useProject()
  const [isOpen, setOpen] = useState(false)
  if (!me.server_admin) return null
  return (
    <Section title="Delete the project" about="with everything in it; there is no way back">
      <p className={page["none"]}>
        <button className="btn danger" onClick={() => setOpen(true)}>
          Delete the project
        </button>
      </p>
      <Dialog titleId="delete-project" open={isOpen} onClose={() => setOpen(false)}>
        <Form read={read} onClose={() => setOpen(false)} />
      </Dialog>
    </Section>
  )
}
