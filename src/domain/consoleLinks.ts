// Addresses of pages of the console, for people to follow from a message or from an answer of a model.

/** Pages of one project; `base` is the public address of the service. */
export const linksIn = (base: string, slug: string) => {
  const at = (path: string) => `${base}/p/${encodeURIComponent(slug)}/${path}`
  return {
    project: at("live"),
    /** the inbox with the alert chosen: what can be done about it is one click away */
    alert: (id: string) => at(`alerts?sel=${id}`),
    entity: (id: string) => at(`animals/${id}`),
    whyNot: (id: string) => at(`animals/${id}/why`),
    event: (id: string) => at(`events/${id}`),
    rule: (id: string) => at(`rules/${id}`),
    trace: (id: string) => at(`operate/traces/${id}`),
    metrics: at("operate/metrics")
  }
}
/** Links are the addresses of the pages of one project. */
export type Links = ReturnType<typeof linksIn>
