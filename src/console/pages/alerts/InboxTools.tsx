// The grouping and the filters of the inbox.
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
      <SeverityChoice value={filter.severity} onChoose={(severity) => change({ severity, sel: undefined })} />
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
