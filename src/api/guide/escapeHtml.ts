// Escapes text for HTML, and extracts text from HTML.

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}
const characters = new Map(Object.entries(entities).map(([character, entity]) => [entity, character]))

/** Escapes text for elements and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (found) => entities[found]!)

/** Returns the visible text of HTML in one line. Inline elements do not separate words; block elements do. */
export const textOf = (html: string): string =>
  html
    .replace(/<\/?(?:a|code|del|em|span|strong|wbr)\b[^>]*>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => characters.get(entity)!)
    .replace(/\s+/g, " ")
    .trim()
