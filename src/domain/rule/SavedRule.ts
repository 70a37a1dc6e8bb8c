// A rule as it is stored: a name, a switch, numbered versions of its document, and what the engine last
// reported about it.
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { activityMembers } from "./Activity.ts"
import { Doer, Person } from "../access/Person.ts"
import { Description, Instant, Name, Uuid } from "../schemas.ts"

/** A rule document in JSON; `parseDocument` says whether it is one, and `GET …/rules/schema` gives its schema. */
const Document = Schema.Record(Schema.String, Schema.Json).annotate({
  description: "A rule document, defaults written out; its schema is GET …/rules/schema"
})

/** Warning is a part of a saved document that keeps the rule from being enabled. */
export const Warning = Schema.Struct({
  pointer: Schema.String,
  code: Schema.String,
  detail: Schema.String
}).annotate({ identifier: "Warning" })

/** SavedRule is a rule with the document in force. */
export const SavedRule = Schema.Struct({
  id: Uuid,
  project_id: Uuid,
  name: Schema.String,
  description: Schema.String,
  enabled: Schema.Boolean,
  current_version: Schema.Int.annotate({ description: "The version in force while the rule is enabled" }),
  latest_version: Schema.Int,
  document: Document,
  last_error: Schema.NullOr(Schema.String).annotate({ description: "The most recent evaluation failure" }),
  last_error_at: Schema.NullOr(Instant),
  last_fired_at: Schema.NullOr(Instant),
  active_count: Schema.Int.annotate({ description: "Subjects for which the condition is active" }),
  created_at: Instant,
  updated_at: Instant,
  updated_by: Schema.NullOr(Doer).annotate({
    description: "Who changed it last, or made it; null: nobody remembers"
  })
}).annotate({ identifier: "Rule" })
export type SavedRule = typeof SavedRule.Type

/** ListedRule is a rule in a list, with its activity if requested. */
export const ListedRule = Schema.Struct({
  ...SavedRule.fields,
  ...Struct.map(activityMembers, Schema.optionalKey)
}).annotate({ identifier: "ListedRule" })

/** Resets tells which states a document would reset, with `dry_run`. */
const Resets = Schema.Struct({
  active: Schema.Int.annotate({
    description: "Subjects for which the condition is active: it would be found anew, and fire again"
  }),
  pending: Schema.Int.annotate({ description: "Subjects with a hold in flight: it would begin anew" })
}).annotate({
  description:
    "Of the subjects that the caller sees; null: it would begin blank nowhere. A document with another " +
    "trigger or other conditions begins blank, in force or put in force"
})

/**
 * SavedDocument is the answer to saving a document: the rule, the version that holds the document, and what
 * keeps it from being enabled.
 */
export const SavedDocument = Schema.Struct({
  ...SavedRule.fields,
  version: Schema.Int,
  warnings: Schema.Array(Warning),
  differs: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "Only with dry_run: a new version would be made" })
  ),
  resets: Schema.optionalKey(Schema.NullOr(Resets))
}).annotate({ identifier: "SavedDocument" })

/** RuleVersion is one version, which is never edited. */
export const RuleVersion = Schema.Struct({
  rule_id: Uuid,
  version: Schema.Int,
  document: Document,
  runnable: Schema.Boolean.annotate({ description: "false: it uses a reserved condition kind" }),
  events: Schema.Int.annotate({
    description: "Events that name it, of the rule's newest 10,000 that the caller sees"
  }),
  created_at: Instant,
  created_by: Schema.NullOr(Uuid),
  created_by_user: Schema.NullOr(Person).annotate({ description: "The same person by name" })
}).annotate({ identifier: "RuleVersion" })
export type RuleVersion = typeof RuleVersion.Type

/** SubjectState is the state of a rule for one subject (specification 2.1). */
export const SubjectState = Schema.Struct({
  entity_id: Schema.NullOr(Uuid),
  device_id: Schema.NullOr(Uuid).annotate({
    description: "The subject is this device: it carries no entity"
  }),
  name: Schema.String,
  active: Schema.Boolean,
  since: Schema.NullOr(Instant).annotate({ description: "Since when the condition has held" }),
  last_fired_at: Schema.NullOr(Instant),
  inside: Schema.Array(Schema.Struct({ id: Uuid, name: Schema.String })).annotate({
    description: "The rule's features that held the subject at its last fix"
  }),
  pending_until: Schema.NullOr(Instant).annotate({ description: "When a hold in flight fires" }),
  reason: Schema.String
}).annotate({ identifier: "SubjectState" })
export type SubjectState = typeof SubjectState.Type

/**
 * AnyDocument is a rule document before it is read: `parseDocument` reports its faults, with a pointer to
 * each.
 */
export const AnyDocument = Schema.Record(Schema.String, Schema.Unknown).annotate({
  description: "A rule document; its schema is GET …/rules/schema"
})

/** NewRule is a rule to be created. */
export const NewRule = Schema.Struct({
  name: Name,
  description: Schema.optionalKey(Description),
  document: AnyDocument,
  enabled: Schema.optionalKey(Schema.Boolean)
})

/** RuleChange holds the members of a rule that change. */
export const RuleChange = Schema.Struct({
  name: Schema.optionalKey(Name),
  description: Schema.optionalKey(Description),
  enabled: Schema.optionalKey(Schema.Boolean),
  current_version: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
  archived: Schema.optionalKey(
    Schema.Literal(false).annotate({
      description: "Restores an archived rule; it stays off unless `enabled: true` is sent too"
    })
  )
})
export type RuleChange = typeof RuleChange.Type

/** NewDocument is a new version of a rule. `activate: false` stores it without putting it in force. */
export const NewDocument = Schema.Struct({
  document: AnyDocument,
  activate: Schema.optionalKey(Schema.Boolean),
  dry_run: Schema.optionalKey(
    Schema.Boolean.annotate({
      description: "Save nothing; say what saving would do: `version`, `differs`, `resets`, `warnings`"
    })
  )
})
