// `npm ci`, which an upgrade is, takes a lock file only that has every package that anything in it may need
// on any platform. npm writes one without those that its registry has not, so they are entered by hand: name,
// version and platform, but no checksum.
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"

interface Entry {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly optional?: boolean
  readonly os?: ReadonlyArray<string>
  readonly cpu?: ReadonlyArray<string>
  readonly libc?: ReadonlyArray<string>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const lock = JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8")) as {
  readonly packages: Readonly<Record<string, Entry>>
}
const entries = Object.entries(lock.packages)

/** Where Node would find a package that is asked for at `path`, as the lock file has it. */
const found = (path: string, name: string): Entry | undefined => {
  const own = lock.packages[`${path}${path === "" ? "" : "/"}node_modules/${name}`]
  return (
    own ??
    (path === "" ? undefined : found(path.slice(0, Math.max(path.lastIndexOf("/node_modules/"), 0)), name))
  )
}

describe("the lock file", () => {
  it("names every package that another asks for, of every platform: npm ci fails without", () => {
    const missing = entries.flatMap(([path, { dependencies, devDependencies, optionalDependencies }]) =>
      Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).flatMap(
        ([name, wanted]) => {
          const { version } = found(path, name) ?? {}
          const fits =
            version !== undefined && (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(wanted) || version === wanted)
          return fits ? [] : [`${name} ${wanted}, of ${path === "" ? "package.json" : path}`]
        }
      )
    )
    assert.deepStrictEqual(missing, [])
  })

  it("has a checksum of whatever is installed on every platform; what has none is a platform's own, which npm skips elsewhere", () => {
    const bare = entries.filter(([path, { integrity }]) => path !== "" && integrity === undefined)
    for (const [path, { cpu, optional, os, version }] of bare) {
      assert.isTrue(optional, path)
      assert.isNotEmpty(os ?? [], path)
      assert.isNotEmpty(cpu ?? [], path)
      assert.match(version ?? "", /^\d+\.\d+\.\d+$/, path)
    }
    const ours = bare.filter(
      ([, { cpu, libc = ["glibc"], os }]) =>
        os?.includes("linux") && cpu?.includes("x64") && libc.includes("glibc")
    )
    assert.deepStrictEqual(
      ours.map(([path]) => path),
      []
    )
  })

  it("names no registry, so that everybody's own is asked", () => {
    for (const [path, { resolved }] of entries) assert.isUndefined(resolved, path)
  })
})
