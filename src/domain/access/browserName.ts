// What a browser is called by people, of what it says of itself. Only for reading: nothing is decided by it.

/** In this order: those below stand in the words of those above. */
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
 * `Firefox 145 on Linux` of a `User-Agent`; of programs the first thing they say (`curl 8.5.0`). Null: it
 * says nothing that has this form.
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
