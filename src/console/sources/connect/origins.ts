// Under which origins senders can find the server: that of the page, the public one, and those of its networks.

interface Reach {
  readonly public_url: string | null
  readonly addresses: ReadonlyArray<string>
}

/** isLoopback is whether an origin leads to the machine itself. */
export const isLoopback = (origin: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(new URL(origin).hostname)

/** offeredOrigins begins with the best: the public address, then where the page is, then the machine's own. */
export const offeredOrigins = (here: string, reach: Reach | undefined): ReadonlyArray<string> => {
  const { port, protocol } = new URL(here)
  const suffix = port === "" ? "" : `:${port}`
  const found = [
    ...(reach?.public_url == null ? [] : [new URL(reach.public_url).origin]),
    ...(isLoopback(here) ? [] : [here]),
    ...(reach?.addresses ?? []).map((address) => `${protocol}//${address}${suffix}`),
    here
  ]
  return [...new Set(found)]
}
