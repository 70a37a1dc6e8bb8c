// What `pugmark` says about itself, and how it takes a command line.
import { execFileSync, spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"
import { runCommand } from "../../src/cli/commands.ts"
import { kindsOfValues } from "../../src/cli/completions.ts"
import { pugmark } from "../../src/cli/grammar.ts"
import { listCommands } from "../../src/cli/help.ts"

const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url))

const run = async (...argv: ReadonlyArray<string>) => {
  const said: Array<string> = [],
    complaints: Array<string> = []
  const code = await runCommand(
    argv,
    {},
    {
      say: (line) => void said.push(line),
      complain: (line) => void complaints.push(line),
      progress: () => {}
    }
  )
  return { code, said: said.join("\n"), complaint: complaints.join("\n") }
}

const commands = listCommands(pugmark)

describe("pugmark", () => {
  it("lists its commands, with examples, when it is given no words or asked for help", async () => {
    assert.strictEqual(commands.length, 20)
    const { code, said } = await run()
    assert.strictEqual(code, 0)
    for (const { name, summary } of commands) {
      assert.isNotEmpty(summary)
      assert.include(said, `${name.padEnd(32)} ${summary}`)
    }
    assert.include(said, "./pugmark import movebank")
    for (const words of [["help"], ["--help"], ["-h"]])
      assert.deepStrictEqual(await run(...words), { code, said, complaint: "" })
  })

  it("explains a command, every option of it, however it is asked", async () => {
    const { said } = await run("help", "import", "csv")
    for (const option of [
      "--project SLUG",
      "--create-project NAME",
      "--dry-run",
      "--individual-column NAME",
      "--lat-column NAME",
      "--token TOKEN"
    ])
      assert.include(said, `  ${option}`)
    assert.deepStrictEqual(await run("import", "csv", "--help"), { code: 0, said, complaint: "" })
    assert.deepStrictEqual(await run("import", "csv", "a.csv", "-h"), { code: 0, said, complaint: "" })
    assert.notInclude((await run("help", "import", "movebank")).said, "--individual-column")
    const group = await run("help", "import")
    for (const { name, summary } of commands.filter((command) => command.name.startsWith("import ")))
      assert.match(group.said, new RegExp(`^ +${name.slice("import ".length)} +${summary}$`, "m"))
  })

  it("explains every command", async () => {
    for (const { name } of commands) {
      const { code, complaint, said } = await run("help", ...name.split(" "))
      assert.deepStrictEqual({ code, complaint }, { code: 0, complaint: "" })
      assert.include(said, `pugmark ${name} [flags]`)
    }
  })

  it("says which version it is", async () => {
    const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"))
    for (const word of ["--version", "-V"])
      assert.deepStrictEqual(await run(word), { code: 0, said: `pugmark ${version}`, complaint: "" })
  })

  it("names the command it does not know", async () => {
    const unknown = (name: string, perhaps = "") => ({
      code: 1,
      said: "",
      complaint: `there is no command "${name}"${perhaps}; pugmark help lists them`
    })
    assert.deepStrictEqual(await run("fly", "home", "--high"), unknown("fly"))
    assert.deepStrictEqual(
      await run("import", "movebnk"),
      unknown("import movebnk", "; did you mean movebank?")
    )
    assert.deepStrictEqual(await run("import"), unknown("import"))
    assert.deepStrictEqual(await run("help", "fly"), unknown("fly"))
    assert.deepStrictEqual(await run("import", "fly", "--help"), unknown("import fly"))
  })

  it("names the flag or the word that it cannot use", async () => {
    for (const [argv, complaint] of [
      [["import", "csv", "a.csv", "--projct", "p"], "Unknown option '--projct'; did you mean --project?"],
      [["import", "csv", "a.csv", "--no-dry-run"], /^Unknown option '--no-dry-run'/],
      [["import", "csv", "a.csv", "--project"], "--project needs a value: SLUG"],
      [["rules", "export", "extra", "--project", "p"], "extra is too much"],
      [["doctor", "please"], "please is too much"],
      [["analyse", "movement", "--fast", "--csv", "a", "--slow"], /'--fast'(.|\n)*'--slow'/]
    ] as const) {
      const answer = await run(...argv)
      assert.deepInclude(answer, { code: 1, said: "" })
      if (typeof complaint === "string") assert.strictEqual(answer.complaint, complaint)
      else assert.match(answer.complaint, complaint)
    }
  })

  it("takes the last of a flag that is given twice, and one that is glued to its value", async () => {
    const { complaint } = await run("import", "csv", "a.csv", "--project=p", "--from=-1", "--from", "never")
    assert.match(complaint, /^--from never is not a time/)
    assert.match(
      (await run("rules", "test", "a.json", "--json", "--json")).complaint,
      /^say what to test it with/
    )
  })
})

describe("completions", () => {
  it("are scripts of the shells, with every command and flag", async () => {
    const bash = await run("--completions", "bash")
    assert.deepInclude(bash, { code: 0, complaint: "" })
    assert.deepInclude(spawnSync("bash", ["-n"], { input: bash.said, encoding: "utf8" }), {
      status: 0,
      stderr: ""
    })
    for (const shell of ["bash", "zsh", "fish"]) {
      const { said } = await run("--completions", shell)
      for (const word of ["movebank", "issue-token", "doctor", "kde-grid", "create-project"])
        assert.include(said, word, shell)
    }
    assert.deepInclude(await run("--completions", "tcsh"), { code: 1, said: "" })
  })

  it("complete commands, flags, values and files as a person types them", async () => {
    const { said } = await run("--completions", "bash")
    const completed = (...words: ReadonlyArray<string>) =>
      execFileSync("bash", [
        "-c",
        `${said}
COMP_WORDS=(pugmark "$@"); COMP_CWORD=$#; COMP_LINE="pugmark $*"; COMP_POINT=\${#COMP_LINE}
_pugmark pugmark "\${COMP_WORDS[COMP_CWORD]}" "\${COMP_WORDS[COMP_CWORD-1]}"; printf '%s\\n' "\${COMPREPLY[@]}"`,
        "bash",
        ...words
      ])
        .toString()
        .trim()
        .split("\n")
        .map((word) => word.trim())
    assert.deepStrictEqual(completed("im"), ["import"])
    assert.sameMembers(completed("import", ""), ["movebank", "csv", "excel", "gpx", "kml", "geojson"])
    assert.include(completed("import", "csv", "--lat"), "--lat-column")
    assert.sameMembers(completed("import", "csv", "--time-format", "e"), ["epoch-s", "epoch-ms"])
    assert.deepStrictEqual(completed("analyse", "movement", "--csv", "package.j"), ["package.json"])
  })

  it("know only flags that there are", async () => {
    const { said } = await run("--completions", "fish")
    for (const name of Object.keys(kindsOfValues)) assert.match(said, new RegExp(`-l '?${name}'?\\b`))
  })

  it("goes on to its end when nobody reads it any more: `pugmark … | head`", () => {
    const { status, stderr } = spawnSync(
      "bash",
      ["-o", "pipefail", "-c", '"$0" "$1" help | true', process.execPath, MAIN],
      { encoding: "utf8" }
    )
    assert.deepStrictEqual([status, stderr], [0, ""])
  })
})

describe("a command that is not asked for", () => {
  it("is not loaded", () => {
    const hook = `import { registerHooks } from "node:module"
      registerHooks({ load: (url, context, next) => (process.stderr.write(url + "\\n"), next(url, context)) })`
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      ["--import", `data:text/javascript,${encodeURIComponent(hook)}`, MAIN, "--help"],
      { encoding: "utf8" }
    )
    assert.strictEqual(status, 0)
    assert.include(stdout, "import movebank")
    const loaded = stderr
      .split("\n")
      .filter((url) => url.includes("/src/") && !url.includes("/node_modules/"))
    assert.isNotEmpty(loaded)
    for (const room of ["api", "client", "engine", "store", "postgres", "runner", "testing"])
      assert.notInclude(loaded.join("\n"), `/src/${room}/`)
    for (const work of ["importTable.ts", "analyseFile.ts", "testRule.ts", "createUser.ts", "doctor.ts"])
      assert.notInclude(loaded.join("\n"), `/${work}`)
  })
})
