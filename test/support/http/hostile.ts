// Bodies that no sender would send, made of one that is good: cut off anywhere, and each member, at every
// depth, replaced by what is wrong there. As text, because some of it is no JSON, and some of it no value of
// this language.

/** What stands in a member's place. */
export const wrongs: ReadonlyArray<string> = [
  "null",
  "true",
  "0",
  "-1",
  "1e308",
  "1e999",
  "NaN",
  '""',
  '"x"',
  '"NaN"',
  '"Infinity"',
  "[]",
  "[[]]",
  "{}",
  '{"latitude":{}}',
  '"\\u0000"',
  '"\\ud800"',
  `"${"9".repeat(5000)}"`,
  '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
  "[".repeat(40) + "]".repeat(40),
  '{"a":'.repeat(20) + "1" + "}".repeat(20)
]

const HERE = "\u0001here"

/** The value with each of its members, one at a time, replaced. */
function* marked(value: unknown): Generator {
  yield HERE
  if (typeof value !== "object" || value === null) return
  for (const [name, member] of Object.entries(value)) {
    for (const mutated of marked(member))
      yield Array.isArray(value) ? value.with(Number(name), mutated) : { ...value, [name]: mutated }
  }
}

export const mutations = (body: unknown): ReadonlyArray<string> =>
  [...marked(body)].flatMap((mutated) => {
    const text = JSON.stringify(mutated)
    return wrongs.map((wrong) => text.replace(JSON.stringify(HERE), () => wrong))
  })

export const cuts = (text: string): ReadonlyArray<string> =>
  Array.from({ length: text.length }, (_, end) => text.slice(0, end))

/**
 * So many of them, spread over all; which ones differs with the number of all, so that the same kind is not
 * hit again and again.
 */
export const some = <A>(all: ReadonlyArray<A>, count: number): ReadonlyArray<A> =>
  all.length <= count
    ? all
    : Array.from(
        { length: count },
        (_, i) => all[Math.floor(((i + ((i * 0.618) % 1)) * all.length) / (count + 1))]!
      )
