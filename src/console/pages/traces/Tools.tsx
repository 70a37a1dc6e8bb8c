// Filters of the list of traces: a text, the outcome, the kind; and further filters of the address.
import { getRouteApi } from "@tanstack/react-router"
import { ActiveFilters } from "../../design/ActiveFilters.tsx"
import { SearchField } from "../../design/form/SearchField.tsx"
import { Segments } from "../../design/form/Segments.tsx"
import { useProject } from "../../shell/useProject.ts"
import { entityWord } from "../../shell/words.ts"
import { inZone } from "../../time/zoneTime.ts"
import { kinds, statuses } from "./traceWords.ts"
import look from "./traces.module.css"

const route = getRouteApi("/known/p/$slug/operate/traces")

type Member = "kind" | "status" | "code" | "device" | "entity" | "rule" | "to"

interface ToolsProps {
  readonly text: string
  readonly onText: (text: string) => void
  /** null: no filter is set */
  readonly onAll: (() => void) | null
}

/** The filters of the list of traces. */
export const Tools = ({ onAll, onText, text }: ToolsProps) => {
  const { project, zone } = useProject()
  const { one } = entityWord(project)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const set = (member: Member, value: string | undefined) =>
    void navigate({
      search: ({ [member]: _, ...rest }) => (value === undefined ? rest : { ...rest, [member]: value }),
      replace: true
    })
  // filters by code, device, animal or rule have no control of their own
  const told: ReadonlyArray<readonly [Member, string]> = [
    ...(search.code === undefined ? [] : [["code", search.code] as const]),
    ...(search.device === undefined ? [] : [["device", "of one device"] as const]),
    ...(search.entity === undefined ? [] : [["entity", `of one ${one}`] as const]),
    ...(search.rule === undefined ? [] : [["rule", "of one rule"] as const]),
    ...(search.to === undefined ? [] : [["to", `before ${inZone(search.to, zone, "dayTime")}`] as const])
  ]
  const status = statuses.find(([one]) => one === search.status)?.[0]
  return (
    <div className={look["tools"]}>
      <SearchField
        label={`Find by device, ${one}, rule, event, code or id`}
        placeholder={`Device, ${one}, rule, code, id`}
        text={text}
        onText={onText}
      />
      <Segments label="How it ended" of={statuses} value={status} onChoose={(one) => set("status", one)} />
      <label>
        <span className="hidden">Kind</span>
        <select
          className="input"
          value={search.kind ?? ""}
          onChange={({ target }) => set("kind", target.value === "" ? undefined : target.value)}
        >
          <option value="">Of every kind</option>
          {kinds.map(([kind, word]) => (
            <option key={kind} value={kind}>
              {word}
            </option>
          ))}
        </select>
      </label>
      <ActiveFilters by={told} onDrop={(member) => set(member, undefined)} />
      {onAll !== null && (
        <button className="btn small" onClick={onAll}>
          Show all
        </button>
      )}
    </div>
  )
}
