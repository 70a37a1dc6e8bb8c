// The commands of `pugmark`, as `effect/cli` knows them. They speak HTTP to a running server, or work on files;
// the doctor alone looks at the database itself.
import * as Command from "effect/cli/Command"
import { administration } from "./admin/commands.ts"
import { analysing } from "./analyse/commands.ts"
import { importing } from "./import/commands.ts"
import { lazily } from "./lazily.ts"
import { prose } from "./prose.ts"
import { ruleCommands } from "./rules/commands.ts"

const doctor = Command.make(
  "doctor",
  {},
  lazily(async () => (await import("./doctor.ts")).doctor)
).pipe(
  Command.withShortDescription("check this installation, and say how to mend it"),
  Command.withDescription(
    prose(`
  Looks at Node, the settings, the data directory and its disk, the port, the database (version, rights,
  schema, clock), the mail server and the bot where they are set up, and what the roles at work say of
  themselves. Reads the environment as npm start does. Exit code 1 when something is at fault; each fault is
  named with its fix.`)
  )
)

/** The tree of the commands. */
export const pugmark = Command.make("pugmark").pipe(
  Command.withSubcommands([importing, analysing, ruleCommands, administration, doctor])
)
