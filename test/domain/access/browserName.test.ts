// What browsers say of themselves, and what a list of sessions calls them.
import { assert, describe, it } from "vitest"
import { browserName } from "../../../src/domain/access/browserName.ts"

const mozilla = (words: string) => `Mozilla/5.0 ${words}`
const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)"

describe("a browser's name", () => {
  it("is that of the browser, not of those whose words it uses, and of its system", () => {
    const known: ReadonlyArray<readonly [string, string]> = [
      ["Firefox 145 on Linux", mozilla("(X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0")],
      [
        "Chrome 153 on Windows",
        mozilla(`(Windows NT 10.0; Win64; x64) ${webkit} Chrome/153.0.0.0 Safari/537.36`)
      ],
      [
        "Edge 153 on Windows",
        mozilla(`(Windows NT 10.0; Win64; x64) ${webkit} Chrome/153.0.0.0 Safari/537.36 Edg/153.0.0.0`)
      ],
      [
        "Chrome 153 on Android",
        mozilla(`(Linux; Android 10; K) ${webkit} Chrome/153.0.0.0 Mobile Safari/537.36`)
      ],
      [
        "Safari 26 on macOS",
        mozilla("(Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15")
      ],
      [
        "Firefox 145 on iOS",
        mozilla(
          "(iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 FxiOS/145.0 Mobile Safari/604"
        )
      ]
    ]
    for (const [name, userAgent] of known) assert.strictEqual(browserName(userAgent), name)
  })

  it("is what programs begin with, and nothing where they say nothing of that form", () => {
    assert.strictEqual(browserName("curl/8.5.0"), "curl 8.5.0")
    assert.strictEqual(browserName("node"), "node")
    for (const none of ["", "<script>alert(1)</script>", "\u202Egnp.exe", "a".repeat(5000)])
      assert.isNull(browserName(none))
  })
})
