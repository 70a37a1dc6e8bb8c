// The deliveries of an event with their state; a failed one has its repair in the same row.
import { words } from "../../../words/language.ts"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { channelIcon, reasonOf } from "../automations/deliveryWords.ts"
import { automations } from "../../data/automations/automations.ts"
import { type Delivery, redeliver } from "../../data/events.ts"
import { Parts } from "../../design/Parts.tsx"
import { Icon } from "../../design/marks/Icon.tsx"
import { MissingPermission } from "../../shell/MissingPermission.tsx"
import { toast } from "../../shell/toasts.ts"
import { useAct } from "../../shell/useAct.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import look from "./handling.module.css"

const countsOf = (deliveries: ReadonlyArray<Delivery>): string =>
  [...Map.groupBy(deliveries, ({ status }) => status)]
    .map(([status, { length: count }]) => words.event.deliveries[status]({ count }))
    .join(", ")

/** By links to the automation of a delivery; of a deleted one it shows the name. */
const By = ({ of: { automation_id, automation_name } }: { readonly of: Delivery }) => {
  const { project } = useProject()
  return automation_id === null ? (
    <bdi>{automation_name}</bdi>
  ) : (
    <Link
      className="link"
      to="/p/$slug/automations"
      params={{ slug: project.slug }}
      search={{ sel: automation_id }}
    >
      <bdi>{automation_name}</bdi>
    </Link>
  )
}

const Row = ({ delivery }: { readonly delivery: Delivery }) => {
  const { may, project, zone } = useProject()
  const client = useQueryClient()
  const { act, busy } = useAct()
  const { action_type, code, error, finished_at, status, target } = delivery
  const again = async () => {
    await redeliver(project.id, delivery.id)
    toast(words.event.deliveries.sentAgain({ target }))
    await client.invalidateQueries({ queryKey: ["event", project.id, delivery.event_id] })
  }
  const well = status === "sent" || status === "queued"
  return (
    <li className={look["told"]}>
      <Icon name={channelIcon(action_type)} size={16} />
      <bdi className={look["to"]}>{target}</bdi>
      <span className="row">
        <span className={well ? "soft" : "strong"}>{words.event.deliveries.status[status]}</span>
        {well && finished_at !== null && (
          <span className="faint num">{inZone(finished_at, zone, "seconds")}</span>
        )}
        {!well &&
          (may("automations:write") ? (
            <button className="btn small" disabled={busy} onClick={() => act(again)}>
              {words.event.deliveries.redeliver}
            </button>
          ) : (
            <MissingPermission permission="automations:write" />
          ))}
      </span>
      <span className={look["why"]}>
        <Parts of={words.event.deliveries.by<ReactNode>({ automation: <By of={delivery} /> })} />
        {code !== null && (
          <>
            {": "}
            <span className="code">{code}</span> {reasonOf(code).text}{" "}
            {error !== null && <bdi className="faint">{error}</bdi>}
          </>
        )}
      </span>
    </li>
  )
}

/** NoReceiver explains why nothing was sent, judging by the present automations. */
const NoReceiver = () => {
  const { may, project } = useProject()
  const { data } = useQuery(automations(project.id))
  if (data === undefined) return null
  const isNone = data.length === 0
  const why = isNone
    ? words.event.deliveries.noAutomation
    : data.every(({ enabled }) => !enabled)
      ? words.event.deliveries.allOff
      : words.event.deliveries.noneMatched
  return (
    <p className={look["nobody"]}>
      {why}{" "}
      <Link
        className="link"
        to="/p/$slug/automations"
        params={{ slug: project.slug }}
        search={isNone && may("automations:write") ? { sel: "new" } : {}}
      >
        {may("automations:write") ? words.event.deliveries.addAutomation : words.event.deliveries.automations}
      </Link>
    </p>
  )
}

/** Deliveries lists the deliveries of an event. */
export const Deliveries = ({ deliveries }: { readonly deliveries: ReadonlyArray<Delivery> }) => (
  <section className={look["section"]} aria-label={words.event.deliveries.title}>
    <h2 className={look["head"]}>
      <b>{words.event.deliveries.title}</b>{" "}
      <span className="num">
        {deliveries.length === 0 ? words.event.deliveries.none : countsOf(deliveries)}
      </span>
    </h2>
    {deliveries.length === 0 && <NoReceiver />}
    <ul>
      {deliveries.map((delivery) => (
        <Row key={delivery.id} delivery={delivery} />
      ))}
    </ul>
  </section>
)
