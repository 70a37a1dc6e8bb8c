// The coordinate system of a file: the detected one, or a question.
import { useId, useState } from "react"
import type { Imported } from "../../../data/areas.ts"
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
        Coordinate system
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
        An EPSG code, as the file's maker knows it, or its WKT or PROJ text.
      </p>
      <div className={look["acts"]}>
        <button className="btn" disabled={busy}>
          Read it so
        </button>
      </div>
    </form>
  )
}

const exactly = (metres: number | null): string =>
  metres === null || metres === 0 ? "" : `, exact to about ${metres} m`

/** Reprojected says how the coordinates were converted. */
export const Reprojected = ({ from }: { readonly from: Imported["reprojected_from"] }) =>
  from === null ? null : (
    <p className={look["note"]}>
      Reprojected from <bdi>{from.name}</bdi>
      {exactly(from.accuracy_m)}.
    </p>
  )
