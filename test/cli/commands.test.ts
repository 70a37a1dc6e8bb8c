// What `pugmark` says about itself.
import { readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { commands, runCommand } from "../../src/cli/commands.ts"

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

describe("pugmark", () => {
  it("lists its commands, with examples, when it is given no words or asked for help", async () => {
    const { code, said } = await run()
    assert.strictEqual(code, 0)
    for (const { name, summary } of commands) assert.include(said, `${name.padEnd(32)} ${summary}`)
    assert.include(said, "npx pugmark import movebank")
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
    assert.include((await run("help", "import")).said, said)
  })

  it("says which version it is", async () => {
    const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"))
    for (const word of ["--version", "-V"])
      assert.deepStrictEqual(await run(word), { code: 0, said: `pugmark ${version}`, complaint: "" })
  })

  it("names the command it does not know", async () => {
    assert.deepStrictEqual(await run("fly", "home"), {
      code: 1,
      said: "",
      complaint: `there is no command "fly home"; pugmark help lists them`
    })
    assert.strictEqual((await run("help", "fly")).code, 1)
  })
})
