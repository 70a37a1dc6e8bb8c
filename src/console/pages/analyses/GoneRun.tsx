// A run that disappeared while its page was open: deleted, expired, or about animals that the user may no longer see.
// Its parameters are still known and can be used for a new run.
import { Link, useNavigate } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { words } from "../../../words/language.ts"
import { sentenceOf } from "../../data/api/Refused.ts"
import { Row, Text } from "../../design/kit.tsx"
import { Icon } from "../../design/marks/Icon.tsx"
import { noteModules, type Run, startRun } from "../../data/analyses.ts"
import { StatePage } from "../../shell/states.tsx"
import { useProject } from "../../shell/useProject.ts"
import { useNow } from "../../time/useNow.ts"
import { inZone } from "../../time/zoneTime.ts"
import { goneText } from "./runWords.ts"

/** GoneRun explains why a run may be gone and offers to run the same again. */
export const GoneRun = ({ run }: { readonly run: Run }) => {
  const { may, project, zone } = useProject()
  const navigate = useNavigate()
  const now = useNow()
  const [refusal, setRefusal] = useState<unknown>(null)
  // the run may be gone because its module was switched off
  useEffect(() => noteModules(project.id), [project.id])
  const again = async () => {
    try {
      const { id } = await startRun(project.id, { module: run.module, parameters: run.parameters })
      await navigate({ to: "/p/$slug/analyses/$run", params: { slug: project.slug, run: id } })
    } catch (refused) {
      setRefusal(refused)
    }
  }
  return (
    <StatePage icon="analyses" title={words.analyses.gone.title}>
      <p>{goneText(run, now, (moment) => inZone(moment, zone, "date"))}</p>
      {refusal !== null && (
        <Text as="p" tone="bad" role="alert">
          {sentenceOf(refusal)}
        </Text>
      )}
      <Row gap={4}>
        {may("analysis:run") && (
          <button className="btn primary" onClick={() => void again()}>
            <Icon name="redo" size={14} /> {words.analyses.gone.again}
          </button>
        )}
        <Link className="btn" to="/p/$slug/analyses" params={{ slug: project.slug }}>
          {words.analyses.all}
        </Link>
      </Row>
    </StatePage>
  )
}
