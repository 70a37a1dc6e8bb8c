// The draft of an automation: kept in the tab, saved against the edition it started from; after a concurrent change
// the user decides member by member.
import { useState } from "react"
import { words } from "../../../words/language.ts"
import type { Edited } from "../../data/api/call.ts"
import { type LastChange, mistakesOf, Refused, sentenceOf } from "../../data/api/Refused.ts"
import {
  type Automation,
  automation,
  changeAutomation,
  makeAutomation
} from "../../data/automations/automations.ts"
import { queryClient } from "../../data/queryClient.ts"
import { chosen } from "../../shell/differences.ts"
import { toast } from "../../shell/toasts.ts"
import { useProject } from "../../shell/useProject.ts"
import { keptAs, type Members } from "../../writing.ts"
import {
  actionsOf,
  type AutomationForm,
  blankForm,
  changeOf,
  formOf,
  isForm,
  isSame
} from "./automationForm.ts"
import { type Secret, secretsOf } from "./SecretDialog.tsx"

/** The edited form, with the edition and form it started from. */
interface Draft {
  readonly form: AutomationForm
  readonly edition: string
  readonly before: AutomationForm
}

interface Clash {
  readonly current: LastChange
  readonly edition: string
  readonly before: AutomationForm
  readonly theirs: AutomationForm
}

const none: ReadonlyMap<string, string> = new Map()

const draftIn = ({ before, edition, form }: Members): Draft | null =>
  isForm(form) && isForm(before) && typeof edition === "string" ? { form, before, edition } : null

interface Hooks {
  readonly onMade: (id: string) => void
  readonly onSecrets: (secrets: ReadonlyArray<Secret>) => void
}

/** useAutomationDraft holds the draft of an automation. */
export const useAutomationDraft = (latest: Edited<Automation> | null, { onMade, onSecrets }: Hooks) => {
  const { project } = useProject()
  const [kept] = useState(() => keptAs(project.id, `automation ${latest?.record.id ?? "new"}`))
  const [draft, setDraft] = useState(() => draftIn(kept.read()))
  const [mistakes, setMistakes] = useState(none)
  const [clash, setClash] = useState<Clash | null>(null)
  const [busy, setBusy] = useState(false)
  const saved = latest === null ? blankForm : formOf(latest.record)
  // turning the automation on or off elsewhere is not a conflict
  const isCurrent = draft === null || isSame(draft.before, saved)
  const before = isCurrent ? saved : draft.before
  const edition = isCurrent ? (latest?.edition ?? "") : draft.edition
  const form = draft?.form ?? saved

  const write = (next: Draft | null) => {
    setDraft(next)
    kept.write(next ?? {})
  }
  const change = (members: Partial<AutomationForm>) => {
    const next = { ...form, ...members }
    write(isSame(next, before) ? null : { form: next, before, edition })
  }
  const giveUp = () => {
    write(null)
    setClash(null)
    setMistakes(none)
  }

  const refused = async (error: unknown) => {
    const current = error instanceof Refused && error.status === 412 ? error.problem.current : undefined
    if (current !== undefined && latest !== null) {
      const query = { ...automation(project.id, latest.record.id), staleTime: 0 }
      const theirs = await queryClient.fetchQuery(query)
      return setClash({ current, before, edition: theirs.edition, theirs: formOf(theirs.record) })
    }
    setMistakes(mistakesOf(error))
    toast(sentenceOf(error), "bad")
  }

  /** Saves the form; returns whether that succeeded. */
  const send = async (to: AutomationForm, over: Pick<Draft, "before" | "edition">): Promise<boolean> => {
    setBusy(true)
    try {
      if (latest === null) {
        const { receivers, ...members } = to
        const made = await makeAutomation(project.id, {
          ...members,
          name: members.name.trim(),
          actions: actionsOf(receivers).actions
        })
        giveUp()
        kept.forget()
        onSecrets(secretsOf(made))
        toast(words.automations.acts.created({ name: made.name }))
        onMade(made.id)
      } else {
        const changed = await changeAutomation(
          project.id,
          latest.record.id,
          over.edition,
          changeOf(over.before, to)
        )
        giveUp()
        onSecrets(secretsOf(changed))
        toast(words.automations.acts.saved({ name: changed.name }))
      }
      return true
    } catch (error) {
      await refused(error).catch((again: unknown) => toast(sentenceOf(again), "bad"))
      return false
    } finally {
      setBusy(false)
    }
  }

  return {
    form,
    isDirty: draft !== null,
    busy,
    mistakes,
    clash,
    change,
    giveUp,
    backToForm: () => setClash(null),
    save: () => send(form, { before, edition }),
    saveChosen: async (keptMembers: ReadonlySet<string>) => {
      if (clash === null) return
      const to = chosen(form, clash.theirs, keptMembers)
      const over = { before: clash.theirs, edition: clash.edition }
      write({ form: to, ...over })
      setClash(null)
      await send(to, over)
    }
  }
}
