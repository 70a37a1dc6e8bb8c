// Saves, activates and reverts a rule, always against the edition that was read, so that no change is overwritten
// unseen.
import { useCallback, useMemo, useState } from "react"
import { words } from "../../../words/language.ts"
import { Refused, sentenceOf } from "../../data/api/Refused.ts"
import { changeRule, createRule, type KeptRule, saveDocument } from "../../data/rules.ts"
import { toast } from "../../shell/toasts.ts"
import type { JsonObject } from "./document.ts"

/** Overtaken reports a version that was saved after this page read the rule. */
export interface Overtaken {
  readonly by: string | null
  readonly at: string | null
}

interface Saving {
  readonly projectId: string
  /** null: the rule is new */
  readonly kept: KeptRule | null
  readonly name: string
  readonly document: JsonObject
  /** the draft differs from the newest version */
  readonly isDirty: boolean
  readonly onSaved: (kept: KeptRule) => void
}

/** Saves where needed, then activates the newest version and enables the rule. */
const enableIt = async ({ document, isDirty, kept, name, projectId }: Saving): Promise<KeptRule> => {
  if (kept === null) return createRule(projectId, { name, document, enabled: true })
  const saved = isDirty ? await saveDocument(projectId, kept, document, true) : kept
  const { current_version, enabled, latest_version } = saved.rule
  if (enabled && current_version === latest_version) return saved
  return changeRule(projectId, saved, { enabled: true, current_version: latest_version })
}

const saveIt = ({ document, kept, name, projectId }: Saving): Promise<KeptRule> =>
  kept === null
    ? createRule(projectId, { name, document, enabled: false })
    : saveDocument(projectId, kept, document, !kept.rule.enabled)

/** Restores the version and the switch from before. */
const takeBack = async (
  projectId: string,
  before: KeptRule,
  after: KeptRule,
  onSaved: (kept: KeptRule) => void
): Promise<void> => {
  try {
    const { current_version, enabled } = before.rule
    const kept = await changeRule(projectId, after, { enabled, current_version })
    onSaved(kept)
    toast(words.bench.saved.takenBack({ name: kept.rule.name }))
  } catch (refused) {
    toast(sentenceOf(refused), "bad")
  }
}

/** useSaving returns the actions on a rule and their state. */
export const useSaving = (saving: Saving) => {
  const [isBusy, setBusy] = useState(false)
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null)
  const { kept, onSaved, projectId } = saving

  const run = useCallback(
    async (act: () => Promise<KeptRule>, done: (kept: KeptRule) => string) => {
      setBusy(true)
      try {
        const after = await act()
        setOvertaken(null)
        onSaved(after)
        toast(
          done(after),
          "good",
          kept === null ? null : () => void takeBack(projectId, kept, after, onSaved)
        )
      } catch (refused) {
        if (refused instanceof Refused && refused.status === 412)
          setOvertaken({
            by: refused.problem.current?.by?.name ?? null,
            at: refused.problem.current?.at ?? null
          })
        else toast(sentenceOf(refused), "bad")
      } finally {
        setBusy(false)
      }
    },
    [kept, onSaved, projectId]
  )

  return useMemo(
    () => ({
      isBusy,
      overtaken,
      settle: () => setOvertaken(null),
      save: () =>
        run(
          () => saveIt(saving),
          ({ rule }) =>
            rule.enabled
              ? words.bench.saved.draft({ latest: rule.latest_version, current: rule.current_version })
              : words.bench.saved.off
        ),
      enable: () =>
        run(
          () => enableIt(saving),
          ({ rule }) => words.bench.saved.on({ version: rule.current_version, name: rule.name })
        ),
      disable: () => {
        if (kept !== null)
          void run(
            () => changeRule(projectId, kept, { enabled: false }),
            ({ rule }) => words.bench.saved.switchedOff({ name: rule.name })
          )
      },
      rollBack: (version: number) => {
        if (kept !== null)
          void run(
            () => changeRule(projectId, kept, { current_version: version }),
            ({ rule }) => words.bench.saved.rolledBack({ version: rule.current_version })
          )
      },
      rename: (name: string) => {
        if (kept !== null && name !== kept.rule.name)
          void run(
            () => changeRule(projectId, kept, { name }),
            ({ rule }) => words.bench.saved.renamed({ name: rule.name })
          )
      }
    }),
    [isBusy, overtaken, run, saving, kept, projectId]
  )
}

/** Acts are the actions on a rule. */
export type Acts = ReturnType<typeof useSaving>
