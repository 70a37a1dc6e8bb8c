// English words of every page: the shell, the states of a list, dates and dialogs.
import { articleOf, countsIn, listsIn, parts } from "../tools.ts"

const counts = countsIn("en-GB")
const or = listsIn("en-GB", "disjunction")

/** common are the words of every page. */
export const common = {
  now: "now",
  /** what an entity is called unless the project has a word of its own */
  entity: { one: "animal", many: "animals" },
  tryAgain: "Try again",
  showAll: "Show all",
  loading: (p: { what: string }) => `Loading ${p.what}`,
  language: "Language",
  languageOfBrowser: "As the browser",
  denied: {
    title: "You may not see this.",
    needsPermission: <P>(p: { permission: P }) => parts<P>`That needs the permission ${p.permission}.`,
    givenBy: (p: { names: ReadonlyArray<string> }) => `${or(p.names)} can give it to you.`,
    ask: <P>(p: { name: P }) => parts<P>`Ask ${p.name}`,
    request: (p: { permission: string; address: string }) =>
      `Please give me the permission ${p.permission}: I need it for ${p.address}`,
    requestCopied: (p: { name: string }) => `A message for ${p.name} is on the clipboard.`
  },
  failed: {
    notFound: "Not found.",
    title: "That could not be loaded.",
    request: (p: { id: string }) => `request ${p.id}`
  },
  noPage: { title: "There is no such page.", toMap: "To the map" },
  anyOne: (p: { one: string }) => `${articleOf(p.one)} ${p.one}`,
  doer: { member: "a member without a name", program: "a program" },
  severity: { info: "info", warning: "warning", critical: "critical" },
  pages: {
    live: "Live",
    alerts: "Alerts",
    rules: "Rules",
    analyses: "Analyses",
    operate: "Operate",
    guide: "Guide",
    api: "API",
    settings: "Settings",
    people: "People",
    account: "Your account"
  },
  buttons: {
    cancel: "Cancel",
    close: "Close",
    copy: "Copy",
    copyAsCurl: "Copy as curl",
    done: "Done",
    save: "Save",
    showMore: "Show more",
    signOut: "Sign out",
    undo: "Undo"
  },
  shell: {
    toContent: "To the content",
    main: "Main",
    home: "Pugmark, home",
    open: (p: { count: number }) => counts(p.count, { other: "open" }),
    needAttention: (p: { count: number }) =>
      counts(p.count, { one: "needs attention", other: "need attention" }),
    find: "Find",
    keys: "Keys",
    sameKeys: "the same on every page",
    unsent: (p: { count: number }) =>
      counts(p.count, {
        one: "# acknowledgement waits to be sent",
        other: "# acknowledgements wait to be sent"
      })
  },
  account: {
    of: (p: { name: string }) => `Account of ${p.name}`,
    look: "Look",
    theme: { system: "As the system", light: "Light", dark: "Dark" },
    settingsOf: <P>(p: { name: P }) => parts<P>`Settings of ${p.name}`,
    stillSignedIn: (p: { why: string }) => `You are still signed in: ${p.why}`
  },
  projects: {
    title: "Projects",
    yours: "Your projects",
    tracked: (p: { count: number }) => counts(p.count, { other: "# tracked" }),
    trackedAndOpen: (p: { count: number; open: number }) =>
      `${counts(p.count, { other: "# tracked" })}, ${counts(p.open, { other: "# open" })}`,
    current: "This project",
    create: "New project",
    first: {
      title: "There is no project yet.",
      hint: "A project holds the animals, areas and rules of one herd, reserve or fleet."
    },
    none: {
      title: "There is no project for you yet.",
      hint: "Ask an administrator of a project to add you to it."
    },
    unknown: {
      title: "There is no such project.",
      hint: <P>(p: { slug: P }) => parts<P>`${p.slug} may have another address now, or you are not in it.`
    },
    form: {
      name: "Name",
      nameExample: "North alp",
      zone: "Time zone",
      zoneHint: "Days begin at its midnight.",
      one: "What is followed: one",
      many: "and many",
      create: "Create project"
    }
  },
  permission: {
    needed: <P>(p: { permission: P }) => parts<P>`Needs the permission ${p.permission}`,
    neededFor: <P>(p: { what: string; permission: P }) =>
      parts<P>`${p.what} needs the permission ${p.permission}`,
    missing: (p: { what: string; permission: string }) => `${p.what} needs the permission ${p.permission}.`
  },
  refused: {
    unreachable: "Pugmark cannot be reached.",
    answered: (p: { status: number }) => `The server answered ${p.status}.`,
    retryIn: (p: { why: string; seconds: number }) => `${p.why} Try again in ${p.seconds} s.`
  },
  step: {
    acknowledge: (p: { title: string }) => `Acknowledged: ${p.title}`,
    resolve: (p: { title: string }) => `Resolved: ${p.title}`,
    reopen: (p: { title: string }) => `Reopened: ${p.title}`,
    takenBack: (p: { title: string }) => `Taken back: ${p.title}`
  },
  clipboard: {
    denied: "The clipboard is not allowed here.",
    link: "The link to this view is on the clipboard.",
    noRequests: "This page has made no requests.",
    requests: (p: { count: number }) =>
      counts(p.count, {
        one: "# request is on the clipboard, with $PUGMARK_TOKEN for the token.",
        other: "# requests are on the clipboard, with $PUGMARK_TOKEN for the token."
      })
  },
  /** the buttons of a place: of an animal, of an event */
  place: {
    navigate: "Navigate",
    navigateHint: "Opens the place in the map of this device",
    copy: "Copy place",
    copyHint: "Copies latitude and longitude",
    copied: (p: { place: string }) => `${p.place} is on the clipboard.`,
    share: "Share link",
    shareHint: "Shares the link to this view; Y copies it"
  },
  token: {
    copied: "The token is on the clipboard.",
    once: "Copy it now: it cannot be shown again.",
    label: "The token"
  },
  /** Another member saved the record first: the user chooses per field, or reads it again. */
  stale: {
    another: "Another person",
    title: <P>(p: { who: P; what: string }) => parts<P>`${p.who} saved ${p.what} while you wrote`,
    same: "Both of you wrote the same: nothing is lost either way.",
    choose: "Choose",
    at: (p: { who: string; time: string }) => `${p.who}, ${p.time}`,
    you: "you",
    back: "Back to the form",
    takeTheirs: "Take all of theirs",
    save: "Save as chosen",
    changed: (p: { who: string | null; time: string | null }) =>
      `${p.who ?? "Another person"} changed it${p.time === null ? "" : ` at ${p.time}`}, ` +
      "after you opened this. Look at it first."
  },
  time: {
    ago: <P>(p: { age: P }) => parts<P>`${p.age} ago`,
    asOf: (p: { time: string; age: string }) => `as of ${p.time}, ${p.age} ago`,
    notConnected: "Not connected"
  },
  table: {
    actions: "Actions",
    dropFilter: (p: { filter: string }) => `${p.filter}: show others too`,
    all: "All"
  },
  file: {
    reading: "Reading",
    choose: "Choose a file, or drop it here",
    silent: (p: { seconds: number }) => {
      const time = counts(p.seconds, { one: "# second", other: "# seconds" })
      return `Reading was given up: nothing more could be read for ${time}.`
    },
    crashed: "The file cannot be read in this browser.",
    stopped: "Reading was stopped."
  },
  reading: {
    none: "none",
    true: "true",
    false: "false",
    unknown: "not known",
    range: (p: { limits: ReadonlyArray<string> }) => p.limits.join(" to ")
  },
  keyNames: {
    left: "Left",
    right: "Right",
    up: "Up",
    down: "Down",
    enter: "Enter",
    shift: "Shift",
    space: "Space"
  },
  /** The position of the user's device; `instead`: what the user can do where there is none. */
  whereIAm: {
    needsHttps: (p: { instead: string }) => `Browsers give your position only over https: ${p.instead}.`,
    denied: (p: { instead: string }) => `The browser may not say where you are: ${p.instead}.`,
    unavailable: (p: { instead: string }) => `Your position is not available now: ${p.instead}.`,
    clickYourPlace: "click your place"
  },
  /** not in a room of the map: without a network none could be loaded */
  map: {
    title: "Map",
    cannotDraw:
      "The map cannot be drawn: this browser has no WebGL, or the server is not reachable. Lists work.",
    you: "You"
  },
  /** What the list of rules, the bench and the palette do with a rule. */
  rule: {
    more: (p: { name: string }) => `More about ${p.name}`,
    duplicate: "Duplicate",
    archive: "Archive",
    restore: "Restore",
    archived: (p: { name: string }) => `Archived: ${p.name}`,
    restored: (p: { name: string; isOn: boolean }) =>
      p.isOn ? `Restored: ${p.name}` : `Restored, still off: ${p.name}`
  },
  /** the page that says what each rule found about an animal; `alerts`: its open ones */
  why: {
    title: (p: { alerts: number }) =>
      p.alerts === 0
        ? "Why no alert?"
        : counts(p.alerts, { one: "Why this alert?", other: "Why these alerts?" }),
    titleOf: (p: { name: string; alerts: number }) =>
      p.alerts === 0
        ? `${p.name}: why no alert?`
        : `${p.name}: ${counts(p.alerts, { one: "why this alert?", other: "why these alerts?" })}`
  }
}
