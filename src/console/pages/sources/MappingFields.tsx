// Form fields for the paths of values in a message.
import { TextField } from "../../design/form/TextField.tsx"
import { MAPPED } from "./mapping.ts"
import look from "./sources.module.css"

interface MappingProps {
  /** errors by JSON pointer into the request */
  readonly mistakes: ReadonlyMap<string, string>
  readonly was: (name: string) => string
}

/** The fields for the paths of values. */
export const MappingFields = ({ mistakes, was }: MappingProps) => (
  <fieldset className={look["mapped"]}>
    <legend>Where in a message the values are</legend>
    {MAPPED.map(([name, label, usual]) => (
      <TextField
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
