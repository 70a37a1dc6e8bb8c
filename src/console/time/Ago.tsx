import { Moment } from "./Moment.tsx"
import { ago } from "./zoneTime.ts"
import { useNow } from "./useNow.ts"

/** A moment as the time since then. */
export const Ago = ({ at, zone }: { readonly at: string; readonly zone: string }) => (
  <Moment at={at} zone={zone}>
    {ago(at, useNow())}
  </Moment>
)
