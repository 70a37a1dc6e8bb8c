// Archives an animal: names the rules that watch it, its devices and the members with access to it, and that it can
// be undone. An animal without records can be deleted instead.
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { words } from "../../../../words/language.ts"
import { sentenceOf } from "../../../data/api/Refused.ts"
import { Dialog } from "../../../design/Dialog.tsx"
import { Parts } from "../../../design/Parts.tsx"
import dialogs from "../../../design/dialog.module.css"
import { assignmentsOf } from "../../../data/animal.ts"
import type { Animal } from "../../../data/animals.ts"
import { members } from "../../../data/project.ts"
import { foundRules } from "../../../data/rules.ts"
import { queryClient } from "../../../data/queryClient.ts"
import { animalRecord, changeAnimal, removeAnimal } from "../../../data/write/writeAnimals.ts"
import { toast } from "../../../shell/toasts.ts"
import { overtakenWords } from "../../../data/api/overtakenWords.ts"
import { useProject } from "../../../shell/useProject.ts"
import { useNow } from "../../../time/useNow.ts"
import look from "../add/add.module.css"

interface ArchiveAnimalProps {
  readonly animal: Animal
  readonly open: boolean
  readonly onClose: () => void
}

/** archive sets the status against the edition that was read, and offers an undo. */
const archive = async (
  projectId: string,
  zone: string,
  { id, name, status }: Animal,
  edition: string
): Promise<void> => {
  const archived = await changeAnimal(projectId, id, edition, { status: "archived" })
  toast(words.addAnimals.archive.archived({ name }), "good", () => {
    changeAnimal(projectId, id, archived, { status: status === "archived" ? "active" : status }).then(
      () => toast(words.addAnimals.archive.back({ name })),
      (refused: unknown) => toast(overtakenWords(refused, zone) ?? sentenceOf(refused), "bad")
    )
  })
}

/** reactivate makes an archived animal active again. */
export const reactivate = async (projectId: string, { id, name }: Animal): Promise<void> => {
  await changeAnimal(projectId, id, "*", { status: "active" })
  toast(words.addAnimals.archive.active({ name }))
}

const Question = ({ animal, onClose }: Omit<ArchiveAnimalProps, "open">) => {
  const { may, project, zone } = useProject()
  const navigate = useNavigate()
  const now = useNow()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const record = animalRecord(project.id, animal.id)
  const { data: read } = useQuery(record)
  const { data: rules } = useQuery(foundRules(project.id, { entity_id: animal.id }))
  const { data: worn = [] } = useQuery(assignmentsOf(project.id, animal.id))
  const { data: people = [] } = useQuery({ ...members(project.id), enabled: may("members:write") })
  const tags = worn.filter(({ valid_to }) => valid_to === null || Date.parse(valid_to) > now).length
  const scoped = people.filter(({ scope }) => scope?.entities.includes(animal.id) === true)
  const act = (work: (edition: string) => Promise<void>) => {
    if (read === undefined) return
    setBusy(true)
    setRefusal(null)
    work(read.edition)
      .then(onClose, (refused: unknown) => {
        setRefusal(overtakenWords(refused, zone) ?? sentenceOf(refused))
        void queryClient.invalidateQueries(record)
      })
      .finally(() => setBusy(false))
  }
  const remove = async (edition: string) => {
    await removeAnimal(project.id, animal.id, edition)
    toast(words.addAnimals.archive.removed({ name: animal.name }))
    await navigate({ to: "/p/$slug/animals", params: { slug: project.slug } })
  }
  return (
    <div className={dialogs["form"]}>
      <h2 id="archive-animal">
        <Parts of={words.addAnimals.archive.title<ReactNode>({ name: <bdi>{animal.name}</bdi> })} />
      </h2>
      <p>{words.addAnimals.archive.effect}</p>
      {rules !== undefined && rules.length > 0 && (
        <div>
          <p>{words.addAnimals.archive.rules({ count: rules.length })}</p>
          <ul className={look["list"]}>
            {rules.map(({ id, name }) => (
              <li key={id}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      {rules?.length === 0 && <p className="soft">{words.addAnimals.archive.noRules}</p>}
      {tags > 0 && <p>{words.addAnimals.archive.tags({ count: tags })}</p>}
      {scoped.length > 0 && (
        <p>
          <Parts
            of={words.addAnimals.archive.members<ReactNode>({
              names: <bdi>{scoped.map(({ email, name }) => name || email).join(", ")}</bdi>
            })}
          />
        </p>
      )}
      <p role="alert" className={look["bad"]}>
        {refusal}
      </p>
      <footer>
        <button className="btn" onClick={onClose}>
          {words.addAnimals.cancel}
        </button>
        <button className="btn danger" disabled={busy || read === undefined} onClick={() => act(remove)}>
          {words.addAnimals.archive.remove}
        </button>
        <button
          className="btn primary"
          disabled={busy || read === undefined}
          onClick={() => act((edition) => archive(project.id, zone, animal, edition))}
        >
          {words.addAnimals.acts.archive}
        </button>
      </footer>
    </div>
  )
}

/** ArchiveAnimal is the dialog that archives or deletes an animal. */
export const ArchiveAnimal = ({ onClose, open, ...given }: ArchiveAnimalProps) => (
  <Dialog titleId="archive-animal" open={open} onClose={onClose}>
    <Question {...given} onClose={onClose} />
  </Dialog>
)
