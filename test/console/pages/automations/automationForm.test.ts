// An automation as it is written: what is sent of it, which member of that a row is, and what a sentence says of it.
import "../../../support/words.ts"
import { assert, describe, it } from "vitest"
import {
  actionsOf,
  type AutomationForm,
  blankForm,
  changeOf,
  formOf
} from "../../../../src/console/pages/automations/automationForm.ts"
import { ageText, sentenceOf } from "../../../../src/console/pages/automations/automationSentence.ts"
import { RECEIVER_PROGRAM } from "../../../../src/console/pages/automations/receiverProgram.ts"
import { blocksIn, guidePage } from "../../../support/guide.ts"

const saved = formOf({
  id: "a",
  project_id: "p",
  name: "Tell the station",
  enabled: true,
  event_types: [],
  min_severity: "warning",
  require_alert: true,
  rule_ids: [],
  entity_ids: [],
  max_event_age_seconds: 21_600,
  remind_acknowledged: false,
  actions: [
    { id: "hook", type: "webhook", url: "https://station.example.org/pugmark" },
    { id: "mail", type: "email", to: ["ines@example.org", "erik@example.org"] },
    { id: "chat", type: "telegram", user_id: "ines" }
  ],
  created_at: "2026-05-01T00:00:00Z",
  updated_at: "2026-05-01T00:00:00Z"
})

describe("the form of an automation", () => {
  it("has a row for each receiver, and becomes the actions that it was made of", () => {
    assert.deepStrictEqual(
      saved.receivers.map(({ to }) => to),
      ["https://station.example.org/pugmark", "ines@example.org", "erik@example.org", "ines"]
    )
    assert.deepStrictEqual(actionsOf(saved.receivers).actions, [
      { id: "hook", type: "webhook", url: "https://station.example.org/pugmark" },
      { id: "mail", type: "email", to: ["ines@example.org", "erik@example.org"] },
      { id: "chat", type: "telegram", user_id: "ines" }
    ])
  })

  it("adds a new address to the action that writes e-mails, and says where the server finds each row", () => {
    const receivers = [
      ...saved.receivers,
      { key: "new mail", actionId: null, type: "email", to: " marta@example.org " } as const,
      { key: "new hook", actionId: null, type: "webhook", to: "https://other.example.org/" } as const
    ]
    const { actions, pointers } = actionsOf(receivers)
    assert.deepStrictEqual(actions[1], {
      id: "mail",
      type: "email",
      to: ["ines@example.org", "erik@example.org", "marta@example.org"]
    })
    assert.deepStrictEqual(actions[3], { type: "webhook", url: "https://other.example.org/" })
    assert.strictEqual(pointers.get("new mail"), "/actions/1/to/2")
    assert.strictEqual(pointers.get("new hook"), "/actions/3/url")
  })

  it("sends only what differs", () => {
    assert.deepStrictEqual(changeOf(saved, { ...saved, name: "Tell Ines" }), { name: "Tell Ines" })
    const [hook] = saved.receivers
    assert.deepStrictEqual(changeOf(saved, { ...saved, receivers: [hook!] }), {
      actions: [{ id: "hook", type: "webhook", url: "https://station.example.org/pugmark" }]
    })
  })
})

describe("the sentence of an automation", () => {
  const said = (form: AutomationForm) =>
    sentenceOf(form, {
      rules: new Map([
        ["r1", "Left an area"],
        ["r2", "Collar not moving"]
      ]),
      animals: new Map([["e1", "Alma"]]),
      word: { one: "animal", many: "animals" }
    })
      .map(({ text }) => text)
      .join("")

  it("says what it tells of, whom, and how old at most", () => {
    assert.strictEqual(
      said({ ...saved, rule_ids: ["r1", "r2"] }),
      "When Left an area or Collar not moving makes an alert of at least warning, about any animal, " +
        "tell 4 receivers, unless the event is over 6 h old."
    )
    assert.strictEqual(
      said({ ...blankForm, require_alert: false, min_severity: "info", entity_ids: ["e1"] }),
      "When anything makes an event of any severity, about Alma, tell no receiver yet, " +
        "unless the event is over 6 h old."
    )
  })

  it("counts what it cannot name", () => {
    assert.include(said({ ...saved, entity_ids: ["e1", "gone"] }), "about 2 animals")
  })

  it("says ages as people do", () => {
    assert.deepStrictEqual([900, 21_600, 604_800].map(ageText), ["15 min", "6 h", "7 d"])
  })
})

describe("the receiver that the page offers", () => {
  it("is the one of the guide", () => {
    assert.include(blocksIn(guidePage("automations"), "js"), RECEIVER_PROGRAM)
  })
})
