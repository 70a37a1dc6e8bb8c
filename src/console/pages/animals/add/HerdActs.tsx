// The actions on the animal list: add animals, manage groups and types.
import { useState } from "react"
import { words } from "../../../../words/language.ts"
import { Icon } from "../../../design/marks/Icon.tsx"
import { useProject } from "../../../shell/useProject.ts"
import { entityWord } from "../../../shell/words.ts"
import { AddAnimal } from "./AddAnimal.tsx"

/** HerdActs renders the actions on the animal list. */
export const HerdActs = () => {
  const { may, project } = useProject()
  const [isOpen, setOpen] = useState(false)
  if (!may("entities:write")) return null
  return (
    <>
      <button className="btn primary" onClick={() => setOpen(true)}>
        <Icon name="plus" size={14} /> {words.addAnimals.add.submit({ animal: entityWord(project).one })}
      </button>
      <AddAnimal open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
