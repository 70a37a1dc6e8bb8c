// The steps from an empty map to the first notification; each is ticked when done and links to its form.
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
  const words: Readonly<Record<keyof FirstStepsDone, ReactNode>> = {
    animals: isRow ? (
      `Bring in ${entityWord(project).many}`
    ) : (
      <Link to="/p/$slug/animals" params={params}>
        Bring in {entityWord(project).many}
      </Link>
    ),
    fence: may("features:write") ? (
      <Link to="/p/$slug/live" params={params} search={{ tool: "draw" }}>
        Draw a fence
      </Link>
    ) : (
      "Draw a fence"
    ),
    rule: (
      <Link
        to={may("rules:write") && !done.rule ? "/p/$slug/rules/$rule" : "/p/$slug/rules"}
        params={{ ...params, rule: "new" }}
      >
        Switch on a rule
      </Link>
    ),
    told: (
      <Link to="/p/$slug/automations" params={params} search={may("automations:write") ? { sel: "new" } : {}}>
        Say who is told
      </Link>
    )
  }
  return (
    <ol className={look["steps"]} data-row={isRow} aria-label="The way from here">
      {ORDER.map((step) => (
        <li key={step} data-done={done[step]} aria-current={step === next ? "step" : undefined}>
          {done[step] && <Icon name="check" size={13} />}
          <span>
            {words[step]}
            {done[step] && <span className="hidden"> (done)</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
