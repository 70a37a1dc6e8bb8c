// Deletes a project. The dialog lists what is deleted with it, and asks to type its name; the server deletes it at
// once.
import { useNavigate } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { words } from "../../../words/language.ts"
import type { Edited } from "../../data/api/call.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import { Parts } from "../../design/Parts.tsx"
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
    toast(words.project.deletion.done({ name }))
    await navigate({ to: "/" })
  })
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="delete-project">
        <Parts of={words.project.deletion.question<ReactNode>({ name: <bdi>{name}</bdi> })} />
      </h2>
      <p>
        {words.project.deletion.what({ entities: entityWord(project).many, count: project.entity_count })}
      </p>
      <p className="soft">{words.project.deletion.audit}</p>
      <TextField
        label={words.project.deletion.typeName}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Text as="p" tone="bad" role="alert">
        {error !== null && sentenceOf(error)}
      </Text>
      <footer>
        <button type="button" className="btn" onClick={onClose}>
          {words.common.buttons.cancel}
        </button>
        <button className="btn danger" disabled={busy || typed.trim() !== name.trim()}>
          {words.project.deletion.title}
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
    <Section title={words.project.deletion.title} about={words.project.deletion.about}>
      <p className={page["none"]}>
        <button className="btn danger" onClick={() => setOpen(true)}>
          {words.project.deletion.title}
        </button>
      </p>
      <Dialog titleId="delete-project" open={isOpen} onClose={() => setOpen(false)}>
        <Form read={read} onClose={() => setOpen(false)} />
      </Dialog>
    </Section>
  )
}
