// ⌘K: finds an animal, a place, a rule or an event by letters of its name, and offers actions for it, and pages.
// The server finds names; pages and actions are found here.
import { useQuery } from "@tanstack/react-query"
import { useDeferredValue, useState } from "react"
import { words } from "../../../words/language.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { Key } from "../../design/marks/Key.tsx"
import { Severity } from "../../design/marks/Severity.tsx"
import { queryClient } from "../../data/queryClient.ts"
import { useProject } from "../useProject.ts"
import { anyOne } from "../words.ts"
import { closePalette } from "./palette.ts"
import type { Choice } from "./choice.ts"
import { found, type Found } from "./search.ts"
import { SidePane } from "./SidePane.tsx"
import { useDeeds } from "./useDeeds.ts"
import { useFound } from "./useFound.ts"
import { useRuleDeeds } from "./useRuleDeeds.ts"
import { usePages } from "./usePages.ts"
import { useTime } from "./useTime.ts"
import look from "./palette.module.css"

/** A name with the matching letters marked. */
const Marked = ({ asked, name }: { readonly name: string; readonly asked: string }) => {
  const at = asked === "" ? -1 : name.toLowerCase().indexOf(asked.toLowerCase())
  if (at < 0) return <bdi>{name}</bdi>
  const end = at + asked.length
  return (
    <bdi>
      {name.slice(0, at)}
      <mark>{name.slice(at, end)}</mark>
      {name.slice(end)}
    </bdi>
  )
}

interface RowProps {
  readonly of: Choice
  readonly asked: string
}

const Row = ({ asked, of: { detail, icon, key, name, severity } }: RowProps) => (
  <>
    {severity == null ? <Icon name={icon} size={17} /> : <Severity of={severity} size={17} />}
    <Marked name={name} asked={asked} />
    <span className="faint">{detail}</span>
    {key !== undefined && <kbd>{key}</kbd>}
  </>
)

const Foot = ({ deeds }: { readonly deeds: boolean }) => (
  <footer className={look["keys"]}>
    <span>
      <Key of="↑" /> <Key of="↓" /> {words.palette.keys.move}
    </span>
    <span>
      <Key of="↵" /> {words.palette.keys.open}
    </span>
    {deeds && (
      <span>
        <kbd>Tab</kbd> {words.palette.keys.deeds}
      </span>
    )}
    <span>
      <kbd>&gt;</kbd> {words.palette.keys.actions}
    </span>
    <span>
      <kbd>@</kbd> {words.palette.keys.time}
    </span>
    <span className="push">
      <kbd>?</kbd> {words.palette.keys.all}
    </span>
  </footer>
)

/** Parses the input: letters of a name, an action after `>`, or a time after `@`. */
const asking = (text: string): { readonly kind: "name" | "action" | "time"; readonly letters: string } => {
  const trimmed = text.trim(),
    rest = trimmed.slice(1).trim()
  if (trimmed.startsWith(">")) return { kind: "action", letters: rest }
  if (trimmed.startsWith("@")) return { kind: "time", letters: rest }
  return { kind: "name", letters: trimmed }
}

const has =
  (letters: string) =>
  ({ name }: Choice): boolean =>
    name.toLowerCase().includes(letters.toLowerCase())

/** The content of the palette. */
export const Body = () => {
  const [text, setText] = useState("")
  const [at, setAt] = useState(0)
  const asked = useDeferredValue(text)
  const { kind, letters } = asking(asked)
  const { project } = useProject()
  const label = words.palette.find({ entity: anyOne(project) })
  const search = useQuery(found(project.id, kind === "name" ? letters : ""))
  const rowsOf = useFound()
  const pages = usePages()
  const times = useTime()
  const rows = kind === "name" && letters !== "" ? rowsOf(search.data ?? []) : []
  const [best] = rows
  const subject = best?.about === undefined ? undefined : { id: best.about, name: best.name }
  const animalDeeds = useDeeds(subject)
  const ruleDeeds = useRuleDeeds(best?.rule)
  const deeds = best?.rule === undefined ? animalDeeds : ruleDeeds

  const named = (sought: string, some: ReadonlyArray<Found>): ReadonlyArray<Choice> => {
    const all = sought === "" ? [] : rowsOf(some)
    return [
      ...all.slice(0, 1).map((one) => ({ ...one, group: words.palette.best })),
      ...(all[0] !== undefined && all[0].id === best?.id ? deeds : []),
      ...all.slice(1).map((one) => ({ ...one, group: words.palette.alsoWith({ letters: sought }) })),
      ...pages.filter(has(sought))
    ]
  }
  const choices =
    kind === "time"
      ? times(letters)
      : kind === "action"
        ? pages.filter(({ acts }) => acts).filter(has(letters))
        : named(letters, search.data ?? [])
  const current = Math.min(at, choices.length - 1)
  const about =
    choices[current]?.about ?? (rows.some((one) => one.about !== undefined) ? subject?.id : undefined)
  const choose = (choice: Choice | undefined) => {
    if (choice === undefined) return
    closePalette()
    choice.go()
  }
  const isOfBefore = search.isPlaceholderData || search.isLoading || asked !== text
  /** Enter waits for the results of what was typed, and does not take an older result that is still shown. */
  const enter = async (field: HTMLInputElement) => {
    const typed = asking(text)
    if (typed.kind !== "name" || !isOfBefore || at > 0 || typed.letters === "")
      return choose(choices[current])
    const some = await queryClient.fetchQuery(found(project.id, typed.letters))
    if (field.isConnected && field.value === text) choose(named(typed.letters, some)[0])
  }
  const firstDeed = choices.findIndex(({ group }) => group === deeds[0]?.group)
  return (
    <>
      <div className={look["ask"]}>
        <Icon name="search" size={17} />
        <input
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-controls="palette"
          aria-activedescendant={current < 0 ? undefined : `palette-${current}`}
          aria-label={label}
          placeholder={label}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setAt(0)
          }}
          onKeyDown={(event) => {
            const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
            if (step !== 0) {
              event.preventDefault()
              setAt((current + step + choices.length) % Math.max(1, choices.length))
            } else if (event.key === "Tab" && !event.shiftKey && firstDeed >= 0) {
              event.preventDefault()
              setAt(firstDeed)
            } else if (event.key === "Enter")
              // the list shows the error
              void enter(event.currentTarget).catch(() => {})
          }}
        />
        <kbd>esc</kbd>
      </div>
      <div className={look["panes"]} data-side={about !== undefined}>
        <ul id="palette" role="listbox" aria-label={words.palette.found} className={look["list"]}>
          {choices.map((choice, i) => (
            <li
              key={choice.id}
              data-group={choice.group === choices[i - 1]?.group ? undefined : choice.group}
              id={`palette-${i}`}
              role="option"
              aria-selected={i === current}
              onPointerMove={() => setAt(i)}
              onClick={() => choose(choice)}
            >
              <Row of={choice} asked={letters} />
            </li>
          ))}
          {choices.length === 0 && (
            <li className={look["none"]}>
              {kind === "time"
                ? words.palette.empty.time
                : kind === "action"
                  ? words.palette.empty.action({ letters })
                  : search.error !== null
                    ? sentenceOf(search.error)
                    : search.isFetching
                      ? words.palette.empty.searching
                      : words.palette.empty.nothing({ letters })}
            </li>
          )}
        </ul>
        {about !== undefined && <SidePane key={about} id={about} />}
      </div>
      <Foot deeds={firstDeed >= 0} />
    </>
  )
}
