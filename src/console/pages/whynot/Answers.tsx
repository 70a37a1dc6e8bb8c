// What each rule says, in groups: nearest to an alert first, then waiting rules, then rules that were not
// evaluated.
import { type Ref, useLayoutEffect, useRef, useState } from "react"
import { Key } from "../../design/marks/Key.tsx"
import { Sentence } from "../../design/Sentence.tsx"
import { counted } from "../../design/numbers.ts"
import { type ExplainedRule, ruleGroups, type WhyNot } from "../../data/evidence.ts"
import { State } from "../../shell/states.tsx"
import { useProject } from "../../shell/useProject.ts"
import { inZone, span } from "../../time/zoneTime.ts"
import { RuleAnswer } from "./RuleAnswer.tsx"
import look from "./whynot.module.css"

type Group = ExplainedRule["group"]

const NAMES: Readonly<Record<Group, readonly [name: string, note: string]>> = {
  fired: ["Fired", "it created an event"],
  near: ["Nearest to an alert", "a condition was not met"],
  waiting: ["Waiting", "for time to pass"],
  not_asked: ["Not asked then", "no data arrived for these rules"],
  not_in_scope: ["Not about it", "another scope, or not in force"]
}

/** Whether a rule is shown expanded at first. */
const isTelling = ({ group }: ExplainedRule): boolean => group === "near" || group === "waiting"

interface AnswersProps {
  readonly of: WhyNot
  /** the rule that the keys act on */
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
  readonly ref: Ref<HTMLDivElement>
}

/** Keeps the focus on a rule that moves to another group, where React renders a new element for it. */
const useStay = () => {
  const on = useRef<Element | null>(null)
  useLayoutEffect(() => {
    const was = on.current
    if (was === null || was.isConnected) return
    on.current = null
    const rule = was.closest<HTMLElement>("[data-rule]")?.dataset["rule"]
    document.querySelector<HTMLElement>(`[data-rule="${rule}"] > summary`)?.focus({ preventScroll: true })
  })
  return {
    onFocus: ({ target }: { readonly target: Element }) => {
      on.current = target
    },
    onBlur: () => {
      on.current = null
    }
  }
}

/** The answers of all rules. */
export const Answers = ({ chosen, of, onChoose, ref }: AnswersProps) => {
  const { at, isCut, position, rules, summary } = of
  const { zone } = useProject()
  // what the user opened or closed stays so, also at other moments
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map())
  const stay = useStay()
  return (
    <div className={look["answers"]} ref={ref} {...stay}>
      <header className={look["summary"]}>
        <Sentence parts={summary} />
        <p className="soft num">
          <time dateTime={at}>{inZone(at, zone, "full")}</time>, project time.{" "}
          {position === null
            ? "No fix was known then."
            : `The fix then was ${span(position.age_seconds)} old.`}
          {isCut && ` Of the newest ${counted(rules.length, "rule")}.`}
        </p>
      </header>
      {rules.length === 0 && (
        <State icon="rules" title="There is no rule yet.">
          <p>A rule that is enabled is asked here, whether it fires or not.</p>
        </State>
      )}
      {ruleGroups.map((group) => {
        const [name, note] = NAMES[group]
        const some = rules.filter((one) => one.group === group)
        return some.length === 0 ? null : (
          <section key={group} aria-label={name}>
            <h2 className={look["group"]}>
              {name} <span className="faint">{note}</span>
            </h2>
            {some.map((one) => (
              <RuleAnswer
                key={one.rule.id}
                of={one}
                at={Date.parse(at)}
                chosen={one.rule.id === chosen}
                open={opened.get(one.rule.id) ?? isTelling(one)}
                onChoose={() => onChoose(one.rule.id)}
                onOpen={(to) => setOpened((before) => new Map(before).set(one.rule.id, to))}
              />
            ))}
          </section>
        )
      })}
      <footer className={look["keys"]}>
        <span>
          <kbd>J</kbd> <kbd>K</kbd> rule by rule
        </span>
        <span>
          <Key of="↵" /> what it read
        </span>
        <span>
          <Key of="←" /> <Key of="→" /> minute
        </span>
      </footer>
    </div>
  )
}
