// What Vite makes of imports that are no TypeScript.
declare module "*.css" {
  const classes: Readonly<Record<string, string>>
  export default classes
}
/** A worker as a file of its own: what is imported is its address. */
declare module "*?worker&url" {
  const address: string
  export default address
}
/** Any file that is fetched when it is needed: what is imported is its address. */
declare module "*?url" {
  const address: string
  export default address
}
