// Somebody whose session ended while a page was open is asked again, and comes back to where they were. What
// they were writing goes with the page; what is kept of it (writing.ts) is there once they open it again.
import { useQuery } from "@tanstack/react-query"
import { useRouter } from "@tanstack/react-router"
import { useEffect } from "react"
import { around, session } from "../queries/session.ts"

export const SessionOver = () => {
  const { data: me } = useQuery({ ...session, ...around })
  const router = useRouter()
  useEffect(() => {
    // where they were is where they are at this moment: a moment later it is the sign-in
    if (me === null)
      void router.navigate({ to: "/login", search: { to: router.latestLocation.href, over: true } })
  }, [me, router])
  return null
}
