import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { MIGRATIONS_FOLDER } from "../../../src/store/sql/Migrations.ts"
import { splitSql } from "../../../src/store/sql/splitSql.ts"

describe("splitSql", () => {
  it("cuts at semicolons and drops them", () => {
    assert.deepStrictEqual(splitSql("select 1; select 2 ;\nselect 3"), ["select 1", "select 2", "select 3"])
  })

  it("gives nothing for space, comments and stray semicolons", () => {
    assert.deepStrictEqual(splitSql("; -- one\n ;; /* two */ ; \n"), [])
  })

  it("drops comments before a statement and after it, and keeps those inside", () => {
    assert.deepStrictEqual(splitSql("-- why; this\nselect /* a;b */ 1 -- done;\n; /* end */"), [
      "select /* a;b */ 1"
    ])
  })

  const hiding = [
    "select 'a;b'",
    "select 'it''s; here'",
    "select e'it\\'s; here'",
    "select E'\\\\' ",
    'select "a;""b" from t',
    "select $$ a; b $$",
    "select $fn$ $$ ; $$ ; $fn$",
    "do $body$ begin perform 1; end $body$",
    "select /* one /* two; */ still; */ 1",
    "select a$b$c, $1",
    "select 1 -- not; here\n + 1",
    "select U&'d\\0061t;a'"
  ]
  for (const statement of hiding) {
    it(`sees no end inside ${JSON.stringify(statement)}`, () => {
      assert.deepStrictEqual(splitSql(`${statement}; select 2`), [statement.trim(), "select 2"])
    })
  }

  it("takes a backslash for itself in an ordinary string", () => {
    assert.deepStrictEqual(splitSql("select '\\'; select 2"), ["select '\\'", "select 2"])
  })

  for (const open of [
    "select 'a; select 2;",
    "select e'a; \\",
    'select "a; b',
    "do $$ a; b",
    "select 1 /* a; /* b */ ;"
  ]) {
    it(`leaves it to the server to complain about ${JSON.stringify(open)}`, () => {
      assert.lengthOf(splitSql(open), 1)
    })
  }

  it("reads a megabyte in one string", () => {
    const long = `select '${"x;".repeat(500_000)}'`
    assert.deepStrictEqual(splitSql(`${long};`), [long])
  })

  it("finds every statement of the product's own files", () => {
    const text = readFileSync(`${MIGRATIONS_FOLDER}/0001_access.sql`, "utf8")
    const statements = splitSql(text)
    assert.isAbove(statements.length, 3)
    for (const statement of statements)
      assert.match(statement, /^(create|alter|grant|revoke|insert|do|comment)\b/)
  })
})
