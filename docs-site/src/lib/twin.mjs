/** Where the Markdown twin of a page is: /a/b → /a/b.md, / → /index.md. */
export function twinOf(pathname) {
  const path = pathname.replace(/(index)?(\.html)?\/*$/, '')
  return path === '' ? '/index.md' : `${path}.md`
}
