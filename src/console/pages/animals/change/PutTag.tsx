// Assigns a tag to an existing animal.
import { type ReactNode, useState } from "react"
import { words } from "../../../../words/language.ts"
import { sentenceOf } from "../../../data/api/Refused.ts"
import { Dialog } from "../../../design/Dialog.tsx"
import { Parts } from "../../../design/Parts.tsx"
import dialogs from "../../../design/dialog.module.css"
import { useForm } from "../../../design/form/useForm.ts"
import type { Animal } from "../../../data/animals.ts"
import type { TagDone } from "../../../data/write/writeTags.ts"
import { toast } from "../../../shell/toasts.ts"
import { useProject } from "../../../shell/useProject.ts"
import { noTag } from "../add/animalForm.ts"
import { putFormTag } from "../add/putFormTag.ts"
import { TagFields } from "../add/TagFields.tsx"
import look from "../add/add.module.css"

interface PutTagProps {
  readonly animal: Animal
  readonly open: boolean
  readonly onClose: () => void
}

const Form = ({ animal, onClose }: Omit<PutTagProps, "open">) => {
  const { project, zone } = useProject()
  const [tag, setTag] = useState(noTag)
  const [done, setDone] = useState<TagDone>({})
  const { busy, error, mistakes, onSubmit } = useForm(async () => {
    await putFormTag(project.id, animal.id, tag, zone, done)
    toast(words.addAnimals.tag.done({ name: animal.name }))
    onClose()
  })
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="put-tag">
        <Parts of={words.addAnimals.tag.titleFor<ReactNode>({ name: <bdi>{animal.name}</bdi> })} />
      </h2>
      <TagFields
        form={tag}
        mistakes={mistakes}
        onChange={(change) => {
          setTag({ ...tag, ...change })
          if (!("since" in change)) setDone({})
        }}
      />
      <p role="alert" className={look["bad"]}>
        {error !== null && sentenceOf(error)}
      </p>
      <footer>
        <button type="button" className="btn" onClick={onClose}>
          {words.addAnimals.cancel}
        </button>
        <button className="btn primary" disabled={busy || tag.device === ""}>
          {words.addAnimals.tag.put}
        </button>
      </footer>
    </form>
  )
}

/** PutTag is the dialog that assigns a tag. */
export const PutTag = ({ onClose, open, ...given }: PutTagProps) => (
  <Dialog titleId="put-tag" open={open} onClose={onClose}>
    <Form {...given} onClose={onClose} />
  </Dialog>
)
