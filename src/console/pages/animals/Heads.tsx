// The head of the animal table; sortable columns are buttons.
import { getRouteApi } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import type { AnimalSort } from "../../data/animals.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import look from "./animals.module.css"

const route = getRouteApi("/known/p/$slug/animals")

/** `aria-sort` of each order. */
const DIRECTIONS: Readonly<Record<AnimalSort, "ascending" | "descending">> = {
  alert: "descending",
  name: "ascending",
  last_fix: "descending"
}

/** sortOf reads the order from the address. */
export const sortOf = (text: string | undefined): AnimalSort =>
  text === "name" || text === "last_fix" ? text : "alert"

const Sorted = ({
  by,
  name,
  now
}: {
  readonly by: AnimalSort
  readonly name: string
  readonly now: AnimalSort
}) => {
  const navigate = route.useNavigate()
  const isOn = by === now
  const choose = () =>
    void navigate({
      search: ({ sort: _, ...rest }) => (by === "alert" ? rest : { ...rest, sort: by }),
      replace: true
    })
  return (
    <th scope="col" {...(isOn ? { "aria-sort": DIRECTIONS[by] } : {})}>
      <button className={look["sort"]} data-up={DIRECTIONS[by] === "ascending"} onClick={choose}>
        {name} {isOn && <Icon name="chev" size={12} />}
      </button>
    </th>
  )
}

interface HeadsProps {
  readonly sort: AnimalSort
  /** the metric of the sparklines */
  readonly metric: string
}

/** Heads renders the head of the animal table. */
export const Heads = ({ metric, sort }: HeadsProps) => (
  <thead>
    <tr>
      <Sorted by="name" name={words.animals.heads.name} now={sort} />
      <Sorted by="alert" name={words.animals.heads.alert} now={sort} />
      <Sorted by="last_fix" name={words.animals.heads.lastFix} now={sort} />
      <th scope="col">{words.animals.heads.area}</th>
      <th scope="col">{words.animals.heads.since}</th>
      <th scope="col" className="end">
        {words.animals.heads.speed}
      </th>
      <th scope="col">{words.animals.heads.battery}</th>
      <th scope="col">{words.animals.heads.lastDayOf({ metric })}</th>
      <th scope="col" className="end">
        {words.animals.heads.today}
      </th>
      <th scope="col">{words.animals.heads.device}</th>
    </tr>
  </thead>
)
