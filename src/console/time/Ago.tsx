import { inZone, ago } from "./zoneTime.ts"
import { useNow } from "./useNow.ts"

/** How long ago a moment is; pointing at it tells the moment itself, in the project's zone. */
export const Ago = ({ at, zone }: { readonly at: string; readonly zone: string }) => (
  <time className="num" dateTime={at} title={`${inZone(at, zone, "full")} ${zone}`}>
    {ago(at, useNow())}
  </time>
)
