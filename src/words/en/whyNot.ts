// English words of the page "Why no alert?".
import { countsIn, parts } from "../tools.ts"

const counts = countsIn("en-GB")

/** whyNot are the words of the page "Why no alert?". */
export const whyNot = {
  animal: "Animal",
  dayBefore: "24 h before",
  theAnswers: "what the rules say",
  moment: {
    label: "Moment",
    zone: (p: { zone: string }) => `Project time, ${p.zone}`,
    earlier: "A minute earlier",
    later: "A minute later",
    now: "Now"
  },
  /** `age`: of the position then; `newest`: only so many rules were asked */
  asked: <P>(p: { time: P; age: string | null; newest: number | null }) => {
    const fix = p.age === null ? "No position was known then." : `The position then was ${p.age} old.`
    const forms = { one: " Only the newest rule was asked.", other: " Only the newest # rules were asked." }
    const cut = p.newest === null ? "" : counts(p.newest, forms)
    return parts<P | string>`${p.time}, project time. ${fix + cut}`
  },
  openAlerts: {
    title: "Open alerts",
    note: "each with what it was decided on",
    all: (p: { count: number }) => counts(p.count, { other: "All # open alerts" })
  },
  noRules: {
    title: "There is no rule yet.",
    hint: "Every rule that is on is listed here, whether it fires or not."
  },
  groups: {
    fired: { name: "Fired", note: "it created an event" },
    near: { name: "Nearest to an alert", note: "a condition was not met" },
    waiting: { name: "Waiting", note: "for time to pass" },
    not_asked: { name: "Not asked then", note: "no data arrived for these rules" },
    not_in_scope: { name: "Not about it", note: "another scope, or not in force" }
  },
  keys: { rules: "rule by rule", values: "what it read", minute: "minute" },
  lanes: {
    title: "The day before",
    label: "When the conditions were true",
    shown: (p: { shown: number; all: number }) =>
      `${counts(p.shown, { other: "#" })} of ${counts(p.all, { one: "# rule", other: "# rules" })}`,
    isTrue: "true",
    isFalse: "false",
    noData: "no data"
  },
  rule: {
    fired: "It fired.",
    unmet: (p: { figure: string; value: string; limit: string }) =>
      `${p.figure}: ${p.value}, must be ${p.limit}`,
    wait: "How much of the wait is over",
    willFire: (p: { time: string; span: string }) => `fires ${p.time} if nothing changes, in ${p.span}`,
    withLimit: <P>(p: { limit: P; time: string | null }) =>
      p.time === null
        ? parts<P>`With a limit of ${p.limit} it would not have fired in the day before either.`
        : parts<P | string>`With a limit of ${p.limit} it would have fired at ${p.time}.`,
    tryOnBench: (p: { limit: string | null }) => `Try ${p.limit ?? "it"} on the bench`
  }
}
