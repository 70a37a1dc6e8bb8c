// English words of every page: the shell, the states of a list, dates and dialogs.
import { listsIn, parts } from "../tools.ts"

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
  noPage: { title: "There is no such page.", toMap: "To the map" }
}
