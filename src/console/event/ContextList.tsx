// The context of an event, a row a member. Its texts are what somebody outside sent: shown as text and no
// more.
import type { Event } from "../queries/events.ts"
import { contextRows } from "./contextRows.ts"
import look from "./why.module.css"

export const ContextList = ({ of: event }: { readonly of: Event }) => {
  const { more, rows } = contextRows(event)
  if (rows.length === 0) return null
  return (
    <dl className={look["context"]} aria-label="Context">
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
      {more > 0 && <p className="faint">{more} more, which the API shows.</p>}
    </dl>
  )
}
