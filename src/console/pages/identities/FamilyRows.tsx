// A family of unknown identities, selected together or one by one.
import { words } from "../../../words/language.ts"
import { useProject } from "../../shell/useProject.ts"
import type { Identity } from "../../data/identities.ts"
import { Ago } from "../../time/Ago.tsx"
import type { Family } from "./families.ts"
import look from "./identities.module.css"

interface FamilyProps {
  readonly of: Family
  readonly chosen: ReadonlySet<string>
  /** id of the identity whose report is shown */
  readonly current: string | null
  /** null: the user may not change anything */
  readonly onToggle: ((which: ReadonlyArray<Identity>) => void) | null
  readonly onLook: (id: string) => void
}

/** FamilyRows shows a family of identities. */
export const FamilyRows = ({ chosen, current, of, onLook, onToggle }: FamilyProps) => {
  const { zone } = useProject()
  const { members, prefix, source } = of
  const name = prefix === "" ? source : `${prefix}…`
  return (
    <table className="table">
      <caption>
        {onToggle !== null && (
          <input
            type="checkbox"
            aria-label={words.identities.family.all({ name })}
            checked={members.every(({ id }) => chosen.has(id))}
            onChange={() => onToggle(members)}
          />
        )}
        <b>{name}</b>{" "}
        <span className="soft num">
          {words.identities.family.size({ count: members.length, source: prefix === "" ? null : source })}
        </span>
      </caption>
      <thead>
        <tr>
          {onToggle !== null && (
            <th scope="col">
              <span className="hidden">{words.identities.family.head.chosen}</span>
            </th>
          )}
          <th scope="col">{words.identities.family.head.id}</th>
          <th scope="col">{words.identities.family.head.name}</th>
          <th scope="col" className="end">
            {words.identities.family.head.reports}
          </th>
          <th scope="col">{words.identities.family.head.first}</th>
          <th scope="col">{words.identities.family.head.last}</th>
        </tr>
      </thead>
      <tbody>
        {members.map((one) => (
          <tr key={one.id} aria-selected={one.id === current} onClick={() => onLook(one.id)}>
            {onToggle !== null && (
              <td>
                <input
                  type="checkbox"
                  aria-label={one.external_id}
                  checked={chosen.has(one.id)}
                  onChange={() => onToggle([one])}
                />
              </td>
            )}
            <td>
              <button className={look["name"]} onClick={() => onLook(one.id)}>
                <code className="mono">{one.external_id}</code>
              </button>
            </td>
            <td>{one.device_name ?? ""}</td>
            <td className="end">{one.report_count}</td>
            <td>
              <Ago at={one.first_seen_at} zone={zone} />
            </td>
            <td>
              <Ago at={one.last_seen_at} zone={zone} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
