// Identities that reported but belong to no registered device, and their registration.
import * as Schema from "effect/Schema"
import { Instant, InstantInput, Name, Uuid } from "../schemas.ts"
import { readFieldsMembers } from "../intake/readFields.ts"

/** MAX_IDENTITIES is how many identities one request handles at most. */
const MAX_IDENTITIES = 500

/** MAX_NAMED_IDENTITIES is for how many identities one request reads reports: their ids are in its address. */
export const MAX_NAMED_IDENTITIES = 100

/** UnknownIdentity is an identity without a device, and what it sent. */
export const UnknownIdentity = Schema.Struct({
  id: Uuid,
  data_source_id: Uuid,
  data_source_name: Name,
  external_id: Schema.String,
  device_name: Schema.NullOr(Schema.String).annotate({
    description:
      "What its newest kept report calls it: the name of the device that is made of it; null: " +
      "nothing, and it gets its external_id"
  }),
  first_seen_at: Instant,
  last_seen_at: Instant,
  report_count: Schema.Int.annotate({ description: "How often it reported, repetitions included" }),
  kept_from: Schema.NullOr(Instant).annotate({
    description: "Time of the oldest report that is kept; null: none is"
  }),
  kept_to: Schema.NullOr(Instant).annotate({ description: "Time of the newest report that is kept" }),
  ignored_at: Schema.NullOr(Instant),
  last_report: Schema.optionalKey(
    Schema.Json.annotate({
      description: "The newest of its reports that is kept, as it came, where it is asked for"
    })
  )
}).annotate({ identifier: "UnknownIdentity" })
export type UnknownIdentity = typeof UnknownIdentity.Type

/** KeptReport is a stored report of an identity without a device. */
export const KeptReport = Schema.Struct({
  id: Schema.String,
  identity_id: Uuid,
  external_id: Schema.String,
  time: Instant.annotate({ description: "When it was true, as the report says" }),
  received_at: Instant,
  lon: Schema.NullOr(Schema.Number).annotate({ description: "Null: it says no place" }),
  lat: Schema.NullOr(Schema.Number),
  ...readFieldsMembers
}).annotate({ identifier: "KeptReport" })
export type KeptReport = typeof KeptReport.Type

/** UnknownOfSource counts the unknown identities of one data source. */
export const UnknownOfSource = Schema.Struct({
  data_source_id: Uuid,
  data_source_name: Name,
  identities: Schema.Int,
  ignored: Schema.Int,
  reports: Schema.Int,
  first_seen_at: Instant,
  last_seen_at: Instant
}).annotate({ identifier: "UnknownOfSource" })
export type UnknownOfSource = typeof UnknownOfSource.Type

/** IdentityIds are the identities of a request. */
export const IdentityIds = Schema.Array(Uuid).check(
  Schema.isMinLength(1),
  Schema.isMaxLength(MAX_IDENTITIES),
  Schema.isUnique()
)

/** Single has the settings of a single identity. */
const Single = Schema.Struct({
  identity_id: Uuid.annotate({ description: "One of `identity_ids`" }),
  name: Schema.optionalKey(
    Name.annotate({ description: "Of its device, and of the entity that is made for it" })
  ),
  entity_id: Schema.optionalKey(
    Uuid.annotate({
      description: "The entity of the project that it is put on, in place of one that is made for it"
    })
  )
})

/**
 * NewRegistrations creates a device for each identity, named as `each` says, else as payloads name it
 * (`device_name`), else by their external id.
 */
export const NewRegistrations = Schema.Struct({
  identity_ids: IdentityIds,
  device_type: Schema.optionalKey(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(100))),
  project_id: Schema.optionalKey(Uuid.annotate({ description: "They are put in this project" })),
  valid_from: Schema.optionalKey(
    InstantInput.annotate({
      description: "From this moment on; from the oldest kept report of each unless given"
    })
  ),
  entity_type_id: Schema.optionalKey(
    Uuid.annotate({
      description: "Each gets an entity of this type and its name; needs entities:write in the project"
    })
  ),
  group_id: Schema.optionalKey(Uuid.annotate({ description: "The group of the new entities" })),
  each: Schema.optionalKey(
    Schema.Array(Single)
      .check(Schema.isMaxLength(MAX_IDENTITIES))
      .annotate({ description: "A name of its own, or an existing entity, for some of them" })
  )
})
export type NewRegistrations = typeof NewRegistrations.Type

/** Registered is the device that was created for an identity, and the job that processes its stored reports. */
export const Registered = Schema.Struct({
  identity_id: Uuid,
  external_id: Schema.String,
  device_id: Uuid,
  entity_id: Schema.NullOr(Uuid),
  job_id: Uuid
}).annotate({ identifier: "Registered" })
export type Registered = typeof Registered.Type
