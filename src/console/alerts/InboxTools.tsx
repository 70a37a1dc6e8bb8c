// How the inbox is grouped, and what narrows it.
import { useQuery } from "@tanstack/react-query"
import { Segments } from "../look/Segments.tsx"
import { severities } from "../look/severities.ts"
import type { SeverityName } from "../look/Severity.tsx"
import { rules } from "../queries/rules.ts"
import { useProject } from "../shell/useProject.ts"
import { capital, entityWord } from "../shell/words.ts"
import { useInboxSearch } from "./useInboxSearch.ts"
import look from "./alerts.module.css"

interface ChoiceProps {
  /** what it narrows by, for readers of screens */
  readonly label: string
  readonly all: string
  readonly of: ReadonlyArray<readonly [value: string, word: string]>
  readonly value: string | undefined
  readonly onChoose: (value: string | undefined) => void
}

const Choice = ({ all, label, of, onChoose, value }: ChoiceProps) => (
  <label className={look["choice"]} data-narrow={value !== undefined}>
    <span className="hidden">{label}</span>
    <select
      className="input"
      value={value ?? ""}
      onChange={({ target }) => onChoose(target.value === "" ? undefined : target.value)}
    >
      <option value="">{all}</option>
      {of.map(([key, word]) => (
        <option key={key} value={key}>
          {word}
        </option>
      ))}
    </select>
  </label>
)

const WORDS: Readonly<Record<SeverityName, string>> = {
  critical: "Critical",
  warning: "Warnings",
  info: "Information"
}

export const InboxTools = () => {
  const { project } = useProject()
  const { change, filter, grouping } = useInboxSearch()
  const { data: all = [] } = useQuery(rules(project.id))
  return (
    <div className={look["tools"]}>
      <Segments
        label="Group"
        all={false}
        of={[
          ["time", "By time"],
          ["animal", `By ${entityWord(project).one}`],
          ["rule", "By rule"]
        ]}
        value={grouping}
        onChoose={(by) => change({ by: by === "time" ? undefined : by })}
      />
      <Choice
        label="Severity"
        all="All severities"
        of={severities.toReversed().map((one) => [one, WORDS[one]] as const)}
        value={filter.severity}
        onChoose={(severity) => change({ severity, sel: undefined })}
      />
      <Choice
        label="Rule"
        all="All rules"
        of={all.map(({ id, name }) => [id, capital(name)] as const)}
        value={filter.rule_id}
        onChoose={(rule) => change({ rule, sel: undefined })}
      />
    </div>
  )
}
