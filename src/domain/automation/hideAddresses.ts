// The addresses of webhooks as a reader sees them who may not change the automation.
import type { Action } from "./Action.ts"
import type { Automation } from "./Automation.ts"

const hide = (action: Action): Action =>
  action.type === "webhook" ? { ...action, url: `${new URL(action.url).origin}/…` } : action

/** hideAddresses leaves the origin of each webhook: the path of a chat's address opens it to all who know it. */
export const hideAddresses = (automation: Automation): Automation => ({
  ...automation,
  actions: automation.actions.map(hide)
})
