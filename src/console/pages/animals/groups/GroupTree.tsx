// The groups of a project as a tree with the number of animals and the actions of each.
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { words } from "../../../../words/language.ts"
import { groupRows } from "../../analyses/new/groupTree.ts"
import { Dialog } from "../../../design/Dialog.tsx"
import { Card } from "../../../design/kit.tsx"
import { Menu } from "../../../design/Menu.tsx"
import { Empty, States } from "../../../design/States.tsx"
import { Icon } from "../../../design/marks/Icon.tsx"
import { allAnimals, groups } from "../../../data/animals.ts"
import type { Group } from "../../../data/names.ts"
import { useProject } from "../../../shell/useProject.ts"
import { MoveGroup, NewGroup, RemoveGroup, RenameGroup } from "./GroupDialogs.tsx"
import look from "./groups.module.css"

type Opened =
  | { readonly form: "new"; readonly inside: Group | null }
  | { readonly form: "rename" | "move" | "remove"; readonly of: Group }

const Opening = ({ onClose, opened }: { readonly opened: Opened; readonly onClose: () => void }) =>
  opened.form === "new" ? (
    <NewGroup inside={opened.inside} onClose={onClose} />
  ) : opened.form === "rename" ? (
    <RenameGroup of={opened.of} onClose={onClose} />
  ) : opened.form === "move" ? (
    <MoveGroup of={opened.of} onClose={onClose} />
  ) : (
    <RemoveGroup of={opened.of} onClose={onClose} />
  )

interface GroupTreeProps {
  /** empty: animals in no group */
  readonly chosen: string
  readonly onChoose: (id: string) => void
}

/** GroupTree shows the groups of a project. */
export const GroupTree = ({ chosen, onChoose }: GroupTreeProps) => {
  const { may, project } = useProject()
  const read = useQuery(groups(project.id))
  const { data: animals = [] } = useQuery(allAnimals(project.id))
  const [opened, open] = useState<Opened | null>(null)
  const writes = may("entities:write")
  const countIn = (id: string | null) => animals.filter(({ group_id }) => group_id === id).length
  const row = (id: string, name: string, depth: number, group: Group | undefined) => (
    <li key={id} style={{ paddingInlineStart: `${12 + depth * 18}px` }} data-chosen={chosen === id}>
      <button className={look["name"]} aria-pressed={chosen === id} onClick={() => onChoose(id)}>
        <bdi>{name}</bdi> <span className="faint num">{countIn(id === "" ? null : id)}</span>
      </button>
      {writes && group !== undefined && (
        <Menu label={words.groups.more({ name })}>
          <button onClick={() => open({ form: "new", inside: group })}>{words.groups.addInside}</button>
          <button onClick={() => open({ form: "rename", of: group })}>{words.groups.rename}</button>
          <button onClick={() => open({ form: "move", of: group })}>{words.groups.move}</button>
          <button onClick={() => open({ form: "remove", of: group })}>{words.groups.remove}</button>
        </Menu>
      )}
    </li>
  )
  return (
    <Card
      title={words.groups.title}
      acts={
        writes && (
          <button className="btn small" onClick={() => open({ form: "new", inside: null })}>
            <Icon name="plus" size={13} /> {words.groups.add}
          </button>
        )
      }
    >
      <States
        of={read}
        what={words.groups.loading}
        isEmpty={(all) => all.length === 0}
        empty={
          <Empty icon="animals" title={words.groups.none.title}>
            <p>{words.groups.none.hint}</p>
          </Empty>
        }
      >
        {(all) => (
          <ul className={look["tree"]}>
            {groupRows(all).map(({ depth, id, name }) =>
              row(
                id,
                name,
                depth,
                all.find((one) => one.id === id)
              )
            )}
            {row("", words.groups.ungrouped, 0, undefined)}
          </ul>
        )}
      </States>
      <Dialog titleId="group" open={opened !== null} onClose={() => open(null)}>
        {opened !== null && <Opening opened={opened} onClose={() => open(null)} />}
      </Dialog>
    </Card>
  )
}
