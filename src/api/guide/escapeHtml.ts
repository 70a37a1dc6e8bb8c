// Text as HTML.

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}
const characters = new Map(Object.entries(entities).map(([character, entity]) => [entity, character]))

/** Text as HTML, in elements and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (found) => entities[found]!)

/** What a reader sees of HTML, in one line. Elements within a line part no words; all others do. */
export const textOf = (html: string): string =>
  html
    .replace(/<\/?(?:a|code|del|em|span|strong|wbr)\b[^>]*>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => characters.get(entity)!)
    .replace(/\s+/g, " ")
    .trim()
