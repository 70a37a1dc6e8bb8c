/** formText returns the text of a form field; empty where there is no such field. */
export const formText = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === "string" ? value : ""
}
