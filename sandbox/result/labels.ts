// What subjects and areas are called where each needs a name of its own: the bars of a chart, the lines of
// its key.

/** Names by id; of several with one name the second and those after it get a number. */
export const labelsOf = (
  named: ReadonlyArray<{ readonly id: string; readonly name: string }>
): ReadonlyMap<string, string> => {
  const taken = new Set(named.map(({ name }) => name)),
    seen = new Set<string>()
  return new Map(
    named.map(({ id, name }) => {
      let label = name
      for (let n = 2; seen.has(label) || (label !== name && taken.has(label)); n++) label = `${name} (${n})`
      seen.add(label)
      return [id, label]
    })
  )
}
