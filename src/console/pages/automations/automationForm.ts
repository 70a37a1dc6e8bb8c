// The form of an automation: receivers one by one, where the server has actions that may have several addresses.
import type { ActionType } from "../../../domain/automation/Action.ts"
import type { Action, Automation, AutomationChange } from "../../data/automations/automations.ts"

/** Receiver is one address of one channel: an e-mail address, a chat, a webhook. */
export interface Receiver {
  /** key of the row; stable for a saved receiver */
  readonly key: string
  /** id of its action; null: not saved yet */
  readonly actionId: string | null
  readonly type: ActionType
  /** an e-mail address, a URL, or a user id */
  readonly to: string
}

/** AutomationForm holds the edited values of an automation. */
export type AutomationForm = Pick<
  Automation,
  | "name"
  | "min_severity"
  | "require_alert"
  | "event_types"
  | "rule_ids"
  | "entity_ids"
  | "max_event_age_seconds"
  | "remind_acknowledged"
> & { readonly receivers: ReadonlyArray<Receiver> }

/** FormKey is a member of the form. */
export type FormKey = keyof AutomationForm

const receiversOf = (action: Action): ReadonlyArray<Receiver> => {
  const of = (to: string, i = 0): Receiver => ({
    key: `${action.id} ${i}`,
    actionId: action.id,
    type: action.type,
    to
  })
  switch (action.type) {
    case "webhook":
      return [of(action.url)]
    case "telegram":
      return [of(action.user_id)]
    case "email":
      return action.to.map(of)
  }
}

/** formOf returns the form of an automation. */
export const formOf = (automation: Automation): AutomationForm => ({
  name: automation.name,
  min_severity: automation.min_severity,
  require_alert: automation.require_alert,
  event_types: automation.event_types,
  rule_ids: automation.rule_ids,
  entity_ids: automation.entity_ids,
  max_event_age_seconds: automation.max_event_age_seconds,
  remind_acknowledged: automation.remind_acknowledged,
  receivers: automation.actions.flatMap(receiversOf)
})

/** The server's default: six hours. */
const DEFAULT_AGE_SECONDS = 21_600

/** blankForm is the form of a new automation: alerts from warning on. */
export const blankForm: AutomationForm = {
  name: "",
  min_severity: "warning",
  require_alert: true,
  event_types: [],
  rule_ids: [],
  entity_ids: [],
  max_event_age_seconds: DEFAULT_AGE_SECONDS,
  remind_acknowledged: false,
  receivers: []
}

/** isSame compares two forms. */
export const isSame = (a: AutomationForm, b: AutomationForm): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

type SentAction = NonNullable<AutomationChange["actions"]>[number]

interface SentActions {
  readonly actions: ReadonlyArray<SentAction>
  /** JSON Pointers of the receivers in the request, by key */
  readonly pointers: ReadonlyMap<string, string>
}

/** actionsOf builds actions from receivers: new addresses join the first e-mail action. */
export const actionsOf = (receivers: ReadonlyArray<Receiver>): SentActions => {
  const firstMail = receivers.find(({ actionId, type }) => type === "email" && actionId !== null)?.actionId
  const groups = Map.groupBy(receivers, ({ actionId, key, type }) =>
    type === "email" ? (actionId ?? firstMail ?? "new") : (actionId ?? key)
  )
  const pointers = new Map<string, string>()
  const actions = [...groups.values()].map((members, at): SentAction => {
    const [{ actionId, key, to, type } = members[0]!] = members
    const id = actionId === null ? {} : { id: actionId }
    if (type === "email") {
      const kept = members.find((one) => one.actionId !== null)?.actionId
      members.forEach((one, i) => pointers.set(one.key, `/actions/${at}/to/${i}`))
      return { ...(kept == null ? {} : { id: kept }), type, to: members.map((one) => one.to.trim()) }
    }
    pointers.set(key, `/actions/${at}/${type === "webhook" ? "url" : "user_id"}`)
    return type === "webhook" ? { ...id, type, url: to.trim() } : { ...id, type, user_id: to }
  })
  return { actions, pointers }
}

/** changeOf returns the members that differ between two forms. */
export const changeOf = (before: AutomationForm, form: AutomationForm): AutomationChange => {
  const { receivers, ...rest } = form
  const { receivers: had, ...was } = before
  const changed = Object.entries(rest).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(was[key as keyof typeof was])
  )
  return {
    ...Object.fromEntries(changed),
    ...(JSON.stringify(receivers) === JSON.stringify(had) ? {} : { actions: actionsOf(receivers).actions })
  }
}

/** isForm tells whether a stored draft is a form; it may come from another version of the console. */
export const isForm = (value: unknown): value is AutomationForm =>
  typeof value === "object" &&
  value !== null &&
  Object.entries(blankForm).every(
    ([key, one]) =>
      typeof (value as Readonly<Record<string, unknown>>)[key] === typeof one &&
      Array.isArray((value as Readonly<Record<string, unknown>>)[key]) === Array.isArray(one)
  )
