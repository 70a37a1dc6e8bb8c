// English words of the consent page.
import { countsIn, parts } from "../tools.ts"

const counts = countsIn("en-GB")

/** consent are the words of the page on which a user decides what an AI client may do. */
export const consent = {
  request: "what it asks for",
  pageTitle: (p: { client: string }) => `${p.client} asks to work as you`,
  title: <P>(p: { client: P }) => parts<P>`${p.client} asks to work in Pugmark as you`,
  you: <P>(p: { name: P; email: string | null }) =>
    p.email === null ? parts<P>`You are ${p.name}.` : parts<P>`You are ${p.name}, ${p.email}.`,
  answersTo: <P>(p: { host: P }) =>
    parts<P>`Answers go to ${p.host}. The client named itself; its name is not checked.`,
  loopback:
    "The answer stays on this machine, where any program may use that name. Go on only if you have just " +
    "started the program yourself.",
  wants: "It wants to",
  wantsHint: "clear what you do not want to allow",
  scopes: {
    "project:read": {
      label: "See the project and what is in it",
      more: "positions, animals, alerts, results"
    },
    "traces:read": { label: "Read processing traces", more: "why something fired, or did not come in" },
    "alerts:write": { label: "Acknowledge, resolve and snooze alerts", more: "in your name, with a note" },
    "events:write": { label: "Report events", more: "in your name, at most 60 an hour" }
  },
  projects: "In these projects",
  notAllThere: "you may not all of it there",
  youRunServer: "you run this server",
  youAre: (p: { role: string }) => `you are ${p.role}`,
  noProject: "You have no project in which you may do any of it.",
  never: "It can never",
  neverList: {
    rules: "Change rules, fences or devices",
    people: "Add or remove people",
    analyses: "Start or delete analyses",
    secrets: "See passwords, tokens or secrets",
    data: "Delete or correct data",
    commands: "Send commands to collars"
  },
  deny: "Deny",
  allow: (p: { days: number }) => counts(p.days, { one: "Allow for # day", other: "Allow for # days" }),
  chooseScope: "Choose at least one thing it may do.",
  chooseProject: "Choose at least one project.",
  audit:
    "Everything it does is in the audit log with the actor mcp. " +
    "Disconnect it at any time under Account, AI clients.",
  endsIn: (p: { time: string }) => `This page ends in ${p.time}.`,
  ended: "This page has ended. Connect again there.",
  over: {
    title: "There is nothing to decide here.",
    hint:
      "It was decided already, its ten minutes are over, or it began in another browser. Go back to the " +
      "program and connect again."
  }
}
