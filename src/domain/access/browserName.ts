// A browser's name for people, read from its `User-Agent`. For display only: nothing is decided by it.

/** Checked in this order: the User-Agent of an earlier one contains the names of later ones. */
const browsers = [
  ["Edge", /\bEdg(?:A|iOS)?\/(\d+)/],
  ["Opera", /\bOPR\/(\d+)/],
  ["Samsung Internet", /\bSamsungBrowser\/(\d+)/],
  ["Firefox", /\b(?:Firefox|FxiOS)\/(\d+)/],
  ["Chrome", /\b(?:Chrome|CriOS)\/(\d+)/],
  ["Safari", /\bVersion\/(\d+)\S* .*\bSafari\//]
] as const

const systems = [
  ["Android", /\bAndroid\b/],
  ["iOS", /\b(?:iPhone|iPad|iPod)\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/]
] as const

/**
 * Returns `Firefox 145 on Linux` of a `User-Agent`; of a program its first product (`curl 8.5.0`). Null: it
 * has no such form.
 */
export const browserName = (userAgent: string): string | null => {
  for (const [name, pattern] of browsers) {
    const version = pattern.exec(userAgent)?.[1]
    if (version === undefined) continue
    const system = systems.find(([, words]) => words.test(userAgent))?.[0]
    return `${name} ${version.slice(0, 5)}${system === undefined ? "" : ` on ${system}`}`
  }
  const [, product, version] = /^([\w.-]{1,40})(?:\/([\w.-]{1,20}))?(?= |$)/.exec(userAgent) ?? []
  return product === undefined ? null : version === undefined ? product : `${product} ${version}`
}
