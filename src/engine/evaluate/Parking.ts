// Projects that are parked because their rule set cannot be loaded, as a batch records them.

/** Parking is why a project is parked, as it is stored. */
export interface Parking {
  readonly projectId: string
  readonly code: string
  readonly detail: string
}

/** ParkingMove parks a project, or (`reason` null) releases it. */
export interface ParkingMove {
  readonly projectId: string
  readonly reason: { readonly version: number; readonly code: string; readonly detail: string } | null
}
