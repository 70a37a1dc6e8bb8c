// One automation: its sentence, its form, and a test. The draft is kept in the tab until saved or discarded.
import { useInfiniteQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { words } from "../../../words/language.ts"
import type { Edited } from "../../data/api/call.ts"
import { useCommands } from "../bench/useCommands.ts"
import { Menu } from "../../design/Menu.tsx"
import { Key } from "../../design/marks/Key.tsx"
import { Sentence } from "../../design/Sentence.tsx"
import { type Automation, deliveriesOf, testAutomation } from "../../data/automations/automations.ts"
import { differences } from "../../shell/differences.ts"
import { MissingPermission, toastMissingPermission } from "../../shell/MissingPermission.tsx"
import { toast } from "../../shell/toasts.ts"
import { Stale } from "../../shell/Stale.tsx"
import { useAct } from "../../shell/useAct.ts"
import { useKeys } from "../../shell/useKeys.ts"
import { useProject } from "../../shell/useProject.ts"
import { entityWord } from "../../shell/words.ts"
import { Switch } from "../rules/Switch.tsx"
import type { AutomationForm, FormKey } from "./automationForm.ts"
import { sentenceOf } from "./automationSentence.ts"
import { fieldWords } from "./fieldWords.ts"
import { Messages } from "./Messages.tsx"
import { Receivers } from "./Receivers.tsx"
import type { Secret } from "./SecretDialog.tsx"
import { useAutomationActs } from "./useAutomationActs.ts"
import { useAutomationPreview } from "./useAutomationPreview.ts"
import { useAutomationDraft } from "./useAutomationDraft.ts"
import { useAnimalNames, useRuleNames } from "./useAutomationNames.ts"
import { usePeople } from "./usePeople.ts"
import { WhichEvents } from "./WhichEvents.tsx"
import look from "./automations.module.css"

interface EditorProps {
  /** null: a new one */
  readonly latest: Edited<Automation> | null
  readonly onMade: (id: string) => void
  readonly onGone: () => void
  /** called with secrets, which are shown once */
  readonly onSecrets: (secrets: ReadonlyArray<Secret>) => void
}

const Says = ({ form }: { readonly form: AutomationForm }) => {
  const { project } = useProject()
  const { names: rules } = useRuleNames()
  const animals = useAnimalNames(form.entity_ids)
  return (
    <div className={look["sentence"]}>
      <Sentence parts={sentenceOf(form, { rules, animals, word: entityWord(project) })} />
    </div>
  )
}

/** AutomationEditor edits an automation. */
export const AutomationEditor = ({ latest, onGone, onMade, onSecrets }: EditorProps) => {
  const { may, project, zone } = useProject()
  const draft = useAutomationDraft(latest, { onMade, onSecrets })
  const { busy, clash, form, isDirty, mistakes } = draft
  const preview = useAutomationPreview(form)
  const acts = useAutomationActs()
  const test = useAct()
  const { nameOf } = usePeople()
  const id = latest?.record.id ?? ""
  const { data } = useInfiniteQuery({ ...deliveriesOf(project.id, id), enabled: latest !== null })
  const deliveries = data?.pages.flatMap(({ items }) => items) ?? []
  const disabled = !may("automations:write")
  const text = words.automations
  const tell = () =>
    test.act(async () => {
      const saved = isDirty ? await draft.save() : true
      if (!saved || id === "") return
      await testAutomation(project.id, id)
      toast(words.automations.acts.testSent)
    })
  useKeys({
    t: () => {
      if (disabled) toastMissingPermission(text.denied.test, "automations:write")
      else if (latest !== null && !test.busy) tell()
    }
  })
  useCommands({
    save: () => {
      if (!disabled && isDirty && !busy) void draft.save()
    },
    enable: () => {}
  })
  const buttons: ReactNode = (
    <div className={look["acts"]}>
      {isDirty && latest !== null && (
        <button type="button" className="btn" disabled={busy} onClick={draft.giveUp}>
          {text.editor.discard}
        </button>
      )}
      <button
        type="button"
        className={latest === null ? "btn primary" : "btn"}
        disabled={busy || (latest !== null && !isDirty)}
        onClick={() => void draft.save()}
      >
        {latest === null ? text.editor.create : words.common.buttons.save} <Key of="⌘S" />
      </button>
      {latest === null ? (
        <button
          type="button"
          className="btn"
          onClick={() => {
            draft.giveUp()
            onGone()
          }}
        >
          {words.common.buttons.cancel}
        </button>
      ) : (
        <>
          <button
            type="button"
            className="btn primary"
            disabled={test.busy || busy || form.receivers.length === 0}
            onClick={tell}
          >
            {isDirty ? text.editor.saveAndTest : text.editor.test} <Key of="T" />
          </button>
          <Menu label={text.editor.more}>
            <button type="button" onClick={() => acts.remove(latest, onGone)}>
              {text.editor.remove}
            </button>
          </Menu>
        </>
      )}
    </div>
  )
  return (
    <div className={look["editor"]}>
      <header className={look["title"]}>
        {disabled ? (
          <h2>
            <bdi>{form.name}</bdi>
          </h2>
        ) : (
          <input
            className={`input ${look["name"]}`}
            aria-label={text.editor.name}
            aria-invalid={mistakes.has("/name") ? true : undefined}
            placeholder={text.editor.namePlaceholder}
            maxLength={200}
            value={form.name}
            onChange={({ target }) => draft.change({ name: target.value })}
          />
        )}
        {latest !== null && (
          <Switch
            name={text.list.switch({ name: latest.record.name })}
            isOn={latest.record.enabled}
            isAllowed={!disabled}
            needs="automations:write"
            onChange={(on) => void acts.toggle(latest.record, on)}
          />
        )}
        {disabled ? <MissingPermission what={text.denied.change} permission="automations:write" /> : buttons}
        {mistakes.has("/name") && <p className={look["mistake"]}>{mistakes.get("/name")}</p>}
      </header>
      <Says form={form} />
      <WhichEvents
        form={form}
        disabled={disabled}
        mistakes={mistakes}
        preview={preview}
        onChange={draft.change}
      />
      <Receivers
        form={form}
        deliveries={deliveries}
        disabled={disabled}
        mistakes={mistakes}
        onChange={draft.change}
      />
      <Messages
        of={preview.preview?.message}
        id={latest?.record.id ?? null}
        actions={latest?.record.actions ?? []}
        hasWebhook={form.receivers.some(({ type }) => type === "webhook")}
        onSecrets={onSecrets}
      />
      <Stale
        current={clash?.current ?? null}
        what={text.theAutomation}
        zone={zone}
        differences={clash === null ? [] : differences(clash.before, form, clash.theirs)}
        words={(key) => fieldWords(key as FormKey, nameOf)}
        onClose={draft.backToForm}
        onTakeTheirs={draft.giveUp}
        onSave={(kept) => void draft.saveChosen(kept)}
      />
    </div>
  )
}
