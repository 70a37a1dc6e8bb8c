// The source of a device and its external id there.
import { useQuery } from "@tanstack/react-query"
import { words } from "../../../../words/language.ts"
import { codeOf, mistakesOf, sentenceOf } from "../../../data/api/Refused.ts"
import look from "../../animals/add/add.module.css"
import { TextField } from "../../../design/form/TextField.tsx"
import { sources } from "../../../data/sources.ts"
import { useProject } from "../../../shell/useProject.ts"
import { ownSources } from "../../sources/ownSources.ts"

/** IdentityForm holds the typed source and external id; an empty source means none. */
export interface IdentityForm {
  readonly source: string
  readonly externalId: string
}

interface IdentityFieldsProps {
  readonly form: IdentityForm
  /** the error of the form; null: none */
  readonly error: unknown
  /** the source may be empty */
  readonly isOptional?: boolean
  readonly onChange: (change: Partial<IdentityForm>) => void
}

/** IdentityFields edits source and external id. */
export const IdentityFields = ({ error, form, isOptional = false, onChange }: IdentityFieldsProps) => {
  const { project } = useProject()
  const { data: known = [] } = useQuery(sources)
  const mistakes = mistakesOf(error)
  return (
    <div className={look["two"]}>
      <label className="field">
        {words.deviceForms.identity.source}
        <select
          className="input"
          required={!isOptional}
          value={form.source}
          onChange={({ target }) => onChange({ source: target.value })}
        >
          <option value="">
            {isOptional ? words.deviceForms.identity.noSource : words.deviceForms.identity.chooseSource}
          </option>
          {ownSources(known, project.id).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <span className={look["bad"]}>{mistakes.get("/data_source_id")}</span>
      </label>
      {(form.source !== "" || !isOptional) && (
        <TextField
          label={words.deviceForms.identity.number}
          required
          maxLength={200}
          value={form.externalId}
          onChange={({ target }) => onChange({ externalId: target.value })}
          mistake={codeOf(error) === "IDENTITY_TAKEN" ? sentenceOf(error) : mistakes.get("/external_id")}
        />
      )}
    </div>
  )
}
