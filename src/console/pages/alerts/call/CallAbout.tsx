// The people to call about an alert: the best choice as a button, the others in a list. Without a phone number it
// renders nothing.
import { words } from "../../../../words/language.ts"
import { useQuery } from "@tanstack/react-query"
import { useRef } from "react"
import type { Alert } from "../../../data/alerts.ts"
import { contacts, neighbours } from "../../../data/contacts.ts"
import { Icon } from "../../../design/marks/Icon.tsx"
import { useProject } from "../../../shell/useProject.ts"
import { span } from "../../../time/zoneTime.ts"
import { CallLink } from "./CallLink.tsx"
import { callOrder, type Choice, farText } from "./callOrder.ts"
import look from "./call.module.css"

/** useCallable returns the members and contacts to call about an alert, the best choice first. */
export const useCallable = (alert: Pick<Alert, "acknowledged_by" | "entity_id">): ReadonlyArray<Choice> => {
  const { me, project } = useProject()
  const { data: all = [] } = useQuery(contacts(project.id))
  const entity = alert.entity_id
  const { data: near = [] } = useQuery({
    ...neighbours(project.id, entity ?? ""),
    enabled: entity !== null && all.some(({ entity_id }) => entity_id !== null)
  })
  return callOrder(all, near, { handler: alert.acknowledged_by?.id ?? null, self: me.id })
}

const detailOf = ({ has, near }: Choice): string =>
  [
    ...(has ? [words.alerts.call.isHandling] : []),
    ...(near === null
      ? []
      : [words.alerts.call.away({ distance: farText(near.metres), seen: span(near.age) })])
  ].join(", ")

interface CallAboutProps {
  readonly alert: Alert
  readonly small?: boolean
}

/** CallAbout renders the call button of an alert and the list of further people. */
export const CallAbout = ({ alert, small = false }: CallAboutProps) => {
  const choices = useCallable(alert)
  const dialog = useRef<HTMLDialogElement>(null)
  const [best, ...others] = choices
  if (best === undefined) return null
  return (
    <>
      <span className={look["call"]}>
        <CallLink contact={best.contact} small={small} />
        {others.length > 0 && (
          <button
            className={`btn icon ${small ? "small" : ""}`}
            aria-label={words.alerts.call.another}
            onClick={() => dialog.current?.showModal()}
          >
            <Icon name="chev" size={15} />
          </button>
        )}
      </span>
      {others.length > 0 && (
        <dialog ref={dialog} className={look["dialog"]} aria-label={words.alerts.call.people}>
          <h2>{words.alerts.call.people}</h2>
          <ul>
            {choices.map((choice) => (
              <li key={choice.contact.user_id}>
                <div>
                  <bdi className="strong">{choice.contact.name ?? words.alerts.call.noName}</bdi>
                  <p className="soft num">
                    <span className="mono">{choice.contact.phone}</span> {detailOf(choice)}
                  </p>
                </div>
                <CallLink contact={choice.contact} />
              </li>
            ))}
          </ul>
          <form method="dialog">
            <button className="btn">{words.alerts.call.close}</button>
          </form>
        </dialog>
      )}
    </>
  )
}
