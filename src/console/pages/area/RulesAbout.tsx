// The rules that watch an area, and those that watch others of its kind.
import { Link } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import type { AreaRule, AreaSummary, FeatureType } from "../../data/areas.ts"
import { useProject } from "../../shell/useProject.ts"
import { ruleSentence } from "../rules/ruleSentence.ts"
import { Switch } from "../rules/Switch.tsx"
import { useSwitch } from "../rules/useSwitch.ts"
import look from "./side.module.css"

/** MAX_OTHERS is the number of rules about others that are listed. */
const MAX_OTHERS = 4

const Open = ({ id, name }: Pick<AreaRule, "id" | "name">) => {
  const { project } = useProject()
  return (
    <Link
      className="link"
      to="/p/$slug/rules/$rule"
      params={{ slug: project.slug, rule: id }}
      aria-label={words.area.rules.openOf({ name })}
    >
      {words.area.rules.open}
    </Link>
  )
}

interface RulesAboutProps {
  readonly of: AreaSummary
  readonly kind: FeatureType
}

/** RulesAbout lists the rules about an area. */
export const RulesAbout = ({ kind, of: { other_rules, rules } }: RulesAboutProps) => {
  const { may } = useProject()
  const turn = useSwitch()
  return (
    <>
      {rules.length === 0 && <p className={look["none"]}>{words.area.rules.none({ kind })}</p>}
      <ul>
        {rules.map((one) => (
          <li key={one.id} className={look["rule"]}>
            <Switch
              name={one.name}
              isOn={one.enabled}
              isAllowed={may("rules:write")}
              onChange={(on) => void turn(one, on)}
            />
            <span>
              <bdi>{one.name}</bdi>
              <small>
                {ruleSentence(one)
                  ?.map(({ text }) => text)
                  .join("")}
              </small>
            </span>
            <Open id={one.id} name={one.name} />
          </li>
        ))}
        {other_rules.slice(0, MAX_OTHERS).map(({ enabled, features, id, name }) => (
          <li key={id} className={look["rule"]} data-other>
            <span>
              <bdi>{name}</bdi> {!enabled && <span className="faint">{words.area.rules.off}</span>}
              <small>{words.area.rules.other({ count: features, kind })}</small>
            </span>
            <Open id={id} name={name} />
          </li>
        ))}
      </ul>
    </>
  )
}
