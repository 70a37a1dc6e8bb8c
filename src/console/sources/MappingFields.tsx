// The fields of a form that ask where in a message the values are.
import { Field } from "../look/Field.tsx"
import { MAPPED } from "./mapping.ts"
import look from "./sources.module.css"

interface MappingProps {
  /** by the place of what is wrong in what was sent */
  readonly mistakes: ReadonlyMap<string, string>
  readonly was: (name: string) => string
}

export const MappingFields = ({ mistakes, was }: MappingProps) => (
  <fieldset className={look["mapped"]}>
    <legend>Where in a message the values are</legend>
    {MAPPED.map(([name, label, usual]) => (
      <Field
        key={name}
        label={label}
        name={name}
        defaultValue={was(name)}
        mistake={mistakes.get(`/config/fields/${name}`)}
        placeholder={usual}
      />
    ))}
  </fieldset>
)
