// The animals of a group, and the form that moves them to another; shows the effects on rules and members first.
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { words } from "../../../../words/language.ts"
import { sentenceOf } from "../../../data/api/Refused.ts"
import { groupRows } from "../../analyses/new/groupTree.ts"
import { Card, Text } from "../../../design/kit.tsx"
import { allAnimals, groups } from "../../../data/animals.ts"
import { changeAnimal } from "../../../data/write/writeAnimals.ts"
import { toast } from "../../../shell/toasts.ts"
import { useProject } from "../../../shell/useProject.ts"
import { entityWord } from "../../../shell/words.ts"
import { Affected } from "./GroupDialogs.tsx"
import { groupsAbove } from "./groupRules.ts"
import look from "./groups.module.css"

/** GroupMembers lists the animals of a group and moves them. */
export const GroupMembers = ({ group }: { readonly group: string }) => {
  const { may, project } = useProject()
  const { data: all = [] } = useQuery(groups(project.id))
  const { data: animals = [] } = useQuery(allAnimals(project.id))
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const [to, setTo] = useState("")
  const [refused, setRefused] = useState<ReadonlyArray<string>>([])
  const [busy, setBusy] = useState(false)
  const word = entityWord(project)
  const inside = animals.filter(({ group_id }) => (group_id ?? "") === group)
  const chosen = inside.filter(({ id }) => marked.has(id))
  const writes = may("entities:write")
  const mark = (id: string, isOn: boolean) => {
    const next = new Set(marked)
    if (isOn) next.add(id)
    else next.delete(id)
    setMarked(next)
  }
  const move = async () => {
    setBusy(true)
    const says: Array<string> = []
    for (const { id, name } of chosen)
      await changeAnimal(project.id, id, "*", { group_id: to === "none" ? null : to }).catch(
        (error: unknown) => says.push(`${name}: ${sentenceOf(error)}`)
      )
    setRefused(says)
    setMarked(new Set())
    setBusy(false)
    if (says.length === 0) toast(words.groups.members.moved({ count: chosen.length }))
  }
  return (
    <Card
      title={<bdi>{all.find(({ id }) => id === group)?.name ?? words.groups.ungrouped}</bdi>}
      beside={
        <Text tone="soft" num>
          {words.groups.members.count({ count: inside.length, ...word })}
        </Text>
      }
    >
      <ul className={look["members"]}>
        {inside.map(({ id, name }) => (
          <li key={id}>
            <label>
              {writes && (
                <input
                  type="checkbox"
                  checked={marked.has(id)}
                  disabled={busy}
                  onChange={({ target }) => mark(id, target.checked)}
                />
              )}
              <bdi>{name}</bdi>
            </label>
          </li>
        ))}
      </ul>
      {writes && chosen.length > 0 && (
        <div className={look["move"]}>
          <label className="field">
            {words.groups.members.moveTo({ count: chosen.length })}
            <select className="input" value={to} onChange={({ target }) => setTo(target.value)}>
              <option value="">{words.groups.members.choose}</option>
              {group !== "" && <option value="none">{words.groups.members.noGroup}</option>}
              {groupRows(all)
                .filter(({ id }) => id !== group)
                .map(({ depth, id, name }) => (
                  <option key={id} value={id}>
                    {"\u2003".repeat(depth)}
                    {name}
                  </option>
                ))}
            </select>
          </label>
          {to !== "" && to !== "none" && <Affected ids={groupsAbove(all, to)} by="animals" />}
          <button className="btn primary" disabled={busy || to === ""} onClick={() => void move()}>
            {words.groups.move}
          </button>
        </div>
      )}
      {refused.length > 0 && (
        <Text as="p" tone="bad" role="alert">
          {refused.join(" ")}
        </Text>
      )}
    </Card>
  )
}
