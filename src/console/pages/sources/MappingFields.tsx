// Form fields for the paths of values in a message.
import { words } from "../../../words/language.ts"
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
    <legend>{words.sources.mapping.title}</legend>
    {MAPPED.map((name) => (
      <TextField
        key={name}
        label={words.sources.mapping.fields[name]}
        name={name}
        defaultValue={was(name)}
        mistake={mistakes.get(`/config/fields/${name}`)}
        placeholder={name}
      />
    ))}
  </fieldset>
)
