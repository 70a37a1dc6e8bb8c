// The devices in the project, found by name or by external id, each with the animal that wears it.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { useDeferredValue, useState } from "react"
import { words } from "../../../words/language.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import lists from "../../design/list.module.css"
import { SearchField } from "../../design/form/SearchField.tsx"
import { OperateFrame } from "../operate/OperateFrame.tsx"
import { devices, entityNames, wearers } from "../../data/device.ts"
import { ShowMore } from "../../shell/ShowMore.tsx"
import { State, Trouble, Waiting } from "../../shell/states.tsx"
import { useChosenRow } from "../../shell/useChosenRow.ts"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import { AddDevice } from "./change/AddDevice.tsx"
import look from "./devices.module.css"

const route = getRouteApi("/known/p/$slug/operate/devices")

const TONES = { active: "on", inactive: "", retired: "" } as const

/** Devices is the page that lists the devices. */
export const Devices = () => {
  const { may, project, zone } = useProject()
  const navigate = route.useNavigate()
  const [text, setText] = useState("")
  const [isAdding, setAdding] = useState(false)
  const q = useDeferredValue(text.trim())
  const list = useInfiniteQuery(devices(project.id, q))
  const { data: worn } = useQuery(wearers(project.id))
  const { data: names } = useQuery(entityNames(project.id))
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? []
  const { choose, chosen, moving } = useChosenRow(rows)
  const slug = project.slug
  const open = (device: string) =>
    void navigate({ to: "/p/$slug/operate/devices/$device", params: { slug, device } })
  useKeys({
    ...moving,
    Enter: () => {
      if (chosen !== undefined) open(chosen.id)
    }
  })
  return (
    <OperateFrame
      name={words.devices.title}
      acts={
        may("devices:write") && (
          <button className="btn primary" onClick={() => setAdding(true)}>
            <Icon name="plus" size={15} /> {words.devices.add}
          </button>
        )
      }
    >
      <main className={`${lists["page"]} ${look["page"]}`}>
        <SearchField
          label={words.devices.find}
          placeholder={words.devices.findHint}
          text={text}
          onText={setText}
        />
        <div className={`panel ${lists["panel"]} ${look["panel"]}`}>
          {list.error !== null && <Trouble error={list.error} again={() => void list.refetch()} />}
          {list.isPending && <Waiting what={words.devices.waiting} />}
          {!list.isPending && rows.length === 0 && list.error === null && (
            <State icon="plug" title={q === "" ? words.devices.empty.all : words.devices.empty.search}>
              {q === "" && <p>{words.devices.empty.hint}</p>}
            </State>
          )}
          {rows.length > 0 && (
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{words.devices.head.device}</th>
                  <th scope="col">{words.devices.head.wornBy}</th>
                  <th scope="col">{words.devices.head.type}</th>
                  <th scope="col">{words.devices.head.status}</th>
                  <th scope="col">{words.devices.head.since}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((one) => (
                  <tr key={one.id} aria-selected={one === chosen} onClick={() => choose(one.id)}>
                    <td>
                      <Link
                        className={lists["name"]}
                        to="/p/$slug/operate/devices/$device"
                        params={{ slug, device: one.id }}
                      >
                        <bdi>{one.name}</bdi>
                      </Link>
                    </td>
                    <td>
                      <bdi>{names?.get(worn?.get(one.id) ?? "") ?? ""}</bdi>
                    </td>
                    <td className="soft">{one.device_type}</td>
                    <td>
                      <span className={`chip ${TONES[one.status]}`}>{words.devices.status[one.status]}</span>
                    </td>
                    <td className="soft num">{inZone(one.created_at, zone, "date")}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <ShowMore of={list} />
        </div>
      </main>
      <AddDevice open={isAdding} onClose={() => setAdding(false)} />
    </OperateFrame>
  )
}
