// The query cache. The stream updates it; pages never keep copies.
import { QueryCache, QueryClient } from "@tanstack/react-query"
import { belongs } from "./api/lastRequests.ts"
import { Refused } from "./api/Refused.ts"

/** Whether a retry may succeed: the server did not answer, or had an internal error. */
const isPassing = (error: unknown): boolean =>
  error instanceof Refused && (error.status === 0 || error.status >= 500)

/** The key of the session; its data is null while signed out. */
export const SESSION = ["session"] as const

/** A read that was refused with 401 ends the session in the cache, so that the shell asks for a new sign-in. */
const noteStranger = (error: unknown): void => {
  if (error instanceof Refused && error.status === 401) queryClient.setQueryData(SESSION, null)
}

/** The console's query client. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteStranger }),
  defaultOptions: {
    mutations: { networkMode: "always" },
    queries: {
      staleTime: 30_000,
      // the browser's offline flag is not trusted: only a request shows whether the server answers
      networkMode: "always",
      refetchOnReconnect: true,
      retry: (times, error) => times < 3 && isPassing(error),
      // wraps each read: its requests are known by their abort signal
      persister: (read, context, { queryHash }) => {
        belongs(context.signal, queryHash)
        return read(context)
      }
    }
  }
})
