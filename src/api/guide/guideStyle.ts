// The style sheet of the guide: colours and shapes of the console, light and dark by the system's setting.
// One column with closed menus on a phone; pages to the left and headings to the right, always open, on a
// wide screen (`::details-content`; browsers without it show the menus as on a phone).

const COLOUR_STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f1eee5, #0d1210);
  --paper: light-dark(#fffefb, #161d1a);
  --shade: light-dark(#f8f6f0, #1b2420);
  --line: light-dark(#e3ded1, #2a3530);
  --ink: light-dark(#18211d, #ece9df);
  --ink2: light-dark(#545d56, #aab3ab);
  --ink3: light-dark(#6b7269, #87928a);
  --brand: light-dark(#17604d, #6fcaa6);
  --tint: light-dark(#e3eee8, #1c2e27);
  --found: light-dark(#faefd8, #4a390e);
  --shadow: light-dark(rgb(24 33 29 / 0.16), rgb(0 0 0 / 0.6));
  --sans: "IBM Plex Sans Variable", "IBM Plex Sans", system-ui, sans-serif;
  --mono: "IBM Plex Mono", ui-monospace, monospace;
}`

const FRAME_STYLE = `
* { box-sizing: border-box }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 var(--sans) }
a { color: var(--brand); text-underline-offset: 0.2em; text-decoration-thickness: 1px }
a, h1, h2, h3 { overflow-wrap: anywhere }
:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px; border-radius: 0.25rem }
main:focus { outline: none }
.skip { position: absolute; left: 1rem; top: -4rem; padding: 0.4rem 0.8rem; background: var(--paper); z-index: 2 }
.skip:focus { top: 0.6rem }
header { display: flex; flex-wrap: wrap; gap: 0.6rem 1rem; align-items: center; padding: 0.7rem 1.25rem;
  border-bottom: 1px solid var(--line); background: var(--paper) }
header a { text-decoration: none; font-weight: 600 }
.home { display: flex; gap: 0.6rem; align-items: center; color: var(--ink) }
.home span { color: var(--ink3); font-weight: 400 }
.home rect { fill: var(--brand) }
.home path { fill: none; stroke: var(--paper); stroke-width: 1.7; stroke-linecap: round }
.home circle { fill: var(--paper) }
.api { margin-left: auto }
form { display: flex; gap: 0.5rem; order: 1; flex: 1 0 100% }
input, button { height: 2.4rem; font: inherit; font-size: 0.95rem; color: inherit; border: 1px solid var(--line);
  border-radius: 0.45rem }
input { flex: 1; min-width: 0; padding: 0 0.7rem; background: var(--shade) }
input::placeholder { color: var(--ink3); opacity: 1 }
button { padding: 0 0.9rem; background: var(--paper); font-weight: 550; cursor: pointer }
summary { padding: 0.6rem 1.25rem; color: var(--ink2); font-size: 0.925rem; font-weight: 550; cursor: pointer }
details { border-bottom: 1px solid var(--line); font-size: 0.925rem; line-height: 1.4 }
details nav { padding: 0 1.25rem 1rem }
details p { margin: 0.9rem 0 0.2rem 0.6rem; color: var(--ink3); font-size: 0.85rem }
details ul { margin: 0; padding: 0; list-style: none }
details li a { display: block; padding: 0.35rem 0.6rem; border-radius: 0.45rem; color: var(--ink2);
  text-decoration: none }
details li a:hover { color: var(--ink); background: var(--shade) }
details a[aria-current] { color: var(--brand); background: var(--tint); font-weight: 600 }
main { padding: 1.25rem 1.25rem 3rem; min-width: 0 }`

const TEXT_STYLE = `
h1, h2, h3 { line-height: 1.25; margin: 2.25rem 0 0.75rem; font-weight: 640; letter-spacing: -0.01em;
  text-wrap: balance }
h1 { font-size: 1.85rem; margin-top: 0; letter-spacing: -0.02em }
h2 { font-size: 1.3rem }
h3 { font-size: 1.1rem }
p, ul, ol, pre, .wide { margin: 0 0 1rem; max-width: 44rem }
p { text-wrap: pretty }
main li + li { margin-top: 0.3rem }
main > .group { margin: 0 0 0.3rem; color: var(--ink3); font-size: 0.925rem }
.anchor { color: var(--ink3); font-weight: 400; text-decoration: none; opacity: 0 }
:is(h1, h2, h3):is(:hover, :target) .anchor, .anchor:focus { opacity: 1 }
code { font: 0.875em/1.5 var(--mono); background: var(--shade); padding: 0.1em 0.3em; border-radius: 0.25rem;
  box-shadow: inset 0 0 0 1px var(--line); overflow-wrap: anywhere }
pre, .wide { overflow-x: auto; max-width: none; --back: var(--shade);
  background: linear-gradient(to right, var(--back) 30%, transparent) left / 2.5rem 100% no-repeat local,
    linear-gradient(to left, var(--back) 30%, transparent) right / 2.5rem 100% no-repeat local,
    linear-gradient(to right, var(--shadow), transparent) left / 0.7rem 100% no-repeat scroll,
    linear-gradient(to left, var(--shadow), transparent) right / 0.7rem 100% no-repeat scroll, var(--back) }
pre { padding: 0.8rem 1rem; border: 1px solid var(--line); border-radius: 0.6rem; line-height: 1.5; tab-size: 2 }
pre code { padding: 0; background: none; box-shadow: none; font-size: 0.825rem; overflow-wrap: normal }
pre:has(> .language-json) { --back: var(--paper) }
.comment { color: var(--ink3) }
.wide { --back: var(--paper) }
table { border-collapse: collapse; font-size: 0.925rem; line-height: 1.5 }
th, td { padding: 0.45rem 1rem 0.45rem 0; text-align: left; vertical-align: top; font-weight: inherit;
  border-bottom: 1px solid var(--line) }
thead th { color: var(--ink3); font-size: 0.85rem; font-weight: 550 }
th[scope=row] { min-width: 6rem; max-width: 19rem }
th[scope=row] code, thead code { overflow-wrap: normal }
mark { color: inherit; background: var(--found); border-radius: 0.2rem; padding: 0 0.1em; margin: 0 -0.1em }
.groups ul { padding: 0; list-style: none }
.groups li { padding: 0.5rem 0; margin: 0; border-top: 1px solid var(--line); color: var(--ink2) }
.groups li a { font-weight: 550 }
.groups h2 { margin-top: 1rem; font-size: 1.1rem }
.count { color: var(--ink2) }
.hits { padding: 0; list-style: none }
.hits li { padding: 0.8rem 0; margin: 0; border-top: 1px solid var(--line) }
.hits a { font-weight: 600; text-decoration: none }
.hits a:hover { text-decoration: underline }
.hits span { margin-left: 0.4rem; color: var(--ink3); font-size: 0.85rem }
.hits p { margin: 0.2rem 0 0; color: var(--ink2); font-size: 0.95rem; overflow-wrap: anywhere }
.turn { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 3rem }
.turn a { flex: 1 1 12rem; max-width: 50%; padding: 0.6rem 0.9rem; border: 1px solid var(--line);
  border-radius: 0.6rem; font-weight: 550; text-decoration: none }
.turn a:hover { background: var(--shade) }
.turn a[rel=next] { margin-left: auto; text-align: right }
.turn span { display: block; color: var(--ink3); font-size: 0.85rem; font-weight: 400 }`

const NARROW_STYLE = `
@media (max-width: 39.99rem) {
  .stacked :is(table, tbody, tr, th, td) { display: block; border: 0; padding: 0; max-width: none }
  .stacked :is(thead, td:empty) { display: none }
  .stacked tr { padding: 0.7rem 0; border-bottom: 1px solid var(--line) }
  .stacked th { font-weight: 600 }
  .stacked [data-label]::before { content: attr(data-label) ": "; color: var(--ink3) }
  .turn a { max-width: none }
}`

const WIDE_STYLE = `
@media (min-width: 48rem) {
  form { order: 0; flex: 0 1 26rem; margin-left: auto }
  .api { margin-left: 0 }
}
@media (min-width: 60rem) {
  html { scroll-padding-top: 5rem }
  body { display: grid; grid-template: auto auto 1fr / 15.5rem minmax(0, 1fr) }
  header { grid-area: 1 / 1 / 2 / -1; position: sticky; top: 0; z-index: 1; height: 3.75rem; flex-wrap: nowrap }
  .pages { grid-area: 2 / 1 / 4 / 2; position: sticky; top: 3.75rem; height: calc(100vh - 3.75rem);
    overflow-y: auto; border: 0; border-right: 1px solid var(--line) }
  .pages summary { display: none }
  .pages::details-content { content-visibility: visible; display: block }
  .pages nav { padding: 0.4rem 0.65rem 2rem }
  details li a { padding-block: 0.2rem }
  details p { margin-top: 0.75rem }
  .headings { grid-area: 2 / 2 }
  .headings :is(summary, nav) { padding-inline: 2.5rem }
  main { grid-area: 3 / 2; padding: 1.75rem 2.5rem 4rem; max-width: 62rem }
  .groups { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem 2.5rem }
}
@media (min-width: 78rem) {
  body:has(.headings) { grid-template-columns: 15.5rem minmax(0, 1fr) 14rem }
  .headings { grid-area: 2 / 3 / 4 / 4; align-self: start; position: sticky; top: 3.75rem;
    max-height: calc(100vh - 3.75rem); overflow-y: auto; border: 0; font-size: 0.85rem }
  .headings summary { padding: 2.2rem 1rem 0.3rem 0.6rem; pointer-events: none; list-style: none;
    color: var(--ink3) }
  .headings::details-content { content-visibility: visible; display: block }
  .headings nav { padding: 0 1rem 2rem 0 }
}`

const PRINT_STYLE = `
@media print {
  :root { color-scheme: light }
  html { font-size: 10pt }
  body { display: block }
  header, details, .skip, .anchor, .turn { display: none }
  main { max-width: none; padding: 0 }
  pre, .wide { background: none; overflow: visible }
  pre code { white-space: pre-wrap; overflow-wrap: anywhere }
  h1, h2, h3 { break-after: avoid }
  tr, pre { break-inside: avoid }
}
`

/** `GUIDE_STYLE` is the whole style sheet. */
export const GUIDE_STYLE = [
  COLOUR_STYLE,
  FRAME_STYLE,
  TEXT_STYLE,
  NARROW_STYLE,
  WIDE_STYLE,
  PRINT_STYLE
].join("\n")
