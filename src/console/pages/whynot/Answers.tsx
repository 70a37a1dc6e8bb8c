// What each rule says, in groups: nearest to an alert first, then waiting rules, then rules that were not
// evaluated.
import { type ReactNode, type Ref, useLayoutEffect, useRef, useState } from "react"
import { words } from "../../../words/language.ts"
import { ruleSentence } from "../rules/ruleSentence.ts"
import { Parts } from "../../design/Parts.tsx"
import { Key } from "../../design/marks/Key.tsx"
import { Sentence } from "../../design/Sentence.tsx"
import { type ExplainedRule, ruleGroups, type WhyNot } from "../../data/evidence.ts"
import { State } from "../../shell/states.tsx"
import { useProject } from "../../shell/useProject.ts"
import { inZone, span } from "../../time/zoneTime.ts"
import { RuleAnswer } from "./RuleAnswer.tsx"
import look from "./whynot.module.css"

/** Whether a rule is shown expanded at first. */
const isTelling = ({ group }: ExplainedRule): boolean => group === "near" || group === "waiting"

interface AnswersProps {
  readonly of: WhyNot
  /** the rule that the keys act on */
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
  readonly ref: Ref<HTMLDivElement>
  /** what comes before the answers of the rules */
  readonly children: ReactNode
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
export const Answers = ({ children, chosen, of, onChoose, ref }: AnswersProps) => {
  const { at, isCut, position, rules, summary } = of
  const { zone } = useProject()
  // what the user opened or closed stays so, also at other moments
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map())
  const stay = useStay()
  return (
    <div className={look["answers"]} ref={ref} {...stay}>
      {children}
      <header className={look["summary"]}>
        <Sentence
          parts={summary.flatMap((one, i) => [
            ...(i === 0 ? [] : [{ text: " ", strong: false }]),
            ...(ruleSentence(one) ?? [])
          ])}
        />
        <p className="soft num">
          <Parts
            of={words.whyNot.asked<ReactNode>({
              time: <time dateTime={at}>{inZone(at, zone, "full")}</time>,
              age: position === null ? null : span(position.age_seconds),
              newest: isCut ? rules.length : null
            })}
          />
        </p>
      </header>
      {rules.length === 0 && (
        <State icon="rules" title={words.whyNot.noRules.title}>
          <p>{words.whyNot.noRules.hint}</p>
        </State>
      )}
      {ruleGroups.map((group) => {
        const { name, note } = words.whyNot.groups[group]
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
          <kbd>J</kbd> <kbd>K</kbd> {words.whyNot.keys.rules}
        </span>
        <span>
          <Key of="↵" /> {words.whyNot.keys.values}
        </span>
        <span>
          <Key of="←" /> <Key of="→" /> {words.whyNot.keys.minute}
        </span>
      </footer>
    </div>
  )
}
