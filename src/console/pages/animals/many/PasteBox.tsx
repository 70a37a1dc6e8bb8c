// The box where a table is pasted, typed, dropped or selected as a file.
import { type DragEvent, useState } from "react"
import { useProject } from "../../../shell/useProject.ts"
import { entityWord } from "../../../shell/words.ts"
import { textOfFile } from "./pastedTable.ts"
import look from "./many.module.css"

interface PasteBoxProps {
  readonly onTable: (text: string) => void
  readonly onTrouble: (says: string) => void
}

/** Size of a dropped file at most. */
const MAX_FILE_BYTES = 1_000_000

const EXAMPLE =
  "Name\tType\tGroup\tTag\tWorn since\tWeight kg\nCow 260\tCow\tNorth alp herd\t0260\t2026-05-15 08:00\t412"

/** PasteBox reads a table from the clipboard or a file. */
export const PasteBox = ({ onTable, onTrouble }: PasteBoxProps) => {
  const { project } = useProject()
  const [text, setText] = useState("")
  const [isOver, setOver] = useState(false)
  const word = entityWord(project)
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    if (/\.(xlsx?|ods|numbers)$/i.test(file.name))
      return onTrouble(`${file.name}: open it, copy the cells and paste them here, or save it as CSV.`)
    if (file.size > MAX_FILE_BYTES) return onTrouble(`${file.name} is larger than 1 MB: bring it in parts.`)
    onTable(await textOfFile(file))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void read(event.dataTransfer.files[0])
  }
  return (
    <form
      className={look["paste"]}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onSubmit={(event) => {
        event.preventDefault()
        onTable(text)
      }}
    >
      <label className="field" htmlFor="pasted">
        Paste a table of {word.many}
      </label>
      <p id="pasted-hint" className="soft">
        Copy the rows out of Excel, a web page or a text, with the names of their columns. Name is needed;
        Type, Group, Tag and Worn since are known, every other column becomes an attribute.
      </p>
      <textarea
        id="pasted"
        className="input mono"
        aria-describedby="pasted-hint"
        rows={10}
        placeholder={EXAMPLE}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onPaste={(event) => {
          if (text !== "") return
          const pasted = event.clipboardData.getData("text/plain")
          if (!pasted.includes("\n")) return
          event.preventDefault()
          onTable(pasted)
        }}
      />
      <div className={look["foot"]}>
        <label className="btn">
          Choose a file
          <input
            className="hidden"
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            onChange={({ target }) => void read(target.files?.[0])}
          />
        </label>
        <span className="soft">or drop it here</span>
        <button className="btn primary" disabled={text.trim() === ""}>
          Check the rows
        </button>
      </div>
    </form>
  )
}
