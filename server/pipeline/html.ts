/** Helpers of all HTML pages of the service: escaping, and a style with a light and a dark mode. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export const pageStyle = `
:root { color-scheme: light dark; --ink: #1c1e21; --soft: #5a6069; --line: #d9dde2; --paper: #fff; --code: #f4f5f7; --link: #0b57a4 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e7e9ec; --soft: #a4abb5; --line: #363b42; --paper: #15171a; --code: #1f2226; --link: #82b8ff }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere }
h1 { font-size: 1.7rem; line-height: 1.25 } h2 { font-size: 1.25rem; margin-top: 2.5rem }
h3 { font-size: 1.05rem; margin: 2rem 0 .25rem; overflow-wrap: anywhere }
section { scroll-margin-top: 1rem; border-top: 1px solid var(--line); padding-top: .25rem }
section:target h3 { text-decoration: underline; text-decoration-thickness: 2px; text-underline-offset: .3em }
a { color: var(--link) } p, dl { margin: .5rem 0 }
dt { font-weight: 600; color: var(--soft); font-size: .9rem; margin-top: .5rem } dd { margin: 0 }
code, pre { font-family: ui-monospace, monospace; font-size: .9em }
pre { background: var(--code); padding: .75rem; border-radius: .4rem; overflow-x: auto }
nav ul { columns: 2 14rem; padding-left: 1.1rem } nav li { break-inside: avoid; overflow-wrap: anywhere }
`
