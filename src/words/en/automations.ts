// English words of the automations.
import { countsIn, listsIn, parts } from "../tools.ts"

const counts = countsIn("en-GB")
const or = listsIn("en-GB", "disjunction")

/** automations are the words of the automations. */
export const automations = {
  title: "Automations",
  automations: "automations",
  theAutomation: "the automation",
  make: "New automation",
  all: "All automations",
  /** What a member may not do; begins a sentence that names the permission. */
  denied: {
    make: "A new automation",
    changeAny: "Changing automations",
    change: "Changing it",
    test: "A test"
  },
  empty: {
    title: "No automations yet.",
    hint: "An automation tells people and programs of alerts: by e\u2011mail, Telegram or webhook.",
    begin: "Say who is told"
  },
  channels: { webhook: "webhook", email: "e-mail", telegram: "Telegram" },
  /** The severities that an automation sends, from its lowest; the sign of that one stands before the text. */
  severitiesFrom: { info: "all", warning: "and up", critical: "only" },
  list: {
    title: "Who is told",
    switch: (p: { name: string }) => `${p.name}: on`,
    failed: (p: { count: number }) => counts(p.count, { other: "# failed" }),
    off: "off",
    noneLately: "nothing lately",
    last: (p: { time: string }) => `last ${p.time}`,
    tooMany: "Too many?",
    snooze: "Snooze a rule for one animal, until a time. Nothing else changes."
  },
  acts: {
    on: (p: { name: string }) => `On: ${p.name}`,
    off: (p: { name: string }) => `Off: ${p.name}`,
    removed: (p: { name: string }) => `Removed: ${p.name}`,
    takenBack: (p: { name: string }) => `Taken back: ${p.name}`,
    notRemoved: (p: { name: string; why: string }) => `${p.name} is still there: ${p.why}`,
    created: (p: { name: string }) => `Created: ${p.name}`,
    saved: (p: { name: string }) => `Saved: ${p.name}`,
    testSent: "The test is on its way."
  },
  editor: {
    name: "Name of the automation",
    namePlaceholder: "Tell the ranger station",
    discard: "Back to what is saved",
    create: "Create",
    saveAndTest: "Save and test",
    test: "Send a test",
    more: "More",
    remove: "Remove…"
  },
  sentence: {
    /** `isMany`: more rules than are named make the event */
    whole: <P>(p: {
      by: P
      isMany: boolean
      isAlert: boolean
      severity: P
      types: P | null
      about: P
      tell: P
      age: P
    }) => {
      const makes = `${p.isMany ? "make" : "makes"} ${p.isAlert ? "an alert" : "an event"}`
      return [
        ...parts<P | string>`When ${p.by}${` ${makes} of `}${p.severity}`,
        ...(p.types === null ? [] : parts<P>` and of type ${p.types}`),
        ...parts<P>`, about ${p.about}, tell ${p.tell}, unless the event is over ${p.age} old.`
      ]
    },
    names: (p: { names: ReadonlyArray<string> }) => or(p.names),
    anything: "anything",
    rules: (p: { count: number }) => counts(p.count, { one: "# rule", other: "# rules" }),
    any: (p: { entity: string }) => `any ${p.entity}`,
    entities: (p: { count: number; one: string; many: string }) =>
      counts(p.count, { one: `# ${p.one}`, other: `# ${p.many}` }),
    severities: { info: "any severity", warning: "at least warning", critical: "critical severity" },
    types: (p: { count: number }) => counts(p.count, { one: "# type", other: "# types" }),
    noReceivers: "no receiver yet",
    receivers: (p: { count: number }) => counts(p.count, { one: "# receiver", other: "# receivers" })
  },
  events: {
    title: "Which events",
    atLeast: "At least",
    severities: { info: "Info", warning: "Warning", critical: "Critical" },
    onlyAlerts: "only with an alert",
    madeBy: "Made by",
    addRule: "Add a rule",
    anyRule: "any rule, person or device",
    rule: "+ rule",
    ruleGone: "a rule that is gone",
    ofType: "Of type",
    addType: "Add a type of event",
    anyType: "any type",
    type: "+ type",
    about: (p: { entities: string }) => `About ${p.entities}`,
    addEntity: (p: { entity: string }) => `Add ${p.entity}`,
    anyEntity: (p: { entity: string }) => `any ${p.entity}`,
    entity: (p: { entity: string }) => `+ ${p.entity}`,
    reminders: "Reminders",
    afterAcknowledged: "also once the alert is acknowledged",
    remove: (p: { name: string }) => `Take out ${p.name}`
  },
  ages: {
    noOlderThan: "No older than",
    whenLearned: "when the server learns of it",
    told: (p: { count: number }) => counts(p.count, { other: "told, #" }),
    tooOld: (p: { count: number }) => counts(p.count, { other: "too old, #" }),
    bound: "How old an event may be",
    value: (p: { age: string; told: number; stale: number }) =>
      `${p.age}: ${counts(p.told, { other: "# told" })}, ${counts(p.stale, { other: "# too old" })}`,
    label: (p: { told: number; stale: number; others: number }) =>
      `Events by age: ${counts(p.told, { other: "# told" })}, ${counts(p.stale, { other: "# too old" })}, ` +
      counts(p.others, { other: "# skipped for other reasons" }),
    unknown: "The preview could not be loaded.",
    inDays: <P>(p: { told: P; days: number }) => {
      const days = counts(p.days, { one: "# day", other: "# days" })
      return parts<P | string>`would have told of ${p.told} in ${days}`
    },
    ofNewest: <P>(p: { told: P; events: number; since: string }) => {
      const newest = counts(p.events, { other: "the newest #" })
      return parts<P | string>`would have told of ${p.told} of ${newest}, back to ${p.since}`
    }
  },
  receivers: {
    title: "Tell",
    label: "Receivers",
    count: (p: { count: number }) => {
      const forms = { one: "# receiver", other: "# receivers, all at once" }
      return p.count === 0 ? "none yet" : counts(p.count, forms)
    },
    addresses: { webhook: "Address of the webhook", email: "E-mail address" },
    telegram: "Who is told by Telegram",
    remove: (p: { name: string }) => `Take out ${p.name}`,
    also: "Tell also by",
    test: (p: { time: string; arrived: number; all: number }) => {
      const arrived = counts(p.arrived, { other: "#" })
      return `test of ${p.time}: ${arrived} of ${counts(p.all, { other: "#" })} arrived`
    }
  },
  people: {
    you: (p: { name: string }) => `${p.name} (you)`,
    nameless: "a member without a name",
    member: "a member"
  },
  delivery: {
    states: { queued: "sending", sent: "sent", failed: "failed", skipped: "skipped" },
    arrived: "arrived",
    tried: (p: { count: number }) => counts(p.count, { one: "tried once", other: "tried # times" }),
    redeliver: "Redeliver",
    sentAgain: "It is sent again.",
    correct: "Correct…",
    age: "How old at most…",
    reminders: "Reminders…",
    linkChat: "Link your chat…",
    ask: "Ask them…",
    request: (p: { address: string }) =>
      `Please link a Telegram chat, so that Pugmark can reach you: ${p.address}`,
    requestCopied: "A message for them is on the clipboard."
  },
  /** Why a delivery failed, or was not sent. */
  reasons: {
    STALE: "It was too old when it came in.",
    SNOOZED: "The rule was snoozed.",
    ALERT_ACKNOWLEDGED: "A reminder, and the alert was acknowledged already.",
    HISTORY: "It is about the past, and is not sent.",
    SUPERSEDED: "Later records showed that it did not happen.",
    AUTOMATION_DISABLED: "The automation was off.",
    AUTOMATION_REMOVED: "The automation was removed.",
    ACTION_REMOVED: "This receiver was removed.",
    MAIL_NOT_SET_UP:
      "This server sends no mail yet. Its operator sets SMTP_URL and MAIL_FROM, and restarts it.",
    MAIL_NOT_ALLOWED:
      "Outside production, mail goes to the addresses of MAIL_ALLOW_LIST alone. The operator adds this one.",
    TELEGRAM_NOT_SET_UP: "This server has no bot yet. Its operator sets TELEGRAM_BOT_TOKEN, and restarts it.",
    CHAT_NOT_LINKED:
      "No chat is linked. They ask for a code on their account page and send /start CODE to the bot.",
    ADDRESS_FORBIDDEN:
      "Only public addresses are called. For one in your own network the operator sets " +
      "WEBHOOK_ALLOW_PRIVATE=true.",
    UNREACHABLE: "Nothing answers there. Check that the receiver runs, and its name and port.",
    TIMED_OUT: "No answer within ten seconds. The receiver should answer first and work afterwards.",
    RECEIVER_REFUSED: "The receiver did not take it. Its log says why.",
    RECEIVER_GONE: "The receiver says that it is gone for good. Correct the address, or remove it.",
    MAIL_REFUSED: "The mail server did not take it. Check the address.",
    CHAT_REFUSED: "The bot was blocked or removed from the chat. They unblock it, or link the chat again.",
    INTERRUPTED: "The server stopped while it was sent.",
    PROGRAM_DEFECT:
      "An error in Pugmark itself. The server's log has the details; the operator can report it."
  },
  deliveries: {
    title: "Last deliveries",
    deliveries: "deliveries",
    list: "Deliveries",
    which: "Which deliveries",
    failed: "Failed",
    test: "Test",
    event: "an event",
    noneFailed: { title: "Nothing failed.", hint: "All messages arrived, or were not to be sent." },
    none: { title: "Nothing was sent yet.", hint: "Send a test to try it." },
    /** `isCut`: there may be more */
    someFailed: (p: { count: number; isCut: boolean }) =>
      `${counts(p.count, { other: p.isCut ? "at least #" : "#" })} failed. Fix the cause first.`,
    redeliver: (p: { count: number; isCut: boolean }) =>
      counts(p.count, { other: p.isCut ? "Redeliver at least #" : "Redeliver #" }),
    sentAgain: (p: { count: number }) =>
      counts(p.count, { one: "# message is sent again.", other: "# messages are sent again." })
  },
  activity: {
    title: "Who was told when",
    period: (p: { isCut: boolean }): string =>
      p.isCut ? "by hour, the newest of 30 days" : "by hour, 30 days",
    more: (p: { count: number }) => counts(p.count, { other: "# more" }),
    hours: (p: { name: string; hours: string }) =>
      `${p.name} by hour of the day: ${p.hours === "" ? "nothing sent" : p.hours}`,
    atNight: (p: { count: number }) => counts(p.count, { other: "# at night" }),
    failed: (p: { count: number }) => counts(p.count, { other: "# failed" }),
    skipped: (p: { count: number }) => counts(p.count, { other: "# skipped" }),
    spark: (p: { sent: number; failed: number }) =>
      `30 days: ${counts(p.sent, { other: "# sent" })}, ${counts(p.failed, { other: "# failed" })}`,
    summary: (p: { sent: number; failed: number; skipped: number; isCut: boolean }) => {
      const days = p.isCut ? "the newest of 30 days" : "30 days"
      const sent = counts(p.sent, { other: "# sent" })
      const failed = counts(p.failed, { other: "# failed" })
      return `${days}: ${sent}, ${failed}, ${counts(p.skipped, { other: "# skipped" })}`
    }
  },
  messages: {
    title: "What people read",
    ofTest: "a test: no event matches",
    ofNewest: "of the newest event"
  },
  programs: {
    title: "What programs get",
    signed: "signed",
    body: "Body",
    bodyLabel: "Body of the request",
    guide: "How a program checks the signature",
    newSecret: "New secret…",
    oldStays: "The old secret stays valid for 24 h.",
    create: "Create secret"
  },
  secret: {
    title: (p: { count: number }): string =>
      p.count === 1 ? "The secret of this webhook" : "The secrets of these webhooks",
    hint: "Copy it now: it is shown this once. With it the receiver knows that a message is from here.",
    of: (p: { url: string }) => `Secret of ${p.url}`,
    copied: "The secret is on the clipboard.",
    receiver: "A receiver to begin with",
    run: <P>(p: { file: P; install: P; start: P }) =>
      parts<P>`Save it as ${p.file}, run ${p.install}, then ${p.start}.`,
    program: "The receiver",
    copyReceiver: "Copy the receiver",
    receiverCopied: "The receiver is on the clipboard."
  },
  /** Members of an automation and their values, where two versions are compared. */
  members: {
    labels: {
      name: "Name",
      min_severity: "At least",
      require_alert: "Only with an alert",
      event_types: "Of type",
      rule_ids: "Made by",
      entity_ids: "About",
      max_event_age_seconds: "No older than",
      remind_acknowledged: "Reminders once acknowledged",
      receivers: "Tell"
    },
    any: "any",
    chosen: (p: { count: number }) => counts(p.count, { other: "# chosen" }),
    yes: "yes",
    no: "no"
  }
}
