// Changes an animal against the edition that was read; where another member saved meanwhile, the user decides field
// by field.
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { words } from "../../../../words/language.ts"
import type { Edited } from "../../../data/api/call.ts"
import { type LastChange, Refused, sentenceOf } from "../../../data/api/Refused.ts"
import { Loading, Refusal } from "../../../design/States.tsx"
import { Dialog } from "../../../design/Dialog.tsx"
import { Parts } from "../../../design/Parts.tsx"
import dialogs from "../../../design/dialog.module.css"
import { useForm } from "../../../design/form/useForm.ts"
import { entityTypes, groups } from "../../../data/animals.ts"
import { queryClient } from "../../../data/queryClient.ts"
import {
  type AnimalChange,
  type AnimalRecord,
  animalRecord,
  changeAnimal
} from "../../../data/write/writeAnimals.ts"
import { chosen, differences } from "../../../shell/differences.ts"
import { toast } from "../../../shell/toasts.ts"
import { Stale } from "../../../shell/Stale.tsx"
import { useProject } from "../../../shell/useProject.ts"
import { AnimalFields } from "../add/AnimalFields.tsx"
import type { AnimalForm } from "../add/animalForm.ts"
import { type AttributeLine, attributeLines, attributesOf } from "../add/attributes.ts"
import look from "../add/add.module.css"

type Read = Edited<AnimalRecord>

interface Clash {
  readonly current: LastChange
  readonly theirs: Read
}

const formOf = ({ attributes, entity_type_id, group_id, name }: AnimalRecord): AnimalForm => ({
  name,
  type: entity_type_id,
  group: group_id ?? "",
  attributes: attributeLines(attributes)
})

const changeOf = (form: AnimalForm, { record }: Read): AnimalChange => {
  const before = formOf(record)
  return {
    ...(form.name.trim() === before.name ? {} : { name: form.name.trim() }),
    ...(form.type === before.type ? {} : { entity_type_id: form.type }),
    ...(form.group === before.group ? {} : { group_id: form.group === "" ? null : form.group }),
    ...(JSON.stringify(form.attributes) === JSON.stringify(before.attributes)
      ? {}
      : { attributes: attributesOf(form.attributes, record.attributes) })
  }
}

const Form = ({ onClose, read: first }: { readonly read: Read; readonly onClose: () => void }) => {
  const { project, zone } = useProject()
  const { data: types = [] } = useQuery(entityTypes)
  const { data: herds = [] } = useQuery(groups(project.id))
  const [read, setRead] = useState(first)
  const [form, setForm] = useState(() => formOf(first.record))
  const [clash, setClash] = useState<Clash | null>(null)
  const id = first.record.id
  const labels: Readonly<Record<string, string>> = words.addAnimals.fields
  const save = async (from: Read, to: AnimalForm): Promise<void> => {
    const change = changeOf(to, from)
    if (Object.keys(change).length === 0) return onClose()
    try {
      await changeAnimal(project.id, id, from.edition, change)
      toast(words.addAnimals.change.done({ name: to.name.trim() }))
      onClose()
    } catch (refused) {
      const current =
        refused instanceof Refused && refused.status === 412 ? refused.problem.current : undefined
      if (current === undefined) throw refused
      setClash({ current, theirs: await queryClient.fetchQuery(animalRecord(project.id, id)) })
    }
  }
  const { busy, error, mistakes, onSubmit } = useForm(() => save(read, form))
  const sayValue = (key: string) => (value: unknown) =>
    key === "type"
      ? (types.find((one) => one.id === value)?.label ?? words.addAnimals.change.anotherType)
      : key === "group"
        ? (herds.find((one) => one.id === value)?.name ?? words.addAnimals.noGroup)
        : key === "attributes"
          ? (value as ReadonlyArray<AttributeLine>).map(({ name, text }) => `${name} ${text}`).join(", ") ||
            words.addAnimals.change.none
          : String(value)
  return (
    <>
      <form className={dialogs["form"]} onSubmit={onSubmit}>
        <h2 id="change-animal">
          <Parts of={words.addAnimals.change.title<ReactNode>({ name: <bdi>{first.record.name}</bdi> })} />
        </h2>
        <AnimalFields
          form={form}
          mistakes={mistakes}
          onChange={(change) => setForm({ ...form, ...change })}
        />
        <p role="alert" className={look["bad"]}>
          {error !== null && sentenceOf(error)}
        </p>
        <footer>
          <button type="button" className="btn" onClick={onClose}>
            {words.addAnimals.cancel}
          </button>
          <button className="btn primary" disabled={busy}>
            {words.addAnimals.save}
          </button>
        </footer>
      </form>
      <Stale
        current={clash?.current ?? null}
        what={first.record.name}
        zone={zone}
        differences={
          clash === null ? [] : differences(formOf(read.record), form, formOf(clash.theirs.record))
        }
        words={(key) => ({ label: labels[key] ?? key, say: sayValue(key) })}
        onClose={() => setClash(null)}
        onTakeTheirs={() => {
          if (clash === null) return
          setRead(clash.theirs)
          setForm(formOf(clash.theirs.record))
          setClash(null)
        }}
        onSave={(kept) => {
          if (clash === null) return
          const to = chosen(form, formOf(clash.theirs.record), kept)
          setRead(clash.theirs)
          setForm(to)
          setClash(null)
          save(clash.theirs, to).catch((refused: unknown) => toast(sentenceOf(refused), "bad"))
        }}
      />
    </>
  )
}

const Begun = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const { project } = useProject()
  // the form keeps the edition it started with, also after a refetch
  const { data, error, isFetchedAfterMount, refetch } = useQuery(animalRecord(project.id, id))
  if (error !== null) return <Refusal error={error} again={() => void refetch()} />
  return data === undefined || !isFetchedAfterMount ? (
    <Loading what={words.addAnimals.change.loading} />
  ) : (
    <Form read={data} onClose={onClose} />
  )
}

interface ChangeAnimalProps {
  readonly id: string
  readonly open: boolean
  readonly onClose: () => void
}

/** ChangeAnimal is the dialog that changes an animal. */
export const ChangeAnimal = ({ id, onClose, open }: ChangeAnimalProps) => (
  <Dialog titleId="change-animal" open={open} onClose={onClose}>
    <Begun id={id} onClose={onClose} />
  </Dialog>
)
