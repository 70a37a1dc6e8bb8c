// English words of the account page.
import { countsIn, parts } from "../tools.ts"

const counts = countsIn("en-GB")

/** account are the words of the account page. */
export const account = {
  title: "Your account",
  back: "Back to the project",
  deletedProject: "a project that is gone",
  /** how many tokens or clients have ended */
  ended: (p: { count: number }) => counts(p.count, { one: "# has ended.", other: "# have ended." }),
  scopes: {
    everything: "everything",
    nothing: "nothing",
    andMore: (p: { first: string; more: number }) => `${p.first} +${p.more}`
  },
  profile: {
    title: "You",
    name: "Name",
    nameHint: "Shown beside what you do. Only people who manage members see your e-mail address.",
    phone: "Telephone",
    share: "Members of my projects may see the number and call me",
    shareHint: "They find Call beside an alert. Otherwise the number is not shown.",
    saved: "Saved."
  },
  console: {
    title: "The console",
    about: "as it is for you, wherever you sign in",
    look: "Look",
    sound: "A sound for a new alert",
    soundHint: "One in 15 seconds at most, while a page of the console is open.",
    singleKeys: "Single letters are commands",
    singleKeysHint:
      "E acknowledges, ? lists the others. Turn off if you dictate or use tools that type letters."
  },
  chat: {
    title: "Telegram",
    about: "where automations that name you write to",
    what: "the chat",
    send: <P>(p: { command: P }) =>
      parts<P>`Send this to the bot, in the chat that you want to link: ${p.command}`,
    open: "Open the chat",
    copied: "It is on the clipboard.",
    waiting: (p: { time: string }) => `Waiting for it. Valid for ${p.time}.`,
    noBot: <P>(p: { setting: P }) =>
      parts<P>`This server has no bot yet: its administrator sets ${p.setting}.`,
    linked: "linked",
    since: (p: { time: string }) => `since ${p.time}`,
    unlink: "Unlink",
    unlinked: "The chat is unlinked.",
    link: "Link a chat…",
    linkHint: "You are asked to send a code to the bot."
  },
  password: {
    title: "Password",
    about: "eight characters at least; a sentence is good",
    current: "Password now",
    next: "New password",
    change: "Change the password",
    changing: "Changing",
    changed: "Your password is changed. Other browsers have to sign in again."
  },
  sessions: {
    title: "Signed in",
    browsers: (p: { count: number }) => counts(p.count, { one: "# browser", other: "# browsers" }),
    what: "sessions",
    unknown: "An unknown browser",
    current: "this browser",
    used: <P>(p: { since: string; ago: P }) => parts<P>`since ${p.since}, last used ${p.ago}`,
    end: "Sign out",
    endOne: (p: { name: string }) => `Sign out ${p.name}`,
    endOthers: "Sign out all others",
    ended: (p: { name: string }) => `Signed out: ${p.name}`,
    endedMany: (p: { count: number }) =>
      counts(p.count, { one: "# browser is signed out.", other: "# browsers are signed out." })
  },
  tokens: {
    title: "Tokens",
    about: "ways in for programs, in your name",
    what: "tokens",
    create: "New token…",
    none: "No program acts in your name.",
    client: "AI client",
    /** when it was used last and ends; null: never, not */
    use: <P>(p: { ago: P | null; ends: string | null; projects: P | null }) => {
      const used = p.ago === null ? ["never used"] : parts<P>`last used ${p.ago}`
      const ends = p.ends === null ? "does not end" : `ends ${p.ends}`
      const where = p.projects === null ? ["in all projects"] : parts<P>`in ${p.projects}`
      return [...used, `, ${ends}, `, ...where]
    },
    endsIn: (p: { seconds: number }) => `Ends in ${p.seconds} s. A token that is ended does not come back.`,
    end: "End",
    endOne: (p: { name: string }) => `End ${p.name}`,
    endNow: "End now",
    ended: (p: { name: string }) => `${p.name} no longer works.`
  },
  newToken: {
    title: "New token",
    program: "For which program",
    scopes: "It may",
    projects: "In",
    allProjects: "all my projects",
    ends: "It ends",
    end: { 30: "in 30 days", 90: "in 90 days", 365: "in a year", never: "never" },
    create: "Create token",
    use: <P>(p: { header: P; variable: P }) =>
      parts<P>`Programs send it as ${p.header}; the commands of this console read it from ${p.variable}.`
  },
  clients: {
    title: "AI clients",
    about: "assistants that work in your name",
    what: "AI clients",
    none: "No client is connected.",
    address: <P>(p: { address: P }) => parts<P>`To connect one, give it the address ${p.address}`,
    /** `ago` null: never used */
    use: <P>(p: { ago: P | null; ends: string; host: string; projects: P }) => [
      ...(p.ago === null ? ["never used"] : parts<P>`last used ${p.ago}`),
      ...parts<P>`, ends ${p.ends}, answers to ${p.host}, in ${p.projects}`
    ],
    did: <P>(p: { count: number; action: P; ago: P }) =>
      parts<P>`${counts(p.count, { other: "#" })} in the last 7 days, last ${p.action}, ${p.ago}`,
    disconnect: "Disconnect",
    disconnectOne: (p: { name: string }) => `Disconnect ${p.name}`,
    disconnected: (p: { name: string }) => `${p.name} is disconnected.`
  }
}
