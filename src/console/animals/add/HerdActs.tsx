// What can be added on the list of animals, and where groups and types are kept.
import { useState } from "react"
import { Icon } from "../../look/Icon.tsx"
import { useProject } from "../../shell/useProject.ts"
import { entityWord } from "../../shell/words.ts"
import { AddAnimal } from "./AddAnimal.tsx"

export const HerdActs = () => {
  const { may, project } = useProject()
  const [isOpen, setOpen] = useState(false)
  if (!may("entities:write")) return null
  return (
    <>
      <button className="btn primary" onClick={() => setOpen(true)}>
        <Icon name="plus" size={14} /> Add {entityWord(project).one}
      </button>
      <AddAnimal open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
