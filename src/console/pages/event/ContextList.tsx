// The context of an event, one row per member. Its texts come from outside and are shown as plain text.
import { words } from "../../../words/language.ts"
import type { Event } from "../../data/events.ts"
import { contextRows } from "./contextRows.ts"
import look from "./why.module.css"

/** ContextList lists the context of an event. */
export const ContextList = ({ of: event }: { readonly of: Event }) => {
  const { more, rows } = contextRows(event)
  if (rows.length === 0) return null
  return (
    <dl className={look["context"]} aria-label={words.event.context.label}>
      {rows.map(({ label, path, value }) => (
        <div key={path}>
          <dt>
            <bdi>{label}</bdi>
          </dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
      {more > 0 && <p className="faint">{words.event.context.more({ count: more })}</p>}
    </dl>
  )
}
