// The head of the animal table; sortable columns are buttons.
import { getRouteApi } from "@tanstack/react-router"
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
      <Sorted by="name" name="Name" now={sort} />
      <Sorted by="alert" name="Alert" now={sort} />
      <Sorted by="last_fix" name="Last fix" now={sort} />
      <th scope="col">Zone</th>
      <th scope="col">Since</th>
      <th scope="col" className="end">
        Speed
      </th>
      <th scope="col">Battery</th>
      <th scope="col">{metric}, 24 h</th>
      <th scope="col" className="end">
        Today
      </th>
      <th scope="col">Device</th>
    </tr>
  </thead>
)
