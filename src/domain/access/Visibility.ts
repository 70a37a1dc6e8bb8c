// What of a project's subjects a caller may see: the scope of a member, worked out to ids.

/** What a member is limited to, as it is set: groups with those below them, entities, devices. */
export interface Scope {
  readonly groups: ReadonlyArray<string>
  readonly entities: ReadonlyArray<string>
  readonly devices: ReadonlyArray<string>
}

/**
 * What a caller may see; null: the whole project. A record (a position, an event, an alert) is seen when its
 * entity is among `entities` or its device among `devices`; so a collar's past on an animal outside the scope
 * stays unseen when the collar moves into it. `gear` holds the devices that are seen themselves: `devices`,
 * and those on one of the `entities` now. `folders` are the groups of the scope with the ones below them:
 * what is put there is seen. `groups` holds those, and the groups of the `entities`. Ids are lower case.
 */
export interface Limits {
  readonly groups: ReadonlyArray<string>
  readonly entities: ReadonlyArray<string>
  readonly devices: ReadonlyArray<string>
  readonly gear: ReadonlyArray<string>
  readonly folders: ReadonlyArray<string>
}
export type Visibility = Limits | null

/**
 * What a caller may see outside of any one project, of devices and traces: the projects in which they have
 * what the endpoint needs, with what they see of each; null: everything.
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
