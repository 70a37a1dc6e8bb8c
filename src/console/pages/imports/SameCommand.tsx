// What a person types in a terminal to import the same file in the same way.
import { words } from "../../../words/language.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { copyText } from "../../shell/clipboard.ts"
import { importCommand, importWords } from "./importCommand.ts"
import look from "./imports.module.css"
import type { ChosenFile } from "./useImport.ts"

interface SameCommandProps extends Pick<ChosenFile, "answers" | "file" | "looked"> {
  readonly slug: string
  /** the key of what the animals are, where the command line would make them something else */
  readonly type: string | undefined
}

/** SameCommand is the command, where the page is wide enough, and a button that copies it. */
export const SameCommand = ({ answers, file, looked, slug, type }: SameCommandProps) => {
  const sample = looked?.sample ?? null
  const commandWords = sample === null ? null : importWords(file.name, sample.kind, answers, slug)
  if (commandWords === null) return null
  const command = importCommand(type === undefined ? commandWords : [...commandWords, "--entity-type", type])
  return (
    <span className={look["same"]}>
      <span className="soft">{words.imports.command.sameAs}</span>
      <code title={command}>{command}</code>
      <button
        className="btn"
        aria-label={words.imports.command.copy}
        onClick={() => copyText(command, words.imports.command.copied)}
      >
        <Icon name="copy" size={15} />
      </button>
    </span>
  )
}
