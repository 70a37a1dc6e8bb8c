import { Moment } from "./Moment.tsx"
import { ago } from "./zoneTime.ts"
import { useNow } from "./useNow.ts"

/** How long ago a moment is. */
export const Ago = ({ at, zone }: { readonly at: string; readonly zone: string }) => (
  <Moment at={at} zone={zone}>
    {ago(at, useNow())}
  </Moment>
)
