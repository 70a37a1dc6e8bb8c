// The subject that the live map follows; known only to this tab, while it is open.
import { onSignOut } from "../../data/signOut.ts"
import { watched } from "../../watched.ts"

export const { read: readFollowed, set: setFollowed, watch: watchFollowed } = watched<string | null>(null)

onSignOut(() => setFollowed(null))
