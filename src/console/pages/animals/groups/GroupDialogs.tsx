// Dialogs of the group tree: create, rename, move, delete.
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { words } from "../../../../words/language.ts"
import { sentenceOf } from "../../../data/api/Refused.ts"
import { groupRows, groupsBelow } from "../../analyses/new/groupTree.ts"
import { Text } from "../../../design/kit.tsx"
import { Parts } from "../../../design/Parts.tsx"
import dialogs from "../../../design/dialog.module.css"
import { TextField } from "../../../design/form/TextField.tsx"
import { formText } from "../../../design/form/formText.ts"
import { useForm } from "../../../design/form/useForm.ts"
import { groups } from "../../../data/animals.ts"
import type { Group } from "../../../data/names.ts"
import { changeGroup, makeGroup, removeGroup } from "../../../data/write/writeGroups.ts"
import { toast } from "../../../shell/toasts.ts"
import { useProject } from "../../../shell/useProject.ts"
import { groupsAbove, useNaming } from "./groupRules.ts"

interface FormProps {
  readonly onClose: () => void
}

interface FootProps extends FormProps {
  readonly busy: boolean
  readonly error: unknown
  readonly does: string
}

const Foot = ({ busy, does, error, onClose }: FootProps) => (
  <>
    <Text as="p" tone="bad" role="alert">
      {error !== null && sentenceOf(error)}
    </Text>
    <footer>
      <button type="button" className="btn" onClick={onClose}>
        {words.groups.cancel}
      </button>
      <button className="btn primary" disabled={busy}>
        {does}
      </button>
    </footer>
  </>
)

/** NewGroup creates a group, at the top or inside another. */
export const NewGroup = ({ inside, onClose }: FormProps & { readonly inside: Group | null }) => {
  const { project } = useProject()
  const { busy, error, mistakes, onSubmit } = useForm(async (data) => {
    const name = formText(data, "name").trim()
    await makeGroup(project.id, name, inside?.id ?? null)
    toast(words.groups.create.done({ name }))
    onClose()
  })
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="group">
        {inside === null ? (
          words.groups.create.title
        ) : (
          <Parts of={words.groups.create.titleIn<ReactNode>({ group: <bdi>{inside.name}</bdi> })} />
        )}
      </h2>
      <TextField
        label={words.groups.name}
        name="name"
        required
        maxLength={200}
        mistake={mistakes.get("/name")}
      />
      <Foot busy={busy} error={error} does={words.groups.create.submit} onClose={onClose} />
    </form>
  )
}

/** RenameGroup gives a group another name. */
export const RenameGroup = ({ of, onClose }: FormProps & { readonly of: Group }) => {
  const { project } = useProject()
  const { busy, error, mistakes, onSubmit } = useForm(async (data) => {
    await changeGroup(project.id, of.id, { name: formText(data, "name").trim() })
    onClose()
  })
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="group">
        <Parts of={words.groups.renameTitle<ReactNode>({ name: <bdi>{of.name}</bdi> })} />
      </h2>
      <TextField
        label={words.groups.name}
        name="name"
        required
        maxLength={200}
        defaultValue={of.name}
        mistake={mistakes.get("/name")}
      />
      <Foot busy={busy} error={error} does={words.groups.rename} onClose={onClose} />
    </form>
  )
}

interface AffectedProps {
  readonly ids: ReadonlyArray<string>
  /** what becomes of the groups: animals or a group move to them, or they are removed */
  readonly by: "animals" | "group" | "removed"
}

/** Affected names the rules and members that refer to the groups. */
export const Affected = ({ by, ids }: AffectedProps) => {
  const { members, rules } = useNaming(ids)
  return (
    <>
      <p>
        {rules.length === 0 ? (
          words.groups.affected.noRule
        ) : (
          <Parts
            of={words.groups.affected[by]<ReactNode>({
              count: rules.length,
              rules: <bdi className="strong">{rules.join(", ")}</bdi>
            })}
          />
        )}
      </p>
      {members.length > 0 && (
        <p>
          <Parts
            of={words.groups.affected.members<ReactNode>({
              members: <bdi className="strong">{members.join(", ")}</bdi>
            })}
          />
        </p>
      )}
    </>
  )
}

/** MoveGroup moves a group into another one, or to the top. */
export const MoveGroup = ({ of, onClose }: FormProps & { readonly of: Group }) => {
  const { project } = useProject()
  const { data: all = [] } = useQuery(groups(project.id))
  const [parent, setParent] = useState(of.parent_id ?? "")
  const own = new Set(groupsBelow(all, of.id))
  const { busy, error, onSubmit } = useForm(async () => {
    await changeGroup(project.id, of.id, { parent_id: parent === "" ? null : parent })
    toast(
      words.groups.moveOne.done({ name: of.name }),
      "good",
      () => void changeGroup(project.id, of.id, { parent_id: of.parent_id })
    )
    onClose()
  })
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="group">
        <Parts of={words.groups.moveOne.title<ReactNode>({ name: <bdi>{of.name}</bdi> })} />
      </h2>
      <label className="field">
        {words.groups.moveOne.into}
        <select className="input" value={parent} onChange={({ target }) => setParent(target.value)}>
          <option value="">{words.groups.moveOne.top}</option>
          {groupRows(all)
            .filter(({ id }) => !own.has(id))
            .map(({ depth, id, name }) => (
              <option key={id} value={id}>
                {"\u2003".repeat(depth)}
                {name}
              </option>
            ))}
        </select>
      </label>
      {parent !== "" && <Affected ids={groupsAbove(all, parent)} by="group" />}
      <Foot busy={busy} error={error} does={words.groups.move} onClose={onClose} />
    </form>
  )
}

/** RemoveGroup confirms the deletion of an empty group. */
export const RemoveGroup = ({ of, onClose }: FormProps & { readonly of: Group }) => {
  const { project } = useProject()
  const { busy, error, onSubmit } = useForm(async () => {
    await removeGroup(project.id, of.id)
    toast(words.groups.removeOne.done({ name: of.name }))
    onClose()
  })
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="group">
        <Parts of={words.groups.removeOne.title<ReactNode>({ name: <bdi>{of.name}</bdi> })} />
      </h2>
      <p>{words.groups.removeOne.hint}</p>
      <Affected ids={[of.id]} by="removed" />
      <Foot busy={busy} error={error} does={words.groups.remove} onClose={onClose} />
    </form>
  )
}
