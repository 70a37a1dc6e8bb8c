// The commands for administrators without a browser: they let people and programs in over HTTP, and say
// secrets once.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { runCommand } from "../../../src/cli/commands.ts"
import type { Screen } from "../../../src/cli/Screen.ts"
import { logIn, makePerson, tokenFor } from "../../support/http/people.ts"
import { ADMIN_TOKEN, serve, TestServer } from "../../support/http/server.ts"
import { expectStatus, makeProject } from "../../support/http/tracking.ts"

const MAIN = fileURLToPath(new URL("../../../src/main.ts", import.meta.url))

const run = Effect.fnUntraced(function* (argv: ReadonlyArray<string>, token = ADMIN_TOKEN) {
  const { url } = yield* TestServer
  const said: Array<string> = [],
    complaints: Array<string> = []
  const screen: Screen["Service"] = {
    say: (line) => void said.push(line),
    complain: (line) => void complaints.push(line),
    progress: () => undefined
  }
  const code = yield* Effect.promise(() =>
    runCommand(["admin", ...argv], { PUGMARK_URL: url, PUGMARK_TOKEN: token }, screen)
  )
  return { code, said: said.join("\n"), complaint: complaints.join("\n") }
})

/** As a person runs it, with something on standard input. */
const piped = Effect.fnUntraced(function* (argv: ReadonlyArray<string>, input: string) {
  const { url } = yield* TestServer
  return yield* Effect.callback<string>((resume) => {
    const child = execFile(
      process.execPath,
      [MAIN, "admin", ...argv],
      { env: { ...process.env, PUGMARK_URL: url, PUGMARK_TOKEN: ADMIN_TOKEN } },
      (_, stdout, stderr) => resume(Effect.succeed(stdout + stderr))
    )
    child.stdin!.end(input)
  })
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("pugmark admin", (it) => {
  it.effect("create-user makes a user with a password that is said once, and with which they log in", () =>
    Effect.gen(function* () {
      const { code, said } = yield* run(["create-user", "Ines@Example.org", "--name", "Ines"])
      assert.strictEqual(code, 0)
      const password = /can log in with (\S+) {2}\(shown once\)$/.exec(said)?.[1]
      assert.deepInclude((yield* logIn("ines@example.org", password)).body, {
        name: "Ines",
        server_admin: false
      })
      assert.match(
        (yield* run(["create-user", "ines@example.org"])).complaint,
        /another user has this e-mail address/i
      )
      assert.match((yield* run(["create-user", "not an address"])).complaint, /one e-mail address/)
      assert.match(
        (yield* run(["create-user", "a@b", "--colour", "red"])).complaint,
        /Unknown option '--colour'/
      )
    })
  )

  it.effect("create-user and reset-password take a password from standard input", () =>
    Effect.gen(function* () {
      assert.include(
        yield* piped(
          ["create-user", "otto@example.org", "--server-admin", "--password-stdin"],
          "milk and honey\n"
        ),
        "otto@example.org can log in"
      )
      assert.deepInclude((yield* logIn("otto@example.org", "milk and honey")).body, { server_admin: true })
      assert.include(
        yield* piped(["reset-password", "otto@example.org", "--password-stdin"], "short\n"),
        "password:"
      )
      assert.include(
        yield* piped(["reset-password", "otto@example.org", "--password-stdin"], "bread and butter\n"),
        "new password"
      )
      assert.deepStrictEqual(
        [
          (yield* logIn("otto@example.org", "milk and honey")).status,
          (yield* logIn("otto@example.org", "bread and butter")).status
        ],
        [401, 200]
      )
    })
  )

  it.effect("reset-password says the password it made", () =>
    Effect.gen(function* () {
      const { email } = yield* makePerson()
      const password = /with (\S+) {2}\(shown once\)/.exec((yield* run(["reset-password", email])).said)?.[1]
      assert.strictEqual((yield* logIn(email, password)).status, 200)
      assert.match(
        (yield* run(["reset-password", "nobody@example.org"])).complaint,
        /there is no user nobody@example.org/
      )
    })
  )

  it.effect("issue-token prints a token and nothing else; it carries what was asked for", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const project = yield* makeProject()
      assert.strictEqual(
        (yield* run(["create-user", "robot@example.org", "--no-password", "--server-admin"])).said,
        "robot@example.org is a user"
      )
      const { said: token } = yield* run([
        "issue-token",
        "robot@example.org",
        "--name",
        "Map",
        "--scope",
        "project:read",
        "--scope",
        "traces:read",
        "--project",
        project.slug,
        "--days",
        "30"
      ])
      assert.match(token, /^pug_[\w-]{43}$/)
      const {
        items: [shown]
      } = (yield* send("GET", "/auth/tokens?everybody=true&limit=1")).body
      assert.deepInclude(shown, {
        name: "Map",
        scopes: ["project:read", "traces:read"],
        project_ids: [project.id]
      })
      assert.approximately(
        Date.parse(shown.expires_at) - Date.parse(shown.created_at),
        30 * 86_400_000,
        60_000
      )
      assert.strictEqual((yield* send("GET", `/projects/${project.id}`, { token })).status, 200)
      for (const [argv, complaint] of [
        [["robot@example.org", "--scope", "project:read"], /--name/],
        [["robot@example.org", "--name", "x"], /--scope KEY/],
        [["robot@example.org", "--name", "x", "--scope", "everything"], /project:read traces:read/],
        [
          ["robot@example.org", "--name", "x", "--scope", "project:read", "--project", "nowhere"],
          /no project nowhere/
        ],
        [["robot@example.org", "--name", "x", "--scope", "project:read", "--days", "0"], /--days/]
      ] as const) {
        assert.match((yield* run(["issue-token", ...argv])).complaint, complaint)
      }
    })
  )

  it.effect("list-users lists everybody, on as many pages as there are", () =>
    Effect.gen(function* () {
      const { id } = yield* makePerson({ name: "Gone" })
      yield* expectStatus(200, "PATCH", `/users/${id}`, { enabled: false })
      const { said } = yield* run(["list-users"])
      assert.match(said, /^admin@example\.org +\d{4}-\d\d-\d\d {2}server admin {2}Administrator$/m)
      assert.match(said, /disabled +Gone$/m)
    })
  )

  it.effect("add-member gives somebody a role in a project, and list-members tells who has which", () =>
    Effect.gen(function* () {
      const project = yield* makeProject({ name: "North range" })
      const person = yield* makePerson({ name: "Ines" })
      const { code, said } = yield* run([
        "add-member",
        "--project",
        project.slug,
        "--email",
        person.email,
        "--role",
        "operator"
      ])
      assert.deepStrictEqual([code, said], [0, `${person.email} is operator in North range`])
      const other = yield* makePerson()
      yield* run(["add-member", "--project", project.id, "--email", other.email, "--role", "viewer"])
      yield* expectStatus(200, "PATCH", `/projects/${project.id}/members/${other.id}`, { scope: {} })
      yield* expectStatus(200, "PATCH", `/users/${other.id}`, { enabled: false })
      const listed = (yield* run(["list-members", "--project", project.slug])).said
        .split("\n")
        .map((line) => line.split(/ {2,}/))
      assert.deepStrictEqual(listed, [
        [other.email, "viewer", "nothing", "(disabled)"],
        [person.email, "operator", "the whole project", "Ines"]
      ])
      for (const [argv, complaint] of [
        [["add-member", "--project", project.slug, "--email", person.email], /--role/],
        [["add-member", "--project", project.slug, "--role", "viewer"], /one e-mail address/],
        [["add-member", "--email", person.email, "--role", "viewer"], /--project SLUG/],
        [
          ["add-member", "--project", "nowhere", "--email", person.email, "--role", "viewer"],
          /no project nowhere/
        ],
        [
          ["add-member", "--project", project.slug, "--email", person.email, "--role", "king"],
          /no such role/
        ],
        [
          ["add-member", "--project", project.slug, "--email", "nobody@example.org", "--role", "viewer"],
          /no such user/
        ],
        [["list-members"], /--project SLUG/]
      ] as const) {
        const failed = yield* run(argv)
        assert.strictEqual(failed.code, 1)
        assert.match(failed.complaint, complaint)
      }
    })
  )

  it.effect("is for server admins", () =>
    Effect.gen(function* () {
      const token = yield* tokenFor(yield* makePerson(), ["project:read"])
      for (const argv of [["list-users"], ["create-user", "x@example.org"]]) {
        const { code, complaint } = yield* run(argv, token)
        assert.strictEqual(code, 1)
        assert.match(complaint, /server_admin/)
      }
      assert.match((yield* run(["list-users"], "pug_x")).complaint, /does not know this token/)
    })
  )
})
