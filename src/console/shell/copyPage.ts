// A page to hand on: its address, or as commands the requests behind what it shows.
import { curlOf, requestsOf } from "../api/lastRequests.ts"
import { queryClient } from "../queries/queryClient.ts"
import { copyText } from "./clipboard.ts"
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

/** The address says all of a view: which page, whom it is about, the time it shows. */
export const copyLink = (): void => copyText(location.href, "The link to this view is on the clipboard.")

/** The commands. */
export const copyPage = (): void => {
  const commands = requestsOf(location.pathname, shown()).map((asked) => curlOf(location.origin, asked))
  if (commands.length === 0) return say("This page asked the server nothing.", "bad")
  copyText(
    `${commands.join("\n")}\n`,
    `${commands.length} ${commands.length === 1 ? "request is" : "requests are"} on the clipboard, with ` +
      "$PUGMARK_TOKEN for the token."
  )
}
