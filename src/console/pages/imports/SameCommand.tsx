// What a person types in a terminal to import the same file in the same way.
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
  const words = sample === null ? null : importWords(file.name, sample.kind, answers, slug)
  if (words === null) return null
  const command = importCommand(type === undefined ? words : [...words, "--entity-type", type])
  return (
    <span className={look["same"]}>
      <span className="soft">same as</span>
      <code title={command}>{command}</code>
      <button
        className="btn"
        aria-label="Copy the command"
        onClick={() => copyText(command, "The command is on the clipboard.")}
      >
        <Icon name="copy" size={15} />
      </button>
    </span>
  )
}
