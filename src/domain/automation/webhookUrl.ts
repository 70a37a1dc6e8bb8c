// Which addresses a webhook may have, as far as the text tells. Where a name leads is only known when it is
// called: the channel checks the address of every connection it makes.

/** UrlIssue is what is wrong with an address. */
interface UrlIssue {
  readonly code: string
  readonly detail: string
}

/** Ports of other services stay closed to us: 80, 443 and those above 1023 are open. */
const isOpenPort = (port: string): boolean =>
  port === "" || port === "80" || port === "443" || Number(port) > 1023

const isLocalName = (host: string): boolean => /(^|\.)localhost\.?$/.test(host)

/**
 * What is wrong with the url of a webhook, null if nothing is. `allowPrivate` opens this network;
 * `isReserved` tells of a literal address, in its canonical form and without brackets, whether it is outside
 * the public internet.
 */
export const urlIssue = (
  text: string,
  allowPrivate: boolean,
  isReserved: (address: string) => boolean
): UrlIssue | null => {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:"))
    return { code: "URL_INVALID", detail: "Give an address that begins with https:// or http://." }
  if (url.username !== "" || url.password !== "")
    return {
      code: "URL_CREDENTIALS",
      detail: "Leave user and password out of the address: requests are signed with the secret instead."
    }
  if (allowPrivate) return null
  const address = url.hostname.replace(/^\[|\]$/g, "")
  if (isLocalName(url.hostname) || isReserved(address))
    return {
      code: "URL_PRIVATE",
      detail: "The address is not on the public internet. WEBHOOK_ALLOW_PRIVATE=true would allow it."
    }
  if (!isOpenPort(url.port)) return { code: "URL_PORT", detail: "Use port 80, 443 or one above 1023." }
  return null
}
