// Whether browsers may load all that the map's style names: a style of which half is refused is a map with
// holes, and whoever starts the service is the one who can say which hosts are meant.
import { Data, Effect } from "effect"
import type { MapSettings } from "../config/Settings.ts"
import { SettingError } from "../config/Settings.ts"
import { styleHosts } from "../domain/system/styleHosts.ts"

/** The style could not be read now. */
class Unreadable extends Data.TaggedError("Unreadable")<{ readonly why: string }> {}

const fetchStyle = (url: string) =>
  Effect.tryPromise({
    try: async (signal) => {
      // another host's answer would not be heeded by browsers either
      const answer = await fetch(url, { signal, redirect: "error" })
      if (!answer.ok) throw new Error(`it answers ${answer.status}`)
      return (await answer.json()) as unknown
    },
    catch: (error) => new Unreadable({ why: error instanceof Error ? error.message : String(error) })
  }).pipe(
    Effect.timeoutOrElse({
      duration: "5 seconds",
      orElse: () => Effect.fail(new Unreadable({ why: "it does not answer" }))
    })
  )

/**
 * Refuses a style that names hosts that are not among the map's, with their names. One that cannot be read
 * now is said to be so and let pass: the service also starts where there is no network.
 */
export const checkMapStyle = ({ hosts, styleUrl }: MapSettings): Effect.Effect<void, SettingError> =>
  styleUrl === null
    ? Effect.void
    : Effect.gen(function* () {
        const others = styleHosts(yield* fetchStyle(styleUrl), styleUrl).filter(
          (host) => !hosts.includes(host)
        )
        if (others.length > 0)
          return yield* new SettingError({
            message:
              `MAP_STYLE_URL=${styleUrl} cannot be used: the style names ${others.join(", ")}, which is not ` +
              `among MAP_HOSTS. Add them there if browsers may load the map from them.`
          })
      }).pipe(
        Effect.catchTag("Unreadable", ({ why }) =>
          Effect.logWarning("the map's style was not checked", { url: styleUrl, why })
        )
      )
