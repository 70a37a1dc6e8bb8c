// What each rule says, in groups: nearest to an alert first, then what waits, then what was not asked.
import { type Ref, useLayoutEffect, useRef, useState } from "react"
import { Key } from "../look/Key.tsx"
import { Sentence } from "../look/Sentence.tsx"
import { counted } from "../look/numbers.ts"
import { type ExplainedRule, ruleGroups, type WhyNot } from "../queries/evidence.ts"
import { State } from "../shell/states.tsx"
import { useProject } from "../shell/useProject.ts"
import { inZone, span } from "../time/zoneTime.ts"
import { RuleAnswer } from "./RuleAnswer.tsx"
import look from "./whynot.module.css"

type Group = ExplainedRule["group"]

const NAMES: Readonly<Record<Group, readonly [name: string, note: string]>> = {
  fired: ["Fired", "it told somebody"],
  near: ["Nearest to an alert", "asked, and a condition stopped it"],
  waiting: ["Waiting", "for time to pass"],
  not_asked: ["Not asked then", "nothing came that these rules look at"],
  not_in_scope: ["Not about it", "another scope, or not in force"]
}

/** Open until somebody closes them. */
const isTelling = ({ group }: ExplainedRule): boolean => group === "near" || group === "waiting"

interface AnswersProps {
  readonly of: WhyNot
  /** of the rule that the keys act on */
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
  readonly ref: Ref<HTMLDivElement>
}

/** A rule that is in another group than before is another element: whoever was on it is still. */
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

export const Answers = ({ chosen, of, onChoose, ref }: AnswersProps) => {
  const { at, isCut, position, rules, summary } = of
  const { zone } = useProject()
  // what somebody opened or closed stays so, whatever the rule says at another moment
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
