// English words of the alert inbox.
import { countsIn } from "../tools.ts"

const counts = countsIn("en-GB")

/** alerts are the words of the alert inbox and of the actions on an alert. */
export const alerts = {
  title: "Alerts",
  alerts: "alerts",
  inbox: "Inbox",
  noneMatch: "No alerts match.",
  empty: {
    open: { title: "No open alerts.", hint: "When a rule fires with an alert, it is listed here." },
    acknowledged: {
      title: "No alerts are being handled.",
      hint: "An alert that a person acknowledges stays here until it is resolved."
    },
    resolved: { title: "No resolved alerts yet.", hint: "Each is kept here, with what was done about it." }
  },
  noRuleOn: "No rule is on: no animal is watched.",
  watched: (p: { rules: number; animals: string }) =>
    `${counts(p.rules, { one: "# rule watches", other: "# rules watch" })} ${p.animals}.`,
  switchOnRule: "Switch on a rule",
  seeRules: "See the rules",
  all: "All",
  in30Days: (p: { count: number }) => counts(p.count, { other: "# in 30 days" }),
  keys: {
    move: "move",
    acknowledge: "acknowledge",
    resolve: "resolve",
    undo: "undo",
    trace: "trace"
  },
  superseded: "did not happen",
  supersededHint: "Superseded: records that came in later say that this was not so.",
  /** Another member, or the user elsewhere, made the step first. */
  wasFirst: (p: { who: string | null; step: "acknowledge" | "resolve" | "reopen"; isNoteLost: boolean }) => {
    const did = { acknowledge: "has it already", resolve: "resolved it first", reopen: "reopened it first" }
    return `${p.who ?? "You"} ${did[p.step]}${p.isNoteLost ? "; your note was not kept" : ""}.`
  }
}
