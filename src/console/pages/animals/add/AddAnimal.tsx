// Adds an animal with group, attributes and tag. Where only the tag is refused, the animal exists already: the form
// says so and retries the tag alone.
import { useNavigate } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { words } from "../../../../words/language.ts"
import { sentenceOf } from "../../../data/api/Refused.ts"
import { Dialog } from "../../../design/Dialog.tsx"
import dialogs from "../../../design/dialog.module.css"
import { Parts } from "../../../design/Parts.tsx"
import { useForm } from "../../../design/form/useForm.ts"
import { makeAnimal } from "../../../data/write/writeAnimals.ts"
import { rereadHerd } from "../../../data/write/rereadHerd.ts"
import type { TagDone } from "../../../data/write/writeTags.ts"
import { MissingPermission } from "../../../shell/MissingPermission.tsx"
import { toast } from "../../../shell/toasts.ts"
import { useProject } from "../../../shell/useProject.ts"
import { anyOne, entityWord } from "../../../shell/words.ts"
import { useWriting } from "../../../writing.ts"
import { AnimalFields } from "./AnimalFields.tsx"
import { type AnimalForm, animalIn, type TagForm, tagIn } from "./animalForm.ts"
import { attributesOf } from "./attributes.ts"
import { putFormTag } from "./putFormTag.ts"
import { TagFields } from "./TagFields.tsx"
import look from "./add.module.css"

interface Writing {
  readonly animal: AnimalForm
  readonly tag: TagForm
}

const Form = ({ onClose }: { readonly onClose: () => void }) => {
  const { may, project, zone } = useProject()
  const navigate = useNavigate()
  const { forget, put, value } = useWriting<Writing>(project.id, "a new animal", ({ animal, tag }) => ({
    animal: animalIn((animal ?? {}) as Record<string, unknown>),
    tag: tagIn(tag)
  }))
  const [made, setMade] = useState<string | null>(null)
  const [done, setDone] = useState<TagDone>({})
  const { animal, tag } = value
  const word = entityWord(project)
  const { busy, error, mistakes, onSubmit } = useForm(async () => {
    let id = made
    if (id === null) {
      id = await makeAnimal(project.id, {
        name: animal.name.trim(),
        entity_type_id: animal.type,
        ...(animal.group === "" ? {} : { group_id: animal.group }),
        attributes: attributesOf(animal.attributes)
      })
      setMade(id)
      await rereadHerd(project.id)
    }
    await putFormTag(project.id, id, tag, zone, done)
    forget()
    const entity = id
    toast(words.addAnimals.add.done({ name: animal.name.trim() }))
    onClose()
    await navigate({ to: "/p/$slug/animals/$entity", params: { slug: project.slug, entity } })
  })
  const close = () => {
    forget()
    onClose()
  }
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="add-animal">{words.addAnimals.add.title({ animal: word.one, anyAnimal: anyOne(project) })}</h2>
      {made === null ? (
        <AnimalFields
          form={animal}
          mistakes={mistakes}
          onChange={(change) => put({ animal: { ...animal, ...change } })}
        />
      ) : (
        <p>
          <Parts
            of={words.addAnimals.add.onlyTagLeft<ReactNode>({
              name: <bdi className="strong">{animal.name}</bdi>
            })}
          />
        </p>
      )}
      {may("devices:write") ? (
        <TagFields
          form={tag}
          mistakes={mistakes}
          onChange={(change) => {
            // a changed time retries the same tag; any other change is another tag
            if (!("since" in change)) setDone({})
            put({ tag: { ...tag, ...change } })
          }}
        />
      ) : (
        <p>
          <MissingPermission what={words.addAnimals.add.puttingTag} permission="devices:write" />
        </p>
      )}
      <p role="alert" className={look["bad"]}>
        {error !== null && sentenceOf(error)}
      </p>
      <footer>
        <button type="button" className="btn" onClick={close}>
          {made === null ? words.addAnimals.cancel : words.addAnimals.add.withoutTag}
        </button>
        <button className="btn primary" disabled={busy}>
          {made === null ? words.addAnimals.add.submit({ animal: word.one }) : words.addAnimals.tag.put}
        </button>
      </footer>
    </form>
  )
}

interface AddAnimalProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** AddAnimal is the dialog that adds an animal. */
export const AddAnimal = ({ onClose, open }: AddAnimalProps) => (
  <Dialog titleId="add-animal" open={open} onClose={onClose}>
    <Form onClose={onClose} />
  </Dialog>
)
