// What the server says that a form would have told of, asked a moment after the last edit.
import { useQuery } from "@tanstack/react-query"
import {
  type AutomationDraft,
  type AutomationPreview,
  automationPreview
} from "../queries/automations/automationActivity.ts"
import { useProject } from "../shell/useProject.ts"
import { useSettled } from "../shell/useSettled.ts"
import type { AutomationForm } from "./automationForm.ts"

/** After the last edit; a handle that is dragged asks once it is let go. */
const PAUSE_MS = 350

export interface Preview {
  readonly preview: AutomationPreview | undefined
  /** the greatest age that the server was asked with; null: the answer is of another form */
  readonly answered: number | null
  readonly isRefused: boolean
}

const draftOf = ({ name, receivers: _, ...filter }: AutomationForm): AutomationDraft => ({
  ...filter,
  ...(name.trim() === "" ? {} : { name: name.trim() })
})

export const useAutomationPreview = (form: AutomationForm): Preview => {
  const { project } = useProject()
  // as text: a form that says the same is the same
  const settled = useSettled(JSON.stringify(draftOf(form)), PAUSE_MS)
  const draft = JSON.parse(settled) as AutomationDraft
  const { data, isError, isPlaceholderData } = useQuery(automationPreview(project.id, draft))
  return {
    preview: data,
    answered: isPlaceholderData ? null : (draft.max_event_age_seconds ?? null),
    isRefused: isError
  }
}
