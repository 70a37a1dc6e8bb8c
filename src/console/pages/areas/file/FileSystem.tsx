// The coordinate system of a file: the detected one, or a question.
import { type ReactNode, useId, useState } from "react"
import { words } from "../../../../words/language.ts"
import type { Imported } from "../../../data/areas.ts"
import { Parts } from "../../../design/Parts.tsx"
import look from "../panel.module.css"

interface FileSystemProps {
  readonly system: string | undefined
  readonly busy: boolean
  readonly onSystem: (system: string | undefined) => void
}

/** FileSystem asks for the coordinate system where the file names none or an unknown one. */
export const FileSystem = ({ busy, onSystem, system }: FileSystemProps) => {
  const [text, setText] = useState(system ?? ""),
    help = useId()
  return (
    <form
      className={look["form"]}
      onSubmit={(event) => {
        event.preventDefault()
        onSystem(text.trim() === "" ? undefined : text.trim())
      }}
    >
      <label className="field">
        {words.areaFiles.system.label}
        <textarea
          className="input"
          rows={text.length > 40 ? 4 : 1}
          value={text}
          spellCheck={false}
          placeholder="EPSG:32630"
          aria-describedby={help}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <p id={help} className="faint">
        {words.areaFiles.system.hint}
      </p>
      <div className={look["acts"]}>
        <button className="btn" disabled={busy}>
          {words.areaFiles.system.read}
        </button>
      </div>
    </form>
  )
}

/** Reprojected says how the coordinates were converted. */
export const Reprojected = ({ from }: { readonly from: Imported["reprojected_from"] }) =>
  from === null ? null : (
    <p className={look["note"]}>
      <Parts
        of={words.areaFiles.system.reprojected<ReactNode>({
          system: <bdi>{from.name}</bdi>,
          accuracy: from.accuracy_m === 0 ? null : from.accuracy_m
        })}
      />
    </p>
  )
