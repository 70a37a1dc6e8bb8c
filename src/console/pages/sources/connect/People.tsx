// The people with a code each: the chosen one, the others, and a field to add one.
import { type SubmitEvent, useState } from "react"
import { words } from "../../../../words/language.ts"
import { formText } from "../../../design/form/formText.ts"
import { Segments } from "../../../design/form/Segments.tsx"
import look from "./connect.module.css"
import { type Person, personOf } from "./person.ts"

interface PeopleProps {
  readonly of: ReadonlyArray<Person>
  readonly chosen: Person | null
  readonly onChoose: (person: Person) => void
}

/** The choice of a person. */
export const People = ({ chosen, of, onChoose }: PeopleProps) => {
  const [asks, setAsks] = useState(false)
  const add = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = formText(new FormData(event.currentTarget), "person").trim()
    if (name === "") return
    setAsks(false)
    onChoose(personOf(name))
  }
  return (
    <div className={look["people"]}>
      {of.length > 0 && (
        <Segments
          label={words.connect.people.label}
          all={false}
          of={of.map(({ name, userId }) => [userId, name])}
          value={chosen?.userId}
          onChoose={(id) => {
            const person = of.find(({ userId }) => userId === id)
            if (person !== undefined) onChoose(person)
          }}
        />
      )}
      {asks || of.length === 0 ? (
        <form onSubmit={add}>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for by its button */}
          <input
            className="input"
            name="person"
            aria-label={words.connect.form.person}
            placeholder={words.connect.form.person}
            required
            maxLength={60}
            autoFocus={asks}
          />
          <button className="btn small">{words.connect.people.add}</button>
        </form>
      ) : (
        <button className="btn small" onClick={() => setAsks(true)}>
          {words.connect.people.another}
        </button>
      )}
    </div>
  )
}
