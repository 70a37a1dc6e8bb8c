// The steps from an empty map to the first notification; each is ticked when done and links to its form.
import { words } from "../../../words/language.ts"
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { Icon } from "../../design/marks/Icon.tsx"
import { useProject } from "../../shell/useProject.ts"
import { entityWord } from "../../shell/words.ts"
import { type FirstStepsDone, useFirstSteps } from "./useFirstSteps.ts"
import look from "./firstSteps.module.css"

const NONE: FirstStepsDone = { animals: false, fence: false, rule: false, told: false }
const ORDER = ["animals", "fence", "rule", "told"] as const

interface FirstStepsProps {
  /** as a row below the ways to the first animal */
  readonly isRow?: boolean
}

/** FirstSteps lists the first steps. */
export const FirstSteps = ({ isRow = false }: FirstStepsProps) => {
  const { may, project } = useProject()
  const read = useFirstSteps(isRow)
  if (read === undefined && !isRow) return null
  const done = read ?? NONE
  const next = ORDER.find((step) => !done[step])
  const params = { slug: project.slug }
  const steps: Readonly<Record<keyof FirstStepsDone, ReactNode>> = {
    animals: isRow ? (
      words.live.firstSteps.bringIn(entityWord(project))
    ) : (
      <Link to="/p/$slug/animals" params={params}>
        {words.live.firstSteps.bringIn(entityWord(project))}
      </Link>
    ),
    fence: may("features:write") ? (
      <Link to="/p/$slug/live" params={params} search={{ tool: "draw" }}>
        {words.live.firstSteps.drawFence}
      </Link>
    ) : (
      words.live.firstSteps.drawFence
    ),
    rule: (
      <Link
        to={may("rules:write") && !done.rule ? "/p/$slug/rules/$rule" : "/p/$slug/rules"}
        params={{ ...params, rule: "new" }}
      >
        {words.live.firstSteps.switchOnRule}
      </Link>
    ),
    told: (
      <Link to="/p/$slug/automations" params={params} search={may("automations:write") ? { sel: "new" } : {}}>
        {words.live.firstSteps.addAutomation}
      </Link>
    )
  }
  return (
    <ol className={look["steps"]} data-row={isRow} aria-label={words.live.firstSteps.label}>
      {ORDER.map((step) => (
        <li key={step} data-done={done[step]} aria-current={step === next ? "step" : undefined}>
          {done[step] && <Icon name="check" size={13} />}
          <span>
            {steps[step]}
            {done[step] && <span className="hidden"> {words.live.firstSteps.done}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
