// Filters of received items: outcome, external id, source.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useState } from "react"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import { ActiveFilters } from "../../design/ActiveFilters.tsx"
import { SearchField } from "../../design/form/SearchField.tsx"
import { Segments } from "../../design/form/Segments.tsx"
import { sources } from "../../data/sources.ts"
import look from "./traffic.module.css"
import { momentOf, statuses } from "./words.ts"

const route = getRouteApi("/known/p/$slug/operate/traffic")

type Member = "status" | "q" | "source" | "device" | "code" | "from"

/** The filters of received items. */
export const Tools = () => {
  const { zone } = useProject()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: all = [] } = useQuery(sources)
  const [text, setText] = useState(search.q ?? "")
  const set = (member: Member, value: string | undefined) =>
    void navigate({
      search: ({ [member]: _, ...rest }) => {
        // removing the start removes the whole span
        if (member === "from") delete rest.to
        return value === undefined ? rest : { ...rest, [member]: value }
      },
      replace: true
    })
  const from = momentOf(search.from),
    to = momentOf(search.to)
  const told: ReadonlyArray<readonly [Member, string]> = [
    ...(search.device === undefined ? [] : [["device", "of one device"] as const]),
    ...(search.code === undefined ? [] : [["code", search.code] as const]),
    ...(from === undefined || to === undefined
      ? []
      : [["from", `${inZone(from, zone, "clock")} to ${inZone(to, zone, "clock")}`] as const])
  ]
  const status = statuses.find(([one]) => one === search.status)?.[0]
  return (
    <div className={look["tools"]}>
      <Segments
        label="What became of it"
        of={statuses}
        value={status}
        onChoose={(one) => set("status", one)}
      />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          set("q", text.trim() === "" ? undefined : text.trim())
        }}
      >
        <SearchField
          label="A name that a device reports under, whole"
          placeholder="Known as, whole"
          text={text}
          onText={setText}
        />
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
      <ActiveFilters by={told} onDrop={(member) => set(member, undefined)} />
    </div>
  )
}
