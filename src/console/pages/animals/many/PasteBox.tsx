// The box where a table is pasted, typed, dropped or selected as a file.
import { type DragEvent, useState } from "react"
import { words } from "../../../../words/language.ts"
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

/** PasteBox reads a table from the clipboard or a file. */
export const PasteBox = ({ onTable, onTrouble }: PasteBoxProps) => {
  const { project } = useProject()
  const [text, setText] = useState("")
  const [isOver, setOver] = useState(false)
  const word = entityWord(project)
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    if (/\.(xlsx?|ods|numbers)$/i.test(file.name))
      return onTrouble(words.addAnimals.many.paste.spreadsheet({ file: file.name }))
    if (file.size > MAX_FILE_BYTES)
      return onTrouble(words.addAnimals.many.paste.tooLarge({ file: file.name }))
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
        {words.addAnimals.many.paste.label({ animals: word.many })}
      </label>
      <p id="pasted-hint" className="soft">
        {words.addAnimals.many.paste.hint}
      </p>
      <textarea
        id="pasted"
        className="input mono"
        aria-describedby="pasted-hint"
        rows={10}
        placeholder={words.addAnimals.many.paste.example}
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
          {words.addAnimals.many.paste.chooseFile}
          <input
            className="hidden"
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            onChange={({ target }) => void read(target.files?.[0])}
          />
        </label>
        <span className="soft">{words.addAnimals.many.paste.drop}</span>
        <button className="btn primary" disabled={text.trim() === ""}>
          {words.addAnimals.many.paste.check}
        </button>
      </div>
    </form>
  )
}
