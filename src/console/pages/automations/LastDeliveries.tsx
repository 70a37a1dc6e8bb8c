// The last deliveries of an automation and its failures, each with a button to send it again.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import { Empty, States } from "../../design/States.tsx"
import { Icon } from "../../design/marks/Icon.tsx"
import { Segments } from "../../design/form/Segments.tsx"
import {
  type Delivery,
  deliveriesOf,
  failedDeliveries,
  MAX_COUNTED_FAILURES,
  sendFailedAgain
} from "../../data/automations/automations.ts"
import { toast } from "../../shell/toasts.ts"
import { ShowMore } from "../../shell/ShowMore.tsx"
import { useAct } from "../../shell/useAct.ts"
import { useProject } from "../../shell/useProject.ts"
import { channelIcon } from "./deliveryWords.ts"
import { Reason, Repairs, State } from "./Outcome.tsx"
import { usePeople } from "./usePeople.ts"
import look from "./automations.module.css"

const Row = ({ of }: { readonly of: Delivery }) => {
  const { project } = useProject()
  const { nameOf } = usePeople()
  const { action_type, event_id, event_title, target } = of
  return (
    <li className={look["delivery"]}>
      <Icon name={channelIcon(action_type)} size={15} />
      {event_id === null ? (
        <b>{words.automations.deliveries.test}</b>
      ) : (
        <Link to="/p/$slug/events/$event" params={{ slug: project.slug, event: event_id }}>
          <bdi>{event_title ?? words.automations.deliveries.event}</bdi>
        </Link>
      )}
      <State of={of} />
      <bdi className={look["target"]}>{action_type === "telegram" ? nameOf(target) : target}</bdi>
      <Repairs of={of} />
      <Reason of={of} />
    </li>
  )
}

const RedeliverAll = ({ id }: { readonly id: string }) => {
  const { may, project } = useProject()
  const { act, busy } = useAct()
  const { data } = useQuery(failedDeliveries(project.id))
  const failed = (data ?? []).filter(
    ({ automation_id, event_id }) => automation_id === id && event_id !== null
  )
  const since = failed.map(({ created_at, finished_at }) => finished_at ?? created_at).toSorted()[0]
  if (since === undefined || !may("automations:write")) return null
  const text = words.automations.deliveries
  // more than are counted may have failed
  const failures = { count: failed.length, isCut: (data?.length ?? 0) >= MAX_COUNTED_FAILURES }
  return (
    <footer className={look["all"]}>
      <span className="soft num">{text.someFailed(failures)}</span>
      <button
        className="btn small"
        disabled={busy}
        onClick={() =>
          act(async () => {
            const count = await sendFailedAgain(project.id, id, since)
            toast(text.sentAgain({ count }))
          })
        }
      >
        {text.redeliver(failures)}
      </button>
    </footer>
  )
}

interface LastDeliveriesProps {
  readonly id: string
  readonly isFailed: boolean
  readonly onFailed: (isFailed: boolean) => void
}

/** LastDeliveries lists the deliveries of an automation. */
export const LastDeliveries = ({ id, isFailed, onFailed }: LastDeliveriesProps) => {
  const { project } = useProject()
  const text = words.automations.deliveries
  const list = useInfiniteQuery(deliveriesOf(project.id, id, isFailed ? "failed" : undefined))
  const none = isFailed ? text.noneFailed : text.none
  return (
    <aside className={look["deliveries"]} aria-label={text.title}>
      <header className={look["side"]}>
        <h2>{text.title}</h2>
        <Segments
          label={text.which}
          of={[["failed", text.failed]]}
          value={isFailed ? "failed" : undefined}
          onChoose={(value) => onFailed(value === "failed")}
        />
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that keys scroll it */}
      <div className={look["scroll"]} role="group" aria-label={text.list} tabIndex={0}>
        <States
          of={list}
          what={text.deliveries}
          isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
          empty={
            <Empty icon="check" title={none.title}>
              <p>{none.hint}</p>
            </Empty>
          }
        >
          {({ pages }) => (
            <ul>{pages.flatMap(({ items }) => items.map((one) => <Row key={one.id} of={one} />))}</ul>
          )}
        </States>
        <ShowMore of={list} />
      </div>
      <RedeliverAll id={id} />
    </aside>
  )
}
