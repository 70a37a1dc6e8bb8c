// A websocket server as it is asked for in the form, in the words of the API.
import type { NewSource } from "../queries/sources.ts"
import { formText } from "../look/formText.ts"
import { fieldsIn, givenIn } from "./mapping.ts"

type Config = NonNullable<NewSource["config"]>

/** How the secret is shown to the server. */
export const SHOWN = [
  ["bearer", "Authorization: Bearer …"],
  ["basic", "a user name, and it as the password"],
  ["header", "a header of its own"]
] as const
export type Shown = (typeof SHOWN)[number][0]

/** What was left empty is not sent: the server's own rule holds. */
export const websocketConfig = (form: FormData): Config => {
  const given = givenIn(form)
  const mark = formText(form, "mark").trim()
  return {
    ...fieldsIn(form),
    websocket: {
      url: formText(form, "url").trim(),
      ...given("password"),
      ...given("username"),
      ...given("header"),
      ...given("protocol"),
      ...given("items"),
      ...given("hello"),
      ...(mark === "" ? {} : { acknowledge: { path: mark, ...given("message", "say") } })
    }
  }
}
