// Deletes a rule against the edition that the page shows, and says what remains.
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { Dialog } from "../../design/Dialog.tsx"
import { FormFoot } from "../../design/form/FormFoot.tsx"
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
      const words = overtakenWords(refused, zone)
      throw words === undefined ? refused : new Error(words)
    })
    toast(`${name} is removed.`)
    await navigate({ to: "/p/$slug/rules", params: { slug: project.slug } })
  })
  return (
    <form className={dialogs["form"]} onSubmit={onSubmit}>
      <h2 id="remove-rule">
        Remove <bdi>{name}</bdi>?
      </h2>
      <p>
        It notices nothing more and leaves the list. There is no way back
        {enabled ? ": to have it quiet for a while, switch it off instead." : "."}
      </p>
      <p>Its events and alerts stay, with the versions that they name.</p>
      <FormFoot busy={busy} error={error} does="Remove for good" isDanger onClose={onClose} />
    </form>
  )
}

/** RemoveRule is the button that deletes a rule. */
export const RemoveRule = ({ of }: RemoveRuleProps) => {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Menu label={`More about ${of.rule.name}`}>
        <button onClick={() => setOpen(true)}>Remove</button>
      </Menu>
      <Dialog titleId="remove-rule" open={isOpen} onClose={close}>
        <Form of={of} onClose={close} />
      </Dialog>
    </>
  )
}
