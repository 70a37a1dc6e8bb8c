import { useProject } from "../shell/useProject.ts"
import { Moment } from "./Moment.tsx"
import { useNow } from "./useNow.ts"
import { span } from "./zoneTime.ts"

/** The age of something at a glance: `12 s`, `5 min`. */
export const Age = ({ of }: { readonly of: string }) => {
  const { zone } = useProject()
  const now = useNow()
  return (
    <Moment at={of} zone={zone}>
      {span((now - Date.parse(of)) / 1000)}
    </Moment>
  )
}
