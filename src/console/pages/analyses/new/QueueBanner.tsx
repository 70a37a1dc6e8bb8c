// Warns about a full queue before the form is filled: at most five runs may wait.
import { useQuery } from "@tanstack/react-query"
import { words } from "../../../../words/language.ts"
import { Card, Row, Text } from "../../../design/kit.tsx"
import { Icon } from "../../../design/marks/Icon.tsx"
import { runCounts } from "../../../data/analyses.ts"
import { useProject } from "../../../shell/useProject.ts"
import look from "./newRun.module.css"

/** QueueBanner shows how many runs wait. */
export const QueueBanner = () => {
  const { project } = useProject()
  const { data } = useQuery(runCounts(project.id))
  if (data?.queue_full !== true) return null
  return (
    <div className={look["banner"]}>
      <Card tone="late">
        <Row pad>
          <Text tone="late">
            <Icon name="warn" size={17} />
          </Text>
          <Text as="b" role="status">
            {words.newAnalysis.queue.full({ count: data.max_queued })}
          </Text>
          <Text>{words.newAnalysis.queue.effect}</Text>
        </Row>
      </Card>
    </div>
  )
}
