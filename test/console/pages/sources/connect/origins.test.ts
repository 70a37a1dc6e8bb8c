// At which addresses senders are told to look for the server.
import "../../../../support/words.ts"
import { assert, describe, it } from "@effect/vitest"
import {
  isLoopback,
  offeredOrigins,
  reachWarning
} from "../../../../../src/console/pages/sources/connect/origins.ts"
import { personOf } from "../../../../../src/console/pages/sources/connect/person.ts"
import { senderOf } from "../../../../../src/console/pages/sources/connect/senders.ts"

describe("the origins that are offered", () => {
  const reach = { public_url: null, addresses: ["192.168.1.20", "10.0.0.5"] }

  it("are the machine's own where the page is open at an address of this machine alone", () => {
    assert.deepStrictEqual(offeredOrigins("http://127.0.0.1:8080", reach), [
      "http://192.168.1.20:8080",
      "http://10.0.0.5:8080",
      "http://127.0.0.1:8080"
    ])
  })

  it("begin with the public address", () => {
    const known = { ...reach, public_url: "https://tracks.example.org/farm" }
    assert.strictEqual(offeredOrigins("http://localhost:8080", known)[0], "https://tracks.example.org")
  })

  it("are where the page is as long as nothing else is known", () => {
    assert.deepStrictEqual(offeredOrigins("http://tracks.lan", undefined), ["http://tracks.lan"])
    assert.isTrue(isLoopback("http://[::1]:8080"))
    assert.isFalse(isLoopback("http://tracks.lan"))
  })
})

describe("what stands in the way of a sender", () => {
  const warned = (origin: string, key: string) => {
    const warning = reachWarning(origin, senderOf(key)!)
    return warning === null ? null : `${warning.what} ${warning.needs}`
  }

  it("is said of the kind of sender: a phone, another machine, or servers on the internet", () => {
    assert.match(warned("http://127.0.0.1:8080", "owntracks")!, /^A phone cannot reach 127\.0\.0\.1:8080/)
    assert.match(warned("http://127.0.0.1:8080", "traccar")!, /^Another machine cannot reach/)
    for (const key of ["rockblock", "tts"])
      assert.match(
        warned("http://127.0.0.1:8080", key)!,
        /^The servers of .* cannot reach .* on the internet/
      )
  })

  it("is the missing https elsewhere, and a network of one's own for servers on the internet", () => {
    assert.match(warned("http://192.168.1.20", "overland")!, /Enough to try it .* iPhones may refuse it/)
    assert.notMatch(warned("http://192.168.1.20", "http")!, /iPhone/)
    assert.match(warned("http://192.168.1.20", "rockblock")!, /not those of a network of your own/)
    assert.isNull(warned("https://tracks.example.org", "rockblock"))
  })
})

describe("a person", () => {
  it("is called in small letters, with two for the map", () => {
    const { trackerId, userId } = personOf(" Åsa  Lindström-Berg ")
    assert.deepStrictEqual([userId, trackerId], ["asa-lindstrom-berg", "AB"])
  })

  it("has a name for apps even where none of its letters is one of theirs", () => {
    assert.deepStrictEqual(personOf("Олег").userId, "person")
    assert.strictEqual(personOf("Eva").trackerId, "EV")
  })
})
