/** What was typed into a field of a form; empty: there is no such field. */
export const formText = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === "string" ? value : ""
}
