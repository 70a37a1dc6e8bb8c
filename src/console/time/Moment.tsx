import type { ReactNode } from "react"
import { inZone } from "./zoneTime.ts"

interface MomentProps {
  readonly at: string
  readonly zone: string
  readonly children: ReactNode
}

/** A moment in other words; the tooltip has the moment itself, in a zone. */
export const Moment = ({ at, children, zone }: MomentProps) => (
  <time className="num" dateTime={at} title={`${inZone(at, zone, "full")} ${zone}`}>
    {children}
  </time>
)
