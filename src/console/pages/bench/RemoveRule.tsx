// Deletes a rule against the edition that the page shows, and says what remains.
import { useNavigate } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { words } from "../../../words/language.ts"
import { Dialog } from "../../design/Dialog.tsx"
import { FormFoot } from "../../design/form/FormFoot.tsx"
import { Parts } from "../../design/Parts.tsx"
import { Menu } from "../../design/Menu.tsx"
import dialogs from "../../design/dialog.module.css"
import { useForm } from "../../design/form/useForm.ts"
import { type KeptRule, removeRule } from "../../data/rules.ts"
import { toast } from "../../shell/toasts.ts"
import { overtakenWords } from "../../data/api/overtakenWords.ts"
import { useProject } from "../../shell/useProject.ts"

interface RemoveRuleProps {
  readonly of: KeptRule
}

const Form = ({ of, onClose }: RemoveRuleProps & { readonly onClose: () => void }) => {
  const { project, zone } = useProject()
  const navigate = useNavigate()
  const { enabled, name } = of.rule
  const { busy, error, onSubmit } = useForm(async () => {
    await removeRule(project.id, of).catch((refused: unknown) => {
      const overtaken = overtakenWords(refused, zone)
      throw overtaken === undefined ? refused : new Error(overtaken)
    })
    toast(words.bench.remove.done({ name }))
    await navigate({ to: "/p/$slug/rules", params: { slug: project.slug } })
  })
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="remove-rule">
        <Parts of={words.bench.remove.title<ReactNode>({ name: <bdi>{name}</bdi> })} />
      </h2>
      <p>{words.bench.remove.hint({ isOn: enabled })}</p>
      <p>{words.bench.remove.stays}</p>
      <FormFoot busy={busy} error={error} does={words.bench.remove.forGood} isDanger onClose={onClose} />
    </form>
  )
}

/** RemoveRule is the button that deletes a rule. */
export const RemoveRule = ({ of }: RemoveRuleProps) => {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Menu label={words.bench.remove.menu({ name: of.rule.name })}>
        <button onClick={() => setOpen(true)}>{words.bench.remove.remove}</button>
      </Menu>
      <Dialog titleId="remove-rule" open={isOpen} onClose={close}>
        <Form of={of} onClose={close} />
      </Dialog>
    </>
  )
}
