/** The address of a page's Markdown twin: /a/b → /a/b.md, / → /index.md. */
export function twinOf(pathname) {
  const path = pathname.replace(/(index)?(\.html)?\/*$/, '')
  return path === '' ? '/index.md' : `${path}.md`
}
