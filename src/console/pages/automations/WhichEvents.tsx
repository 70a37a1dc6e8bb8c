// The event filter of an automation: severity, types, rules, subjects, maximum age.
import { useInfiniteQuery } from "@tanstack/react-query"
import { type ReactNode, useDeferredValue, useState } from "react"
import { words } from "../../../words/language.ts"
import { Card } from "../../design/kit.tsx"
import { CheckBox } from "../../design/form/TextField.tsx"
import { Severity, type SeverityName } from "../../design/marks/Severity.tsx"
import { severities } from "../../design/marks/severities.ts"
import { animals } from "../../data/animals.ts"
import { useProject } from "../../shell/useProject.ts"
import { entityWord } from "../../shell/words.ts"
import type { AutomationForm } from "./automationForm.ts"
import { NoOlderThan } from "./ages/NoOlderThan.tsx"
import { WouldHaveTold } from "./ages/WouldHaveTold.tsx"
import { Chips } from "./Chips.tsx"
import type { Preview } from "./useAutomationPreview.ts"
import { useAnimalNames, useRuleNames } from "./useAutomationNames.ts"
import look from "./automations.module.css"

interface WhichEventsProps {
  readonly form: AutomationForm
  readonly disabled: boolean
  readonly mistakes: ReadonlyMap<string, string>
  readonly preview: Preview
  readonly onChange: (change: Partial<AutomationForm>) => void
}

const Line = ({ children, word }: { readonly word: string; readonly children: ReactNode }) => (
  <>
    <span className="soft">{word}</span>
    <div className={look["answer"]}>{children}</div>
  </>
)

const AtLeast = ({ disabled, form, onChange }: Omit<WhichEventsProps, "mistakes" | "preview">) => (
  <span className="segments" role="group" aria-label={words.automations.events.atLeast}>
    {severities.map((one: SeverityName) => (
      <button
        key={one}
        type="button"
        disabled={disabled}
        aria-pressed={one === form.min_severity}
        onClick={() => onChange({ min_severity: one })}
      >
        <span className={look["severity"]}>
          <Severity of={one} size={14} /> {words.automations.events.severities[one]}
        </span>
      </button>
    ))}
  </span>
)

const About = ({ disabled, form, mistakes, onChange }: WhichEventsProps) => {
  const { project } = useProject()
  const [typed, setTyped] = useState("")
  const q = useDeferredValue(typed.trim())
  const { data } = useInfiniteQuery({
    ...animals(project.id, { sort: "name", ...(q === "" ? {} : { q }) }),
    refetchInterval: false,
    enabled: !disabled
  })
  const names = useAnimalNames(form.entity_ids)
  const { one: entity } = entityWord(project)
  const text = words.automations.events
  return (
    <Chips
      label={text.addEntity({ entity })}
      any={text.anyEntity({ entity })}
      placeholder={text.entity({ entity })}
      disabled={disabled}
      mistake={mistakes.get("/entity_ids")}
      chosen={form.entity_ids.map((id) => ({ id, name: names.get(id) ?? "…" }))}
      choices={data?.pages[0]?.items ?? []}
      onType={setTyped}
      onChange={(entity_ids) => onChange({ entity_ids })}
    />
  )
}

/** WhichEvents edits the event filter. */
export const WhichEvents = (props: WhichEventsProps) => {
  const { disabled, form, mistakes, onChange, preview } = props
  const { names, types } = useRuleNames()
  const text = words.automations.events
  const { project } = useProject()
  return (
    <Card title={text.title} acts={<WouldHaveTold of={preview} bound={form.max_event_age_seconds} />}>
      <div className={look["lines"]}>
        <Line word={text.atLeast}>
          <AtLeast form={form} disabled={disabled} onChange={onChange} />
          <CheckBox
            label={text.onlyAlerts}
            disabled={disabled}
            checked={form.require_alert}
            onChange={({ target }) => onChange({ require_alert: target.checked })}
          />
        </Line>
        <Line word={text.madeBy}>
          <Chips
            label={text.addRule}
            any={text.anyRule}
            placeholder={text.rule}
            disabled={disabled}
            mistake={mistakes.get("/rule_ids")}
            chosen={form.rule_ids.map((id) => ({ id, name: names.get(id) ?? text.ruleGone }))}
            choices={[...names].map(([id, name]) => ({ id, name }))}
            onChange={(rule_ids) => onChange({ rule_ids })}
          />
        </Line>
        <Line word={text.ofType}>
          <Chips
            label={text.addType}
            any={text.anyType}
            placeholder={text.type}
            code
            disabled={disabled}
            mistake={mistakes.get("/event_types")}
            chosen={form.event_types.map((id) => ({ id, name: id }))}
            choices={types.map((id) => ({ id, name: id }))}
            free={(typed) => {
              const id = typed.toUpperCase().replaceAll(/\s+/g, "_")
              return { id, name: id }
            }}
            onChange={(event_types) => onChange({ event_types })}
          />
        </Line>
        <Line word={text.about({ entities: entityWord(project).many })}>
          <About {...props} />
        </Line>
        <Line word={text.reminders}>
          <CheckBox
            label={text.afterAcknowledged}
            data-field="reminders"
            disabled={disabled}
            checked={form.remind_acknowledged}
            onChange={({ target }) => onChange({ remind_acknowledged: target.checked })}
          />
        </Line>
      </div>
      <NoOlderThan
        of={preview}
        bound={form.max_event_age_seconds}
        disabled={disabled}
        onChange={(max_event_age_seconds) => onChange({ max_event_age_seconds })}
      />
    </Card>
  )
}
