// The grouping and the filters of the inbox.
import { words } from "../../../words/language.ts"
import { useQuery } from "@tanstack/react-query"
import { Segments } from "../../design/form/Segments.tsx"
import { rules } from "../../data/rules.ts"
import { useProject } from "../../shell/useProject.ts"
import { capital, entityWord } from "../../shell/words.ts"
import { Choice, SeverityChoice } from "./Choice.tsx"
import { useInboxSearch } from "./useInboxSearch.ts"
import look from "./alerts.module.css"

/** InboxTools renders the grouping and the filters of the inbox. */
export const InboxTools = () => {
  const { project } = useProject()
  const { change, filter, grouping } = useInboxSearch()
  const { data: all = [] } = useQuery(rules(project.id))
  return (
    <div className={look["tools"]}>
      <Segments
        label={words.alerts.grouping.label}
        all={false}
        of={[
          ["time", words.alerts.grouping.byTime],
          ["animal", words.alerts.grouping.byAnimal(entityWord(project))],
          ["rule", words.alerts.grouping.byRule]
        ]}
        value={grouping}
        onChoose={(by) => change({ by: by === "time" ? undefined : by })}
      />
      <SeverityChoice value={filter.severity} onChoose={(severity) => change({ severity, sel: undefined })} />
      <Choice
        label={words.alerts.rule.label}
        all={words.alerts.rule.all}
        of={all.map(({ id, name }) => [id, capital(name)] as const)}
        value={filter.rule_id}
        onChoose={(rule) => change({ rule, sel: undefined })}
      />
    </div>
  )
}
