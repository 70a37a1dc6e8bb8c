// The part of a project's subjects that a caller may see: the scope of a member, resolved to ids.

/** Scope is what a member is limited to, as it is set: groups with those below them, entities, devices. */
export interface Scope {
  readonly groups: ReadonlyArray<string>
  readonly entities: ReadonlyArray<string>
  readonly devices: ReadonlyArray<string>
}

/**
 * Limits is what a scoped caller may see. A record (a position, an event, an alert) is seen when its entity
 * is among `entities` or its device among `devices`; so the past of a collar on an animal outside the scope
 * stays unseen when the collar moves into it. `gear` are the devices that are seen themselves: `devices`, and
 * those on one of the `entities` now. `folders` are the groups of the scope with the ones below them, to
 * which the caller may add entities. `groups` are those, and the groups of the `entities`. Ids are lower
 * case.
 */
export interface Limits {
  readonly groups: ReadonlyArray<string>
  readonly entities: ReadonlyArray<string>
  readonly devices: ReadonlyArray<string>
  readonly gear: ReadonlyArray<string>
  readonly folders: ReadonlyArray<string>
}
/** Visibility is what a caller sees of a project; null: all of it. */
export type Visibility = Limits | null

/**
 * Reach is what a caller may see of devices and traces outside of any one project: the projects in which they
 * have the permission of the endpoint, with their visibility in each; null: everything.
 */
export type Reach = ReadonlyArray<{ readonly projectId: string; readonly visibility: Visibility }> | null

/** Whether a record of an entity and a device (either may be null) is seen. */
export const seesRecord = (
  visibility: Visibility,
  entityId: string | null,
  deviceId: string | null
): boolean =>
  visibility === null ||
  (entityId !== null && visibility.entities.includes(entityId)) ||
  (deviceId !== null && visibility.devices.includes(deviceId))
