// The content security policy of the console: files of this server, and the map from the hosts that the
// deployment names; nothing inline.

/**
 * Returns the content security policy of the console. `hosts` are origins (https, without path or wildcard)
 * that images and data of the map may come from; only the deployment sets them, projects cannot.
 */
export const consolePolicy = (hosts: ReadonlyArray<string>): string => {
  const map = hosts.map((host) => ` ${host}`).join("")
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob:${map}`,
    "font-src 'self'",
    `connect-src 'self'${map}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ")
}
