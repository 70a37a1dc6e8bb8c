// Turns the form of a broker into the API's configuration.
import { formText } from "../../../design/form/formText.ts"
import type { NewSource } from "../../../data/sources.ts"
import { fieldsIn, givenIn } from "../mapping.ts"

type Config = NonNullable<NewSource["config"]>
type Adapter = NewSource["adapter_key"]

/** PUBLISHED are the formats of messages with their products, but for JSON of one's own, and usual topics. */
export const PUBLISHED = [
  ["generic_mqtt", null, "herd/+/up"],
  ["owntracks", "OwnTracks", "owntracks/+/+\nowntracks/+/+/event"],
  ["chirpstack", "ChirpStack", "application/+/device/+/event/+"],
  ["meshtastic", "Meshtastic", "msh/+/2/json/#"]
] as const satisfies ReadonlyArray<readonly [Adapter, string | null, string]>
/** A format of messages. */
export type Published = (typeof PUBLISHED)[number][0]

/** The format in a form's value. */
export const publishedIn = (text: string): Published =>
  PUBLISHED.find(([key]) => key === text)?.[0] ?? "generic_mqtt"

/** The usual topics of a format. */
export const topicsOf = (published: Published): string =>
  PUBLISHED.find(([key]) => key === published)?.[2] ?? ""

/** brokerConfig leaves empty fields out, so that the server's defaults apply. */
export const brokerConfig = (form: FormData): Config => {
  const given = givenIn(form)
  const topics = formText(form, "topics")
    .split("\n")
    .map((topic) => topic.trim())
    .filter((topic) => topic !== "")
  return {
    ...fieldsIn(form),
    ...given("device_topic"),
    mqtt: {
      url: formText(form, "url").trim(),
      topics,
      ...given("username"),
      ...given("password"),
      ...given("client_id"),
      ...given("status_topic"),
      ...given("ca")
    }
  }
}
