// English texts of the mails and chat messages of automations, and of the bot.

/** notifications are the texts of mails and chat messages. */
export const notifications = {
  /** What an event is called in a subject: `WARNING`; nothing where it is for information only. */
  subject: (p: { project: string; severity: "info" | "warning" | "critical"; title: string }): string =>
    `[${p.project}] ${p.severity === "info" ? "" : `${p.severity.toUpperCase()}: `}${p.title}`,
  /** `2026-05-01 06:40:00 (Europe/Berlin)`; `at`: epoch milliseconds */
  moment: (p: { at: number; timeZone: string }): string => {
    const format = new Intl.DateTimeFormat("sv-SE", {
      timeZone: p.timeZone,
      dateStyle: "short",
      timeStyle: "medium"
    })
    return `${format.format(p.at)} (${p.timeZone})`
  },
  labels: {
    when: "When",
    who: "Who",
    where: "Where",
    what: "What",
    rule: "Rule",
    alert: "Alert",
    event: "Event",
    acknowledge: "Acknowledge",
    alertPage: "Alert page",
    eventPage: "Event page"
  },
  severity: { info: "info", warning: "warning", critical: "critical" },
  status: { open: "open", acknowledged: "acknowledged", resolved: "resolved" },
  rule: (p: { name: string; version: number | null }) => `${p.name}, version ${p.version}`,
  by: (p: { automation: string }) => `Told by the automation "${p.automation}".`,
  test: {
    subject: (p: { project: string; automation: string }) =>
      `[${p.project}] Test, no alarm: "${p.automation}" reaches you`,
    nothingHappened: "This is a test. Nothing happened, and nothing is to be done.",
    events: (p: { automation: string }) =>
      `Events that the automation "${p.automation}" tells of will come this way.`
  },
  chat: {
    unknownCode: "This code is unknown, was used, or is older than ten minutes. Ask Pugmark for another one.",
    linked: (p: { name: string }) =>
      `This chat is linked to ${p.name}. Messages of automations that name you come here.`
  }
}
