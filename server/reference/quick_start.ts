/** The quick start where no docs site is built: the same page, from the same Markdown, in the plain frame. */
import { readFileSync } from 'node:fs'
import { marked } from 'marked'
import { escapeHtml, htmlPage } from './html.ts'

const source = new URL('../../docs-site/src/content/docs/quick-start.md', import.meta.url)

/** Pages that the service has without a site; links to any other become plain text. */
const hasPage = /^\/(docs|changelog|api\/guides\/errors)(#|$)/

export function quickStart(): string {
  const [, head, body] = /^---\n([^]*?)\n---\n([^]*)$/.exec(readFileSync(source, 'utf8')) ?? []
  const title = /^title: (.+)$/m.exec(head ?? '')?.[1] ?? 'Quick start'
  // The title of a block names the terminal or the file that it is for.
  const titled = (body ?? '').replaceAll(/^```(\w+) title="([^"]+)"$/gm, '**$2**\n\n```$1')
  const html = (marked.parse(titled, { async: false }) as string)
    .replaceAll(/<a href="(\/[^"]*)">([^]*?)<\/a>/g, (link, address: string, text: string) =>
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
