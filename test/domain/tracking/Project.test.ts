// Slugs and time zones of projects.
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { Slug, slugOf, TimeZone } from "../../../src/domain/tracking/Project.ts"

describe("a project", () => {
  it.prop("always gets a slug that is one", { name: Schema.String }, ({ name }) => {
    assert.isTrue(Schema.is(Slug)(slugOf(name)), slugOf(name))
  })

  it.each([
    ["Lower Field!", "lower-field"],
    ["  Äcker & Wiesen 2 ", "acker-wiesen-2"],
    ["牧场", "project"],
    [`${"a".repeat(62)} b`, "a".repeat(62)]
  ])("named %s gets the slug %s", (name, slug) => {
    assert.strictEqual(slugOf(name), slug)
  })

  it.each(["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Asia/Kathmandu"])(
    "may be in %s",
    (zone) => {
      assert.isTrue(Schema.is(TimeZone)(zone))
    }
  )

  it.each(["", "Mars/Olympus", "+02:00", "Europe/Berlin ", "Europe/Nowhere", "UTC; drop"])(
    "may not be in %j",
    (zone) => {
      assert.isFalse(Schema.is(TimeZone)(zone))
    }
  )
})
