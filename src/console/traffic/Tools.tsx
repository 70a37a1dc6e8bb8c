// What narrows traffic: what became of it, a name that a device reports under, a source.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useState } from "react"
import { Icon } from "../look/Icon.tsx"
import { sources } from "../queries/sources.ts"
import { Finder } from "../shell/Finder.tsx"
import look from "./traffic.module.css"
import { statuses } from "./words.ts"

const route = getRouteApi("/known/p/$slug/operate/traffic")

type Member = "status" | "q" | "source" | "device" | "code"

export const Tools = () => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: all = [] } = useQuery(sources)
  const [text, setText] = useState(search.q ?? "")
  const set = (member: Member, value: string | undefined) =>
    void navigate({
      search: ({ [member]: _, ...rest }) => (value === undefined ? rest : { ...rest, [member]: value }),
      replace: true
    })
  const told: ReadonlyArray<readonly [Member, string]> = [
    ...(search.device === undefined ? [] : [["device", "of one device"] as const]),
    ...(search.code === undefined ? [] : [["code", search.code] as const])
  ]
  return (
    <div className={look["tools"]}>
      <span className="segments" role="group" aria-label="What became of it">
        <button aria-pressed={search.status === undefined} onClick={() => set("status", undefined)}>
          All
        </button>
        {statuses.map(([status, word]) => (
          <button key={status} aria-pressed={search.status === status} onClick={() => set("status", status)}>
            {word}
          </button>
        ))}
      </span>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          set("q", text.trim() === "" ? undefined : text.trim())
        }}
      >
        <Finder label="A name that a device reports under, whole" text={text} onText={setText}>
          Known as, whole
        </Finder>
      </form>
      {all.length > 1 && (
        <label>
          <span className="hidden">Source</span>
          <select
            className="input"
            value={search.source ?? ""}
            onChange={({ target }) => set("source", target.value === "" ? undefined : target.value)}
          >
            <option value="">All sources</option>
            {all.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {told.map(([member, word]) => (
        <button
          key={member}
          className="chip on"
          onClick={() => set(member, undefined)}
          aria-label={`${word}: show others too`}
        >
          {word} <Icon name="x" size={12} />
        </button>
      ))}
    </div>
  )
}
