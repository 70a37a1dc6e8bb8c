// The answer to a check of a draft of a rule.
import * as Schema from "effect/Schema"
import { activityMembers } from "../../domain/rule/Activity.ts"
import { Message } from "../../domain/messageSchemas.ts"
import { Warning } from "../../domain/rule/SavedRule.ts"
import { Issue } from "../http/errors.ts"

/** DraftCheck says whether a draft can be saved, enabled and tested, and what it reads as. */
export const DraftCheck = Schema.Struct({
  problems: Schema.Array(Issue).annotate({
    description: "What keeps it from being saved, with pointers as saving it answers them"
  }),
  warnings: Schema.Array(Warning).annotate({
    description: "What is saved all the same, and keeps it from being enabled or is probably not meant"
  }),
  sentence: Schema.NullOr(activityMembers.sentence).annotate({
    description: "It as one sentence; null: it cannot be read as a rule"
  }),
  sentence_message: Schema.NullOr(activityMembers.sentence_message).annotate({
    description: "The same as code and parameters; null: it cannot be read as a rule"
  }),
  name: Schema.NullOr(Schema.String).annotate({
    description: "A short name made of the sentence, to suggest; null: it cannot be read as a rule"
  }),
  name_message: Schema.NullOr(Message).annotate({
    description: "The same as code and parameters; null: it cannot be read as a rule"
  }),
  covers: Schema.NullOr(activityMembers.covers).annotate({
    description: "Subjects that the caller sees and it is about, as they are now"
  }),
  runnable: Schema.Boolean.annotate({ description: "It can be tested as it is" })
}).annotate({ identifier: "DraftCheck" })
