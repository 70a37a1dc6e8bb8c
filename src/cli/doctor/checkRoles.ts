// The roles that the rooms of Pugmark log in as: whether each is there, is let in, and has the rights that it
// should have and no others.
import { Effect, type Redacted } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { storedAccess, loginUrl } from "../../store/roles/access.ts"
import { byPassword } from "../../store/roles/ensureLogins.ts"
import { type LoginRole, loginRoles, roleNameOf } from "../../store/roles/names.ts"
import { storedRights, currentRights } from "../../store/roles/rights.ts"
import { tryLogin } from "../../store/roles/tryLogin.ts"
import { fault, type Finding, warning, well } from "./Finding.ts"

const CHECK_NAME = "Database roles"
const START_REMEDY = "npm start (or node src/main.ts migrate) as the owner of the database"

interface RoleRow {
  readonly name: string
  /** log in at all */
  readonly may: boolean
  /** attributes that no role of ours has, as ALTER ROLE takes them away */
  readonly attributes: ReadonlyArray<string>
  /** roles whose rights it has in addition to its own */
  readonly memberOf: ReadonlyArray<string>
}

const rolesNamed = (names: ReadonlyArray<string>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<RoleRow>`
  select rolname::text as name, rolcanlogin as may,
    array_remove(array[case when rolsuper then 'superuser' end, case when rolcreaterole then 'createrole' end,
      case when rolcreatedb then 'createdb' end, case when rolreplication then 'replication' end,
      case when rolbypassrls then 'bypassrls' end], null) as attributes,
    array(select g.rolname::text from pg_auth_members m join pg_roles g on g.oid = m.roleid
      where m.member = r.oid order by 1) as "memberOf"
  from pg_roles r where rolname = any(${names}::text[])`
  )

const beyond = ({ attributes, memberOf, name }: RoleRow): ReadonlyArray<Finding> => {
  const without = attributes.map((attribute) => `NO${attribute.toUpperCase()}`).join(" ")
  const alone = memberOf.map((group) => `REVOKE "${group}" FROM ${name};`).join(" ")
  return [
    ...(attributes.length === 0
      ? []
      : [
          fault(
            CHECK_NAME,
            `${name} is more than a login: ${attributes.join(", ")}.`,
            `As a superuser: ALTER ROLE ${name} ${without}; nothing of Pugmark needs it.`
          )
        ]),
    ...(memberOf.length === 0
      ? []
      : [
          fault(
            CHECK_NAME,
            `${name} may act as ${memberOf.join(", ")}.`,
            `As a superuser: ${alone} nothing of Pugmark needs it.`
          )
        ])
  ]
}

const refused = ({ may, name }: RoleRow, state: string, said: string): Finding =>
  fault(
    CHECK_NAME,
    `${name} is refused: ${said}`,
    !may || state === "28P01"
      ? `${START_REMEDY}: it sets the password again. Do so with what runs now, too.`
      : byPassword(name)
  )

const some = (lines: ReadonlyArray<string>) =>
  lines.slice(0, 5).join("; ") + (lines.length > 5 ? `; and ${lines.length - 5} more` : "")

/** Of what grants.sql gave, and what there is. */
const checkGrants = Effect.gen(function* () {
  const given = new Set(yield* storedRights),
    now = new Set(yield* currentRights)
  const more = [...now].filter((line) => !given.has(line)),
    fewer = [...given].filter((line) => !now.has(line))
  return [
    ...(more.length === 0
      ? []
      : [
          fault(
            CHECK_NAME,
            `Rights that nobody should have: ${some(more)}.`,
            `${START_REMEDY}: it takes them away.`
          )
        ]),
    ...(fewer.length === 0
      ? []
      : [fault(CHECK_NAME, `Rights are missing: ${some(fewer)}.`, `${START_REMEDY}: it gives them again.`)])
  ]
})

/** As the owner whose url it is. Nothing where the database has no logins yet: the schema is behind, then. */
export const checkRoles = Effect.fnUntraced(function* (owner: Redacted.Redacted) {
  const access = yield* storedAccess
  if (access === null) return []
  const nameFor = (role: LoginRole) => roleNameOf(role, access.suffix)
  const found = yield* rolesNamed(loginRoles.map(nameFor))
  const tried = yield* Effect.forEach(loginRoles, (role) =>
    Effect.gen(function* () {
      const row = found.find(({ name }) => name === nameFor(role))
      if (row === undefined) {
        return [
          fault(
            CHECK_NAME,
            `${nameFor(role)} is not in this server, as after a restore.`,
            `${START_REMEDY}: it makes the role, by this name.`
          )
        ]
      }
      const attempt = yield* tryLogin(loginUrl(owner, role, access))
      return [...(attempt._tag === "in" ? [] : [refused(row, attempt.state, attempt.said)]), ...beyond(row)]
    })
  )
  const findings = [...tried.flat(), ...(yield* checkGrants)]
  return findings.length > 0
    ? findings
    : [well(CHECK_NAME, `${loginRoles.length} logins, pugmark_…_${access.suffix}, each with its own rights`)]
})

/** Of an owner who may not make roles: no fault while it has all that it needs. */
export const checkMaker = (name: string, roles: ReadonlyArray<Finding>): ReadonlyArray<Finding> => {
  const fix =
    `As a superuser: ALTER ROLE "${name}" CREATEROLE; a start makes the roles that the parts of Pugmark ` +
    `log in as.`
  if (roles.length === 0 || roles.some(({ state }) => state === "fault")) {
    return [fault("Database user", `${name} may not make roles.`, fix)]
  }
  return [
    warning(
      "Database user",
      `${name} may not make roles; those of this database are there.`,
      `Nothing, until it is restored on another server. Then, ${fix[0]!.toLowerCase()}${fix.slice(1)}`
    )
  ]
}
