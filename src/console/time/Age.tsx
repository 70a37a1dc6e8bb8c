// How old something is, to the minute: `12 s`, `5 min`. Pointing at it tells the moment itself, as <Ago> does.
import { useProject } from "../shell/useProject.ts"
import { useNow } from "./useNow.ts"
import { inZone, span } from "./zoneTime.ts"

export const Age = ({ of }: { readonly of: string }) => {
  const { zone } = useProject()
  const now = useNow()
  return (
    <time className="num" dateTime={of} title={`${inZone(of, zone, "full")} ${zone}`}>
      {span((now - Date.parse(of)) / 1000)}
    </time>
  )
}
