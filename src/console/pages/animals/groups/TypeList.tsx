// The entity types, one list for all projects of the server; only server admins create, rename and delete them.
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { words } from "../../../../words/language.ts"
import { sentenceOf } from "../../../data/api/Refused.ts"
import { Dialog } from "../../../design/Dialog.tsx"
import { Card, Text } from "../../../design/kit.tsx"
import { Menu } from "../../../design/Menu.tsx"
import { TextField } from "../../../design/form/TextField.tsx"
import { formText } from "../../../design/form/formText.ts"
import dialogs from "../../../design/dialog.module.css"
import { Icon } from "../../../design/marks/Icon.tsx"
import { useForm } from "../../../design/form/useForm.ts"
import { type EntityType, entityTypes } from "../../../data/animals.ts"
import { makeType, removeType, renameType } from "../../../data/write/writeGroups.ts"
import { toast } from "../../../shell/toasts.ts"
import { useAct } from "../../../shell/useAct.ts"
import { useProject } from "../../../shell/useProject.ts"
import look from "./groups.module.css"

const Form = ({ of, onClose }: { readonly of: EntityType | null; readonly onClose: () => void }) => {
  const { busy, error, mistakes, onSubmit } = useForm(async (data) => {
    const label = formText(data, "label").trim()
    if (of === null) await makeType(formText(data, "key").trim(), label)
    else await renameType(of.id, label)
    toast(words.groups.types.saved({ type: label }))
    onClose()
  })
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="type">
        {of === null ? words.groups.types.createTitle : words.groups.types.renameTitle({ type: of.label })}
      </h2>
      <TextField
        label={words.groups.types.name}
        name="label"
        required
        maxLength={200}
        defaultValue={of?.label ?? ""}
        mistake={mistakes.get("/label")}
      />
      {of === null && (
        <TextField
          label={words.groups.types.key}
          name="key"
          required
          maxLength={63}
          placeholder="water_buffalo"
          hint={words.groups.types.keyHint}
          mistake={mistakes.get("/key")}
        />
      )}
      <Text as="p" tone="bad" role="alert">
        {error !== null && sentenceOf(error)}
      </Text>
      <footer>
        <button type="button" className="btn" onClick={onClose}>
          {words.groups.cancel}
        </button>
        <button className="btn primary" disabled={busy}>
          {of === null ? words.groups.types.create : words.groups.rename}
        </button>
      </footer>
    </form>
  )
}

/** TypeList lists the entity types. */
export const TypeList = () => {
  const { me } = useProject()
  const { data: all = [] } = useQuery(entityTypes)
  const [opened, open] = useState<EntityType | "new" | null>(null)
  const { act, busy } = useAct()
  const remove = ({ id, label }: EntityType) =>
    act(async () => {
      await removeType(id)
      toast(words.groups.types.removed({ type: label }))
    })
  return (
    <Card
      title={words.groups.types.title}
      beside={<Text tone="soft">{words.groups.types.forAll}</Text>}
      acts={
        me.server_admin && (
          <button className="btn small" onClick={() => open("new")}>
            <Icon name="plus" size={13} /> {words.groups.types.add}
          </button>
        )
      }
    >
      <ul className={look["tree"]}>
        {all.map((one) => (
          <li key={one.id}>
            <span className={look["name"]}>
              <bdi>{one.label}</bdi> <code className="mono faint">{one.key}</code>
            </span>
            {me.server_admin && (
              <Menu label={words.groups.types.more({ type: one.label })}>
                <button onClick={() => open(one)}>{words.groups.rename}</button>
                <button disabled={busy} onClick={() => remove(one)}>
                  {words.groups.remove}
                </button>
              </Menu>
            )}
          </li>
        ))}
      </ul>
      <Dialog titleId="type" open={opened !== null} onClose={() => open(null)}>
        {opened !== null && <Form of={opened === "new" ? null : opened} onClose={() => open(null)} />}
      </Dialog>
    </Card>
  )
}
