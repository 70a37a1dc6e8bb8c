// What narrows the list of traces: a text, how they ended, what they are of; and what the address says besides.
import { getRouteApi } from "@tanstack/react-router"
import { Icon } from "../look/Icon.tsx"
import { Finder } from "../shell/Finder.tsx"
import { useProject } from "../shell/useProject.ts"
import { inZone } from "../time/zoneTime.ts"
import { kinds, statuses } from "./traceWords.ts"
import look from "./traces.module.css"

const route = getRouteApi("/known/p/$slug/operate/traces")

type Member = "kind" | "status" | "code" | "device" | "entity" | "rule" | "to"

interface ToolsProps {
  readonly text: string
  readonly onText: (text: string) => void
  /** null: nothing narrows it */
  readonly onAll: (() => void) | null
}

export const Tools = ({ onAll, onText, text }: ToolsProps) => {
  const { zone } = useProject()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const set = (member: Member, value: string | undefined) =>
    void navigate({
      search: ({ [member]: _, ...rest }) => (value === undefined ? rest : { ...rest, [member]: value }),
      replace: true
    })
  // one device, animal or rule has no other place to be told
  const told: ReadonlyArray<readonly [Member, string]> = [
    ...(search.code === undefined ? [] : [["code", search.code] as const]),
    ...(search.device === undefined ? [] : [["device", "of one device"] as const]),
    ...(search.entity === undefined ? [] : [["entity", "of one animal"] as const]),
    ...(search.rule === undefined ? [] : [["rule", "of one rule"] as const]),
    ...(search.to === undefined ? [] : [["to", `before ${inZone(search.to, zone, "dayTime")}`] as const])
  ]
  return (
    <div className={look["tools"]}>
      <Finder label="Find by device, animal, rule, event, code or id" text={text} onText={onText}>
        Device, animal, rule, code, id
      </Finder>
      <span className="segments" role="group" aria-label="How it ended">
        <button aria-pressed={search.status === undefined} onClick={() => set("status", undefined)}>
          All
        </button>
        {statuses.map(([status, word]) => (
          <button key={status} aria-pressed={search.status === status} onClick={() => set("status", status)}>
            {word}
          </button>
        ))}
      </span>
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
      {onAll !== null && (
        <button className="btn small" onClick={onAll}>
          Show all
        </button>
      )}
    </div>
  )
}
