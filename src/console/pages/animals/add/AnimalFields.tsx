// The fields of an animal's form: name, type, group, attributes.
import { useQuery } from "@tanstack/react-query"
import { words } from "../../../../words/language.ts"
import { groupRows } from "../../analyses/new/groupTree.ts"
import { TextField } from "../../../design/form/TextField.tsx"
import { allAnimals, entityTypes, groups } from "../../../data/animals.ts"
import { useProject } from "../../../shell/useProject.ts"
import type { AnimalForm } from "./animalForm.ts"
import { AttributeFields } from "./AttributeFields.tsx"
import look from "./add.module.css"

interface AnimalFieldsProps {
  readonly form: AnimalForm
  readonly mistakes: ReadonlyMap<string, string>
  readonly onChange: (change: Partial<AnimalForm>) => void
}

/** Indent of a group for each ancestor: an em space. */
const STEP = "\u2003"

/** AnimalFields edits name, type, group and attributes. */
export const AnimalFields = ({ form, mistakes, onChange }: AnimalFieldsProps) => {
  const { project } = useProject()
  const { data: types = [] } = useQuery(entityTypes)
  const { data: herds = [] } = useQuery(groups(project.id))
  const { data: others = [] } = useQuery(allAnimals(project.id))
  const names = [...new Set(others.flatMap(({ attributes }) => Object.keys(attributes)))].sort()
  return (
    <>
      <TextField
        label={words.addAnimals.fields.name}
        required
        maxLength={200}
        value={form.name}
        onChange={({ target }) => onChange({ name: target.value })}
        mistake={mistakes.get("/name")}
      />
      <div className={look["two"]}>
        <label className="field">
          {words.addAnimals.fields.type}
          <select
            className="input"
            required
            value={form.type}
            onChange={({ target }) => onChange({ type: target.value })}
          >
            <option value="">{words.addAnimals.chooseType}</option>
            {types.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
          <span className={look["bad"]}>{mistakes.get("/entity_type_id")}</span>
        </label>
        <label className="field">
          {words.addAnimals.fields.group}
          <select
            className="input"
            value={form.group}
            onChange={({ target }) => onChange({ group: target.value })}
          >
            <option value="">{words.addAnimals.noGroup}</option>
            {groupRows(herds).map(({ depth, id, name }) => (
              <option key={id} value={id}>
                {STEP.repeat(depth)}
                {name}
              </option>
            ))}
          </select>
          <span className={look["bad"]}>{mistakes.get("/group_id")}</span>
        </label>
      </div>
      <AttributeFields
        lines={form.attributes}
        names={names}
        mistake={mistakes.get("/attributes")}
        onChange={(attributes) => onChange({ attributes })}
      />
    </>
  )
}
