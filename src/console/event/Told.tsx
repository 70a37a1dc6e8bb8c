// Who was told of an event, and what became of it; a failure has its repair in the same row.
import { useQueryClient } from "@tanstack/react-query"
import { type Delivery, redeliver } from "../queries/events.ts"
import { Icon } from "../look/Icon.tsx"
import type { IconName } from "../look/icons.ts"
import { Lacks } from "../shell/Lacks.tsx"
import { say } from "../shell/notices.ts"
import { useAct } from "../shell/useAct.ts"
import { useProject } from "../shell/useProject.ts"
import { inZone } from "../time/zoneTime.ts"
import look from "./handling.module.css"

const iconOf = (type: Delivery["action_type"]): IconName =>
  type === "webhook" ? "hook" : type === "email" ? "mail" : "chat"

const counted = (deliveries: ReadonlyArray<Delivery>): string =>
  [...Map.groupBy(deliveries, ({ status }) => status)]
    .map(([status, { length }]) => `${length} ${status}`)
    .join(", ")

const Row = ({ delivery }: { readonly delivery: Delivery }) => {
  const { may, project, zone } = useProject()
  const client = useQueryClient()
  const { act, busy } = useAct()
  const { action_type, code, error, finished_at, status, target } = delivery
  const again = async () => {
    await redeliver(project.id, delivery.id)
    say(`Sent again to ${target}.`)
    await client.invalidateQueries({ queryKey: ["event", project.id, delivery.event_id] })
  }
  const well = status === "sent" || status === "queued"
  return (
    <li className={look["told"]}>
      <Icon name={iconOf(action_type)} size={16} />
      <bdi className={look["to"]}>{target}</bdi>
      <span className="row">
        <span className={well ? "soft" : "strong"}>{status}</span>
        {well && finished_at !== null && (
          <span className="faint num">{inZone(finished_at, zone, "seconds")}</span>
        )}
        {!well &&
          (may("automations:write") ? (
            <button className="btn small" disabled={busy} onClick={() => act(again)}>
              Redeliver
            </button>
          ) : (
            <Lacks permission="automations:write" />
          ))}
      </span>
      {code !== null && (
        <span className={look["why"]}>
          <span className="code">{code}</span> {error}
        </span>
      )}
    </li>
  )
}

export const Told = ({ deliveries }: { readonly deliveries: ReadonlyArray<Delivery> }) => (
  <section className={look["section"]} aria-label="Told to">
    <h2 className={look["head"]}>
      <b>Told to</b> <span className="num">{deliveries.length === 0 ? "nobody" : counted(deliveries)}</span>
    </h2>
    <ul>
      {deliveries.map((delivery) => (
        <Row key={delivery.id} delivery={delivery} />
      ))}
    </ul>
  </section>
)
