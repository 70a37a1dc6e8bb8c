// ⌘K: an animal, a place, a rule, an event by a few letters of its name, and the pages. What is found is found by
// the server; pages and actions are here.
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useDeferredValue, useEffect, useRef, useState, useSyncExternalStore } from "react"
import { Icon } from "../look/Icon.tsx"
import type { IconName } from "../look/icons.ts"
import { Key } from "../look/Key.tsx"
import { queryClient } from "../queries/queryClient.ts"
import { useProject } from "../shell/useProject.ts"
import { capital, entityWord } from "../shell/words.ts"
import { inZone } from "../time/zoneTime.ts"
import { found, type Found } from "./search.ts"
import { type Choice, usePages } from "./usePages.ts"
import { closePalette, openPalette, readPalette, watchPalette } from "./palette.ts"
import look from "./palette.module.css"

const icons: Readonly<Record<Found["type"], IconName>> = {
  entity: "animals",
  device: "plug",
  rule: "rules",
  feature: "live",
  run: "analyses",
  event: "alerts"
}

const GROUPS: Readonly<Record<Found["type"], string>> = {
  entity: "Tracked",
  device: "Devices",
  rule: "Rules",
  feature: "Places",
  run: "Analyses",
  event: "Events"
}

const ORDER: ReadonlyArray<Found["type"]> = ["entity", "feature", "rule", "device", "run", "event"]

/** What was found, as choices; not what has no page of its own. */
const useChoicesOf = (): ((some: ReadonlyArray<Found>) => ReadonlyArray<Choice>) => {
  const { project, zone } = useProject()
  const groups = { ...GROUPS, entity: capital(entityWord(project).many) }
  const navigate = useNavigate()
  const slug = project.slug
  const go = ({ id, type }: Found): (() => void) | null => {
    switch (type) {
      case "entity":
        return () => void navigate({ to: "/p/$slug/live", params: { slug }, search: { sel: id } })
      case "event":
        return () => void navigate({ to: "/p/$slug/events/$event", params: { slug, event: id } })
      case "feature":
        return () => void navigate({ to: "/p/$slug/live", params: { slug }, search: { area: id } })
      case "rule":
        return () => void navigate({ to: "/p/$slug/rules/$rule", params: { slug, rule: id } })
      case "device":
        return () => void navigate({ to: "/p/$slug/operate/devices/$device", params: { slug, device: id } })
      case "run":
        return null // its page is still to come
    }
  }
  const choicesOf = (one: Found): ReadonlyArray<Choice> => {
    const act = go(one)
    return act === null
      ? []
      : [
          {
            id: one.id,
            group: groups[one.type],
            icon: icons[one.type],
            name: one.name,
            detail: one.type === "event" ? inZone(one.at, zone, "dayClock") : (one.detail ?? one.type),
            go: act
          }
        ]
  }
  // whoever is looked for comes before what happened to them
  return (some) => some.toSorted((a, b) => ORDER.indexOf(a.type) - ORDER.indexOf(b.type)).flatMap(choicesOf)
}

/** A name with the letters that were looked for. */
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

const Body = () => {
  const [text, setText] = useState("")
  const [at, setAt] = useState(0)
  const asked = useDeferredValue(text.trim())
  const { project } = useProject()
  const search = useQuery(found(project.id, asked))
  const choicesOf = useChoicesOf()
  const pages = usePages()
  const choicesFor = (letters: string, some: ReadonlyArray<Found>): ReadonlyArray<Choice> => [
    ...choicesOf(some),
    ...pages.filter(({ name }) => name.toLowerCase().includes(letters.toLowerCase()))
  ]
  const choices = choicesFor(asked, asked === "" ? [] : (search.data ?? []))
  const current = Math.min(at, choices.length - 1)
  const choose = (choice: Choice | undefined) => {
    if (choice === undefined) return
    closePalette()
    choice.go()
  }
  const isOfBefore = search.isPlaceholderData || search.isLoading || asked !== text.trim()
  /** Whoever types quickly means what will be found for what they typed, not what stands there until it is. */
  const enter = async (field: HTMLInputElement) => {
    const typed = text.trim()
    if (!isOfBefore || at > 0 || typed === "") return choose(choices[current])
    const some = await queryClient.fetchQuery(found(project.id, typed))
    if (field.isConnected && field.value === text) choose(choicesFor(typed, some)[0])
  }
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
          aria-label="Find an animal, place or rule"
          placeholder="Find an animal, place or rule"
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
            } else if (event.key === "Enter")
              // what could not be asked is told by the list
              void enter(event.currentTarget).catch(() => {})
          }}
        />
        <kbd>esc</kbd>
      </div>
      <ul id="palette" role="listbox" aria-label="Found" className={look["list"]}>
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
            <Icon name={choice.icon} size={17} />
            <Marked name={choice.name} asked={asked} />
            <span className="faint">{choice.detail}</span>
          </li>
        ))}
        {choices.length === 0 && <li className={look["none"]}>Nothing has that in its name.</li>}
      </ul>
      <footer className={look["keys"]}>
        <span>
          <Key of="↑" /> <Key of="↓" /> move
        </span>
        <span>
          <Key of="↵" /> open
        </span>
        <span className="push">
          <kbd>?</kbd> all keys, when this is closed
        </span>
      </footer>
    </>
  )
}

export const Palette = () => {
  const open = useSyncExternalStore(watchPalette, readPalette)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "k" || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      openPalette()
    }
    addEventListener("keydown", press)
    return () => removeEventListener("keydown", press)
  }, [])
  return (
    <dialog
      ref={dialog}
      className={look["palette"]}
      aria-label="Find"
      onClose={closePalette}
      onClick={({ currentTarget, target }) => {
        if (target === currentTarget) closePalette()
      }}
    >
      {open && <Body />}
    </dialog>
  )
}
