// The server's preview of what a form would have sent, requested after the last edit.
import { useQuery } from "@tanstack/react-query"
import {
  type AutomationDraft,
  type AutomationPreview,
  automationPreview
} from "../../data/automations/automationActivity.ts"
import { useProject } from "../../shell/useProject.ts"
import { useSettled } from "../../shell/useSettled.ts"
import type { AutomationForm } from "./automationForm.ts"

/** Debounce of edits; a dragged handle sends its value on release. */
const DEBOUNCE_MS = 350

/** Preview is the server's preview. */
export interface Preview {
  readonly preview: AutomationPreview | undefined
  /** the maximum age that the preview is for; null: it is for another form */
  readonly answered: number | null
  readonly isRefused: boolean
}

const draftOf = ({ name, receivers: _, ...filter }: AutomationForm): AutomationDraft => ({
  ...filter,
  ...(name.trim() === "" ? {} : { name: name.trim() })
})

/** useAutomationPreview previews a form. */
export const useAutomationPreview = (form: AutomationForm): Preview => {
  const { project } = useProject()
  // as text, so that equal forms compare equal
  const settled = useSettled(JSON.stringify(draftOf(form)), DEBOUNCE_MS)
  const draft = JSON.parse(settled) as AutomationDraft
  const { data, isError, isPlaceholderData } = useQuery(automationPreview(project.id, draft))
  return {
    preview: data,
    answered: isPlaceholderData ? null : (draft.max_event_age_seconds ?? null),
    isRefused: isError
  }
}
