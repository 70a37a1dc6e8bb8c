// The filters of the animal list: name, type, group, place, reporting status; and its order.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import { type AnimalFilter, entityTypes, groups, type Reporting } from "../../data/animals.ts"
import { currentMap, features } from "../../data/mapQueries.ts"
import { SearchField } from "../../design/form/SearchField.tsx"
import { useProject } from "../../shell/useProject.ts"
import look from "./animals.module.css"

const route = getRouteApi("/known/p/$slug/animals")

/** REPORTINGS are the reporting statuses. */
export const REPORTINGS = ["on_time", "late", "silent", "never"] as const satisfies ReadonlyArray<Reporting>

/** The entity statuses that the list shows only when chosen. */
const STATUSES = ["inactive", "archived"] as const satisfies ReadonlyArray<AnimalFilter["status"]>

/** statusOf reads the status from the address: active unless it names another, or all. */
export const statusOf = (text: string | undefined): AnimalFilter["status"] =>
  text === "all" ? undefined : (STATUSES.find((one) => one === text) ?? "active")

/** Kinds of features that the list can be filtered by. */
const PLACES: ReadonlyArray<string> = ["geofence", "zone"]

type Member = "type" | "group" | "inside" | "reporting" | "status"

interface ChoiceProps {
  readonly member: Member
  readonly label: string
  /** the label of the choice that does not filter */
  readonly all: string
  readonly of: ReadonlyArray<readonly [value: string, name: string]>
  readonly value: string
}

/** Returns a function that sets a search parameter; an empty value removes it. */
const useMember = () => {
  const navigate = route.useNavigate()
  return (member: Member, value: string) =>
    void navigate({
      search: ({ [member]: _, ...rest }) => (value === "" ? rest : { ...rest, [member]: value }),
      replace: true
    })
}

const Choice = ({ all, label, member, of, value }: ChoiceProps) => {
  const set = useMember()
  return (
    <label>
      <span className="hidden">{label}</span>
      <select className="input" value={value} onChange={({ target }) => set(member, target.value)}>
        <option value="">{all}</option>
        {of.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Types selects one of the entity types on the map, each with its count. */
const Types = ({ value }: { readonly value: string | undefined }) => {
  const { project } = useProject()
  const { data: types = [] } = useQuery(entityTypes)
  const { data: map } = useQuery(currentMap(project.id))
  const set = useMember()
  const seen = new Map(
    [...Map.groupBy(map?.features ?? [], ({ properties }) => properties.entity_type)].map(
      ([type, all]) => [type, all.length] as const
    )
  )
  const some = types
    .filter(({ id, key }) => seen.has(key) || id === value)
    .sort((a, b) => (seen.get(b.key) ?? 0) - (seen.get(a.key) ?? 0))
  if (some.length < 2) return null
  return (
    <span className={look["types"]} role="group" aria-label={words.animals.filters.type}>
      <button aria-pressed={value === undefined} onClick={() => set("type", "")}>
        {words.animals.filters.allTypes} <b className="num">{map?.counts.total}</b>
      </button>
      {some.map(({ id, key, label }) => (
        <button key={id} aria-pressed={id === value} onClick={() => set("type", id)}>
          {label} <b className="num">{seen.get(key) ?? 0}</b>
        </button>
      ))}
    </span>
  )
}

interface ToolsProps {
  readonly text: string
  readonly onText: (text: string) => void
}

/** Tools renders the filters of the animal list. */
export const Tools = ({ onText, text }: ToolsProps) => {
  const { project } = useProject()
  const search = route.useSearch()
  const { data: herds = [] } = useQuery(groups(project.id))
  const { data: areas = [] } = useQuery(features(project.id))
  const places = areas.filter(({ feature_type }) => PLACES.includes(feature_type))
  return (
    <div className={look["tools"]}>
      <SearchField
        label={words.animals.filters.find}
        placeholder={words.animals.filters.findExample}
        text={text}
        onText={onText}
      />
      <Types value={search.type} />
      <span className="push" />
      {herds.length > 0 && (
        <Choice
          member="group"
          label={words.animals.filters.group}
          all={words.animals.filters.allGroups}
          of={herds.map(({ id, name }) => [id, name])}
          value={search.group ?? ""}
        />
      )}
      {places.length > 0 && (
        <Choice
          member="inside"
          label={words.animals.filters.area}
          all={words.animals.filters.anyArea}
          of={places.map(({ id, name }) => [id, name])}
          value={search.inside ?? ""}
        />
      )}
      <Choice
        member="reporting"
        label={words.animals.filters.reporting}
        all={words.animals.filters.anyReporting}
        of={REPORTINGS.map((one) => [one, words.animals.filters.reportings[one]])}
        value={search.reporting ?? ""}
      />
      <Choice
        member="status"
        label={words.animals.filters.status}
        all={words.animals.filters.statuses.active}
        of={[...STATUSES, "all" as const].map((one) => [one, words.animals.filters.statuses[one]])}
        value={search.status ?? ""}
      />
    </div>
  )
}
