// The dialog after a 412: another user saved first. It shows who and when, and lets the user choose per field.
// Nothing is merged silently, and nothing typed is lost.
import { type ReactNode, useState } from "react"
import { words } from "../../words/language.ts"
import type { LastChange } from "../data/api/Refused.ts"
import { Parts } from "../design/Parts.tsx"
import { useModal } from "../design/useModal.ts"
import { inZone } from "../time/zoneTime.ts"
import type { Difference } from "./differences.ts"
import look from "./stale.module.css"

/** Properties of the dialog. */
interface StaleProps {
  /** of the refusal; null: no conflict */
  readonly current: LastChange | null
  /** what was saved: "the settings" */
  readonly what: string
  readonly zone: string
  readonly differences: ReadonlyArray<Difference>
  /** the label of a member, and its value in words */
  readonly words: (key: string) => { readonly label: string; readonly say: (value: unknown) => string }
  /** saves the user's own values of these members, and the other user's values of the rest */
  readonly onSave: (kept: ReadonlySet<string>) => void
  readonly onTakeTheirs: () => void
  /** back to the form, without saving */
  readonly onClose: () => void
}

const who = ({ by }: LastChange): string => by?.name ?? words.common.stale.another

const Choice = ({
  current,
  differences,
  onClose,
  onSave,
  onTakeTheirs,
  what,
  words: wordsOf,
  zone
}: StaleProps) => {
  const [kept, setKept] = useState<ReadonlySet<string>>(
    new Set(differences.flatMap(({ changed, key }) => (changed ? [key] : [])))
  )
  if (current === null) return null
  const choose = (key: string, mine: boolean) => {
    const next = new Set(kept)
    if (mine) next.add(key)
    else next.delete(key)
    setKept(next)
  }
  return (
    <form
      className={look["form"]}
      onSubmit={(event) => {
        event.preventDefault()
        onSave(kept)
      }}
    >
      <h2 id="stale">
        <Parts of={words.common.stale.title<ReactNode>({ who: <bdi>{who(current)}</bdi>, what })} />
      </h2>
      {differences.length === 0 ? (
        <p className="soft">{words.common.stale.same}</p>
      ) : (
        <div className={look["scroll"]}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{words.common.stale.choose}</th>
                <th scope="col" className="num">
                  {current.at === null
                    ? who(current)
                    : words.common.stale.at({ who: who(current), time: inZone(current.at, zone, "clock") })}
                </th>
                <th scope="col">{words.common.stale.you}</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ key, mine, theirs }) => {
                const { label, say } = wordsOf(key)
                const option = (value: unknown, own: boolean) => (
                  <td>
                    <label>
                      <input
                        type="radio"
                        name={`stale ${key}`}
                        checked={kept.has(key) === own}
                        onChange={() => choose(key, own)}
                      />
                      <bdi>{say(value)}</bdi>
                    </label>
                  </td>
                )
                return (
                  <tr key={key}>
                    <th scope="row">{label}</th>
                    {option(theirs, false)}
                    {option(mine, true)}
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
      <footer>
        <button type="button" className="btn" onClick={onClose}>
          {words.common.stale.back}
        </button>
        <button type="button" className="btn" onClick={onTakeTheirs}>
          {words.common.stale.takeTheirs}
        </button>
        <button className="btn primary">{words.common.stale.save}</button>
      </footer>
    </form>
  )
}

/** The dialog of a conflict. */
export const Stale = (props: StaleProps) => {
  const { current, onClose } = props
  const dialog = useModal(current !== null, onClose)
  return (
    <dialog {...dialog} className={look["dialog"]} aria-labelledby="stale">
      {current !== null && <Choice key={current.edition} {...props} />}
    </dialog>
  )
}
