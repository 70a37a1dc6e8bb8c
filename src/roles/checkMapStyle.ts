// Checks whether browsers may load every host that the map's style names: a style with refused parts shows a
// map with holes, and only the operator can say which hosts are intended.
import { Data, Effect } from "effect"
import type { MapSettings } from "../config/Settings.ts"
import { SettingError } from "../config/Settings.ts"
import { styleHosts } from "../domain/system/styleHosts.ts"

/** The style could not be read now. */
class Unreadable extends Data.TaggedError("Unreadable")<{ readonly why: string }> {}

const fetchStyle = (url: string) =>
  Effect.tryPromise({
    try: async (signal) => {
      // browsers do not follow a redirect to another host either
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
 * Refuses a style that names hosts other than the map's, with their names. A style that cannot be read now is
 * logged and accepted, because the service also starts without a network.
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
