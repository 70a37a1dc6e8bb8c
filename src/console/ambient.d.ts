// Types of the imports that Vite resolves and TypeScript does not know.
declare module "*.css" {
  const classes: Readonly<Record<string, string>>
  export default classes
}
/** A worker in a file of its own; the import is its address. */
declare module "*?worker&url" {
  const address: string
  export default address
}
/** A file that is fetched when needed; the import is its address. */
declare module "*?url" {
  const address: string
  export default address
}
