// The automations of a project: on or off, channels, minimum severity, last delivery and deliveries of thirty days;
// and the deliveries over time.
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { words } from "../../../words/language.ts"
import { Switch } from "../rules/Switch.tsx"
import { Icon } from "../../design/marks/Icon.tsx"
import { Key } from "../../design/marks/Key.tsx"
import { Severity } from "../../design/marks/Severity.tsx"
import { type Automation, newestDeliveries } from "../../data/automations/automations.ts"
import { deliverySummary } from "../../data/automations/automationActivity.ts"
import { useProject } from "../../shell/useProject.ts"
import { inZone } from "../../time/zoneTime.ts"
import { DeliverySpark } from "./activity/DeliverySpark.tsx"
import { WhoWasTold } from "./activity/WhoWasTold.tsx"
import { channelIcon } from "./deliveryWords.ts"
import { useAutomationActs } from "./useAutomationActs.ts"
import look from "./automations.module.css"

interface RowProps {
  readonly of: Automation
  readonly isChosen: boolean
}

const Row = ({ isChosen, of }: RowProps) => {
  const { may, project, zone } = useProject()
  const acts = useAutomationActs()
  const { data: newest = [] } = useQuery(newestDeliveries(project.id))
  const { data: summary } = useQuery(deliverySummary(project.id))
  const counts = summary?.automations.find(({ automation_id }) => automation_id === of.id)
  const last = newest.find(({ automation_id }) => automation_id === of.id)
  const failed = counts?.failed ?? 0
  const text = words.automations
  const channels = [...new Set(of.actions.map(({ type }) => type))]
  return (
    <li className={look["row"]} data-chosen={isChosen} data-off={!of.enabled}>
      <Switch
        name={text.list.switch({ name: of.name })}
        isOn={of.enabled}
        isAllowed={may("automations:write")}
        needs="automations:write"
        onChange={(on) => void acts.toggle(of, on)}
      />
      <Link
        className={look["choose"]}
        to="/p/$slug/automations"
        params={{ slug: project.slug }}
        search={{ sel: of.id }}
        aria-current={isChosen ? "true" : undefined}
        activeProps={{}}
      >
        <bdi>{of.name}</bdi>
        <span className={look["how"]}>
          {channels.map((type) => (
            <span key={type} title={text.channels[type]}>
              <Icon name={channelIcon(type)} size={15} />
              <span className="hidden">{text.channels[type]}</span>
            </span>
          ))}
          <Severity of={of.min_severity} size={14} /> <span>{text.severitiesFrom[of.min_severity]}</span>
        </span>
      </Link>
      <span className={look["lately"]}>
        {failed > 0 && <b className={look["failed"]}>{text.list.failed({ count: failed })}</b>}
        {counts !== undefined && <DeliverySpark of={counts} />}
        <span className="faint num">
          {!of.enabled
            ? text.list.off
            : last === undefined
              ? text.list.noneLately
              : text.list.last({ time: inZone(last.created_at, zone, "dayTime") })}
        </span>
      </span>
    </li>
  )
}

interface AutomationListProps {
  readonly of: ReadonlyArray<Automation>
  readonly chosen: string | undefined
}

/** AutomationList lists the automations. */
export const AutomationList = ({ chosen, of }: AutomationListProps) => (
  <aside className={look["list"]} aria-label={words.automations.title}>
    <header className={look["side"]}>
      <h2>{words.automations.list.title}</h2>
      <span>
        <Key of="J" /> <Key of="K" />
      </span>
    </header>
    <ul>
      {of.map((one) => (
        <Row key={one.id} of={one} isChosen={one.id === chosen} />
      ))}
    </ul>
    <WhoWasTold />
    <p className={look["note"]}>
      <b>{words.automations.list.tooMany}</b> {words.automations.list.snooze}
    </p>
  </aside>
)
