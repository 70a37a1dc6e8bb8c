// Adds an assignment to another animal from a time on, for changes that were not recorded.
import { useInfiniteQuery } from "@tanstack/react-query"
import { useDeferredValue, useState } from "react"
import { words } from "../../../words/language.ts"
import { animals } from "../../data/animals.ts"
import { useProject } from "../../shell/useProject.ts"
import { entityWord } from "../../shell/words.ts"
import { useNow } from "../../time/useNow.ts"
import { momentOf, wallTime } from "../../time/wallTime.ts"
import { type Span, wearFrom } from "./draft.ts"
import look from "./worn.module.css"

interface OtherProps {
  readonly drawn: ReadonlyArray<Span>
  readonly onMove: (spans: ReadonlyArray<Span>) => void
}

const Form = ({ drawn, onClose, onMove }: OtherProps & { readonly onClose: () => void }) => {
  const { project, zone } = useProject()
  const now = useNow()
  const [name, setName] = useState("")
  const [since, setSince] = useState(() => wallTime(now, zone))
  const q = useDeferredValue(name.trim())
  const { data } = useInfiniteQuery({
    ...animals(project.id, { sort: "name", ...(q === "" ? {} : { q }) }),
    refetchInterval: false
  })
  // only one page: further animals are found by typing more letters
  const offered = data?.pages[0]?.items ?? []
  const wearer = offered.find((one) => one.name === name.trim()),
    at = momentOf(since, zone)
  const word = entityWord(project)
  return (
    <form
      className={look["other"]}
      onSubmit={(event) => {
        event.preventDefault()
        if (wearer === undefined || at === undefined) return
        onMove(wearFrom(drawn, wearer.id, at))
        onClose()
      }}
    >
      <label className="field">
        {words.devices.other.which({ one: word.one })}
        <input
          className="input"
          list="wearers"
          autoFocus
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      <datalist id="wearers">
        {offered.map((one) => (
          <option key={one.id} value={one.name} />
        ))}
      </datalist>
      <label className="field">
        {words.devices.other.since}
        <input
          className="input"
          type="datetime-local"
          max={wallTime(now, zone)}
          value={since}
          onChange={({ target }) => setSince(target.value)}
        />
      </label>
      <button className="btn" disabled={wearer === undefined || at === undefined || at > now}>
        {words.devices.other.apply}
      </button>
      <button type="button" className="btn" onClick={onClose}>
        {words.devices.other.cancel}
      </button>
    </form>
  )
}

/** Other adds an assignment. */
export const Other = (given: OtherProps) => {
  const { project } = useProject()
  const [open, setOpen] = useState(false)
  return open ? (
    <Form {...given} onClose={() => setOpen(false)} />
  ) : (
    <button className={`btn ${look["add"]}`} onClick={() => setOpen(true)}>
      {words.devices.other.open({ one: entityWord(project).one })}
    </button>
  )
}
