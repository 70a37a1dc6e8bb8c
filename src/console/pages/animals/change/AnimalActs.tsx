// The actions on an animal's page: change, assign a tag, archive.
import { useState } from "react"
import { words } from "../../../../words/language.ts"
import { Menu } from "../../../design/Menu.tsx"
import { Icon } from "../../../design/marks/Icon.tsx"
import type { Animal } from "../../../data/animals.ts"
import { useAct } from "../../../shell/useAct.ts"
import { useProject } from "../../../shell/useProject.ts"
import { ArchiveAnimal, reactivate } from "./ArchiveAnimal.tsx"
import { ChangeAnimal } from "./ChangeAnimal.tsx"
import { PutTag } from "./PutTag.tsx"

type Opened = "change" | "tag" | "archive" | null

/** AnimalActs renders the actions on an animal. */
export const AnimalActs = ({ of }: { readonly of: Animal }) => {
  const { may, project } = useProject()
  const [opened, open] = useState<Opened>(null)
  const { act, busy } = useAct()
  const close = () => open(null)
  const writes = may("entities:write"),
    puts = may("devices:write")
  if (!writes && !puts) return null
  return (
    <>
      {writes && (
        <button className="btn" onClick={() => open("change")}>
          <Icon name="pencil" size={14} /> {words.addAnimals.acts.change}
        </button>
      )}
      <Menu label={words.addAnimals.acts.more({ name: of.name })}>
        {puts && <button onClick={() => open("tag")}>{words.addAnimals.acts.putTag}</button>}
        {writes && of.status !== "archived" && (
          <button onClick={() => open("archive")}>{words.addAnimals.acts.archive}</button>
        )}
        {writes && of.status === "archived" && (
          <button disabled={busy} onClick={() => act(() => reactivate(project.id, of))}>
            {words.addAnimals.acts.restore}
          </button>
        )}
      </Menu>
      {writes && (
        <>
          <ChangeAnimal id={of.id} open={opened === "change"} onClose={close} />
          <ArchiveAnimal animal={of} open={opened === "archive"} onClose={close} />
        </>
      )}
      {puts && <PutTag animal={of} open={opened === "tag"} onClose={close} />}
    </>
  )
}
