// A page as commands: the requests behind what it shows.
import { curlOf, requestsOf } from "../api/lastRequests.ts"
import { queryClient } from "../queries/queryClient.ts"
import { say } from "./notices.ts"

/** What is shown now, besides what stands around every page. */
const shown = (): ReadonlySet<string> =>
  new Set(
    queryClient
      .getQueryCache()
      .getAll()
      .filter(
        (query) =>
          query.isActive() && query.observers.some(({ options }) => options.meta?.["around"] !== true)
      )
      .map(({ queryHash }) => queryHash)
  )

/** Puts the commands on the clipboard. */
export const copyPage = (): void => {
  const commands = requestsOf(location.pathname, shown()).map((asked) => curlOf(location.origin, asked))
  if (commands.length === 0) return say("This page asked the server nothing.", "bad")
  void navigator.clipboard.writeText(`${commands.join("\n")}\n`).then(
    () =>
      say(
        `${commands.length} ${commands.length === 1 ? "request is" : "requests are"} on the clipboard, with ` +
          "$PUGMARK_TOKEN for the token."
      ),
    () => say("The clipboard is not allowed here.", "bad")
  )
}
