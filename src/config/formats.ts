// Texts that some settings take.

/** A name or an address, IPv6 in brackets; a port is nothing to go by. */
export const isHost = (text: string): boolean =>
  /^(?:\[[\da-f:.]+\]|[^\s:[\]@/?#*]+)(?::\d{1,5})?$/i.test(text)

/** An origin as browsers write it: scheme, host in small letters, and a port that is not the scheme's own. */
export const isOrigin = (text: string): boolean =>
  /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text

/** An origin that is reached by TLS, of no characters that mean something in a content policy. */
export const isHttpsOrigin = (text: string): boolean =>
  /^https:\/\/(?:[a-z\d-]+(?:\.[a-z\d-]+)*|\[[\da-f:]+\])(?::\d{1,5})?$/.test(text) && isOrigin(text)

/** Whether a text is an IP address, or a network in the notation of CIDR. */
export const isNetwork = (text: string): boolean => {
  const [, address = "", bits] = /^([\d.]+|[\da-f:.]*:[\da-f:.]*)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  const six = address.includes(":")
  const known = six
    ? URL.canParse(`http://[${address}]`)
    : address !== "" && URL.parse(`http://${address}`)?.hostname === address
  return known && Number(bits ?? 0) <= (six ? 128 : 32)
}
