// How the guide looks: plain, light and dark as the reader's system is, one column on a phone.

export const STYLE = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#1d2320, #e3e8e4);
  --quiet: light-dark(#5b655f, #9aa69f);
  --paper: light-dark(#ffffff, #141816);
  --shade: light-dark(#f3f5f2, #1e2421);
  --line: light-dark(#d9dfda, #343d38);
  --link: light-dark(#17643f, #7fd1a4);
  --found: light-dark(#ffe9a8, #6a5310);
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100% }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif }
a { color: var(--link); text-underline-offset: 0.15em }
header { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; align-items: center; padding: 0.75rem 1.25rem;
  border-bottom: 1px solid var(--line) }
header > a { font-weight: 600; text-decoration: none }
form { display: flex; gap: 0.5rem; flex: 1 1 14rem; max-width: 32rem }
input { flex: 1; min-width: 0; padding: 0.4rem 0.6rem; font: inherit; color: inherit; background: var(--shade);
  border: 1px solid var(--line); border-radius: 0.35rem }
button { padding: 0.4rem 0.9rem; font: inherit; color: inherit; background: var(--shade);
  border: 1px solid var(--line); border-radius: 0.35rem; cursor: pointer }
main { padding: 0.5rem 1.25rem 3rem; min-width: 0 }
nav { padding: 1rem 1.25rem 3rem; border-top: 1px solid var(--line); font-size: 0.925rem }
nav p { margin: 1rem 0 0.25rem; color: var(--quiet) }
nav ul { margin: 0; padding: 0; list-style: none }
nav ul ul { padding-left: 1rem }
nav li { padding: 0.1rem 0 }
nav a { text-decoration: none }
nav a[aria-current] { font-weight: 600; color: inherit }
h1, h2, h3 { line-height: 1.25; margin: 2rem 0 0.75rem }
h1 { font-size: 1.75rem; margin-top: 1.25rem }
h2 { font-size: 1.3rem }
h3 { font-size: 1.1rem }
p, ul, ol, pre, .wide { margin: 0 0 1rem; max-width: 75ch }
.anchor { color: var(--quiet); font-weight: 400; text-decoration: none; opacity: 0 }
h1:hover .anchor, h2:hover .anchor, h3:hover .anchor, .anchor:focus { opacity: 1 }
code { font: 0.875em/1.5 ui-monospace, monospace; background: var(--shade); padding: 0.1em 0.3em;
  border-radius: 0.25rem; overflow-wrap: anywhere }
pre { overflow-x: auto; max-width: none; padding: 0.75rem 1rem; background: var(--shade);
  border: 1px solid var(--line); border-radius: 0.35rem }
pre code { padding: 0; background: none; overflow-wrap: normal }
.wide { overflow-x: auto; max-width: none }
table { border-collapse: collapse; font-size: 0.925rem }
th, td { padding: 0.4rem 0.75rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line) }
td { min-width: 8rem }
td:first-child code { overflow-wrap: normal }
mark { color: inherit; background: var(--found); border-radius: 0.2rem }
.hit { margin-bottom: 1.25rem }
.hit p { margin: 0.2rem 0 0; color: var(--quiet) }
@media (min-width: 56rem) {
  body { display: grid; grid-template-columns: 17rem minmax(0, 1fr); grid-template-rows: auto 1fr }
  header { grid-column: 1 / 3 }
  header .pages { display: none }
  nav { grid-column: 1; grid-row: 2; border-top: 0; border-right: 1px solid var(--line) }
  main { grid-column: 2; grid-row: 2; padding-inline: 2.5rem; max-width: 68rem }
}
@media print { header, nav, .anchor { display: none } }
`
