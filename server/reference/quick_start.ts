/** The quick start if no docs site is built: rendered from the same Markdown in the plain layout. */
import { readFileSync } from 'node:fs'
import { marked } from 'marked'
import { escapeHtml, htmlPage } from './html.ts'

const source = new URL('../../docs-site/src/content/docs/quick-start.md', import.meta.url)

/** Pages that exist without the docs site; links to others, and to headings, become plain text. */
const hasPage = /^\/(docs|changelog|api\/guides\/errors)(#|$)/

export function quickStart(): string {
  const [, head, body] = /^---\n([^]*?)\n---\n([^]*)$/.exec(readFileSync(source, 'utf8')) ?? []
  const title = /^title: (.+)$/m.exec(head ?? '')?.[1] ?? 'Quick start'
  // The title of a code block names its terminal or file.
  const titled = (body ?? '').replaceAll(/^```(\w+) title="([^"]+)"$/gm, '**$2**\n\n```$1')
  const html = (marked.parse(titled, { async: false }) as string)
    .replaceAll(/<a href="([/#][^"]*)">([^]*?)<\/a>/g, (link, address: string, text: string) =>
      hasPage.test(address) ? link : text,
    )
    .replaceAll('<pre>', '<pre tabindex="0">')
  return htmlPage(
    title,
    `<p><a href="/">Merchant API</a></p>
<h1>${escapeHtml(title)}</h1>
${html}
<p>All guides: build the docs site with <code>npm run docs:build</code> and restart the service.</p>`,
  )
}
