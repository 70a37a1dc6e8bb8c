// The bar below an import: its steps with their figures, and what can be done.
import type { ReactNode } from "react"
import { words } from "../../../words/language.ts"
import look from "./stepsBar.module.css"
import type { ImportStep } from "./importSteps.ts"

interface StepsBarProps {
  readonly steps: ReadonlyArray<ImportStep>
  /** the buttons at its end */
  readonly children: ReactNode
}

/** StepsBar stands below the page, also while its columns are scrolled. */
export const StepsBar = ({ children, steps }: StepsBarProps) => (
  <footer className={look["bar"]}>
    <ol className={look["steps"]} aria-label={words.imports.steps.label}>
      {steps.map(({ isAsked, name, percent, says }) => (
        <li key={name} data-asked={isAsked}>
          <i>
            <i style={{ width: `${percent}%` }} />
          </i>
          <b>{name}</b>
          <span className="num">{says}</span>
        </li>
      ))}
    </ol>
    <div className={look["acts"]}>{children}</div>
  </footer>
)
