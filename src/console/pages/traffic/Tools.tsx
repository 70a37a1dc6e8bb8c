// Filters of received items: outcome, external id, source.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useState } from "react"
import { words } from "../../../words/language.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import { ActiveFilters } from "../../design/ActiveFilters.tsx"
import { SearchField } from "../../design/form/SearchField.tsx"
import { Segments } from "../../design/form/Segments.tsx"
import { sources } from "../../data/sources.ts"
import look from "./traffic.module.css"
import { momentOf, statuses, statusIn } from "./words.ts"

const route = getRouteApi("/known/p/$slug/operate/traffic")

type Member = "status" | "q" | "source" | "device" | "code" | "from"

/** The filters of received items. */
export const Tools = () => {
  const { zone } = useProject()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: all = [] } = useQuery(sources)
  const [query, setQuery] = useState(search.q ?? "")
  const set = (member: Member, value: string | undefined) =>
    void navigate({
      search: ({ [member]: _, ...rest }) => {
        // removing the start removes the whole span
        if (member === "from") delete rest.to
        return value === undefined ? rest : { ...rest, [member]: value }
      },
      replace: true
    })
  const text = words.traffic.filters
  const from = momentOf(search.from),
    to = momentOf(search.to)
  const told: ReadonlyArray<readonly [Member, string]> = [
    ...(search.device === undefined ? [] : [["device", text.oneDevice] as const]),
    ...(search.code === undefined ? [] : [["code", search.code] as const]),
    ...(from === undefined || to === undefined
      ? []
      : [["from", text.span({ from: inZone(from, zone, "clock"), to: inZone(to, zone, "clock") })] as const])
  ]
  const status = statusIn(search.status)
  return (
    <div className={look["tools"]}>
      <Segments label={text.outcome} of={statuses()} value={status} onChoose={(one) => set("status", one)} />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          set("q", query.trim() === "" ? undefined : query.trim())
        }}
      >
        <SearchField
          label={text.externalId}
          placeholder={text.externalIdShort}
          text={query}
          onText={setQuery}
        />
      </form>
      {all.length > 1 && (
        <label>
          <span className="hidden">{text.source}</span>
          <select
            className="input"
            value={search.source ?? ""}
            onChange={({ target }) => set("source", target.value === "" ? undefined : target.value)}
          >
            <option value="">{text.allSources}</option>
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
