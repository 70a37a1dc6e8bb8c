// Whether two lock files ask for the same packages at run time.

interface LockFile {
  readonly packages?: Readonly<
    Record<string, { readonly version?: string; readonly integrity?: string; readonly dev?: boolean }>
  >
}

/** Returns the packages by place; those that only development needs and the project itself are left out. */
const packagesOf = (text: string): ReadonlyMap<string, string> => {
  const { packages = {} } = JSON.parse(text) as LockFile // package-lock.json of npm, version 3
  return new Map(
    Object.entries(packages)
      .filter(([path, { dev }]) => path !== "" && dev !== true)
      .map(([path, { integrity, version }]) => [path, `${version} ${integrity}`])
  )
}

/** Tells whether two texts of package-lock.json have the same packages but for those of development. */
export const haveSamePackages = (first: string, second: string): boolean => {
  const [a, b] = [packagesOf(first), packagesOf(second)]
  return a.size === b.size && [...a].every(([path, is]) => b.get(path) === is)
}
