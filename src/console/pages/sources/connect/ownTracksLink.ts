// The link that configures OwnTracks on a phone, with the configuration in the link.
// https://owntracks.org/booklet/features/remoteconfig/
import type { Person } from "./person.ts"

/** HTTP_MODE is OwnTracks' code for HTTP. */
const HTTP_MODE = 3

/** ownTracksConfig is the content of an .otrc file. */
const ownTracksConfig = (url: string, token: string, person: Person) => ({
  _type: "configuration",
  mode: HTTP_MODE,
  url,
  auth: true,
  username: person.userId,
  password: token,
  deviceId: person.deviceId,
  tid: person.trackerId
})

/**
 * ownTracksLink has the configuration as base64, percent-encoded: a bare `+` is read as a space, and a bare
 * `=` cuts the value on iPhones.
 */
export const ownTracksLink = (url: string, token: string, person: Person): string =>
  `owntracks:///config?inline=${encodeURIComponent(btoa(JSON.stringify(ownTracksConfig(url, token, person))))}`
