// Filters of the list of traces: a text, the outcome, the kind; and further filters of the address.
import { getRouteApi } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
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
    ...(search.device === undefined ? [] : [["device", words.traces.ofDevice] as const]),
    ...(search.entity === undefined ? [] : [["entity", words.traces.ofEntity({ one })] as const]),
    ...(search.rule === undefined ? [] : [["rule", words.traces.ofRule] as const]),
    ...(search.to === undefined
      ? []
      : [["to", words.traces.before({ time: inZone(search.to, zone, "dayTime") })] as const])
  ]
  const status = statuses.find((one) => one === search.status)
  return (
    <div className={look["tools"]}>
      <SearchField
        label={words.traces.find({ one })}
        placeholder={words.traces.findHint({ one })}
        text={text}
        onText={onText}
      />
      <Segments
        label={words.traces.result}
        of={statuses.map((one) => [one, words.traces.statuses[one]] as const)}
        value={status}
        onChoose={(one) => set("status", one)}
      />
      <label>
        <span className="hidden">{words.traces.kind}</span>
        <select
          className="input"
          value={search.kind ?? ""}
          onChange={({ target }) => set("kind", target.value === "" ? undefined : target.value)}
        >
          <option value="">{words.traces.everyKind}</option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {words.traces.kindsOf[kind]}
            </option>
          ))}
        </select>
      </label>
      <ActiveFilters by={told} onDrop={(member) => set(member, undefined)} />
      {onAll !== null && (
        <button className="btn small" onClick={onAll}>
          {words.traces.showAll}
        </button>
      )}
    </div>
  )
}
