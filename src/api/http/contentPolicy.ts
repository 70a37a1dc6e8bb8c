// What the console's page and its worker may load: files of this server, the map from where the deployment says,
// and nothing that is written into the page.

/**
 * The content security policy of the console; `hosts` are origins (https, without path or wildcard) that
 * pictures and data of the map come from. Projects cannot widen it: they have no say in the hosts.
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
