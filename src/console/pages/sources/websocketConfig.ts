// Turns the form of a websocket server into the API's configuration.
import type { NewSource } from "../../data/sources.ts"
import { formText } from "../../design/form/formText.ts"
import { fieldsIn, givenIn } from "./mapping.ts"

type Config = NonNullable<NewSource["config"]>

/** SHOWN are the ways to send the secret. */
export const SHOWN = ["bearer", "basic", "header"] as const
/** A way to send the secret. */
export type Shown = (typeof SHOWN)[number]

/** Leaves empty fields out, so that the server's defaults apply. */
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
