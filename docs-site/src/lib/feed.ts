/** A list of the changelog as RSS 2.0. */
import type { View } from './changelog.ts'
import { correctionWords, kind_words } from './changelog.ts'
import { linked } from './text.ts'

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export function feedOf({ href, title, entries }: View, site: URL | undefined): Response {
  const at = (path: string) => escape(new URL(path, site).href)
  const items = entries.map((entry) => {
    const { id, date, kind, areas, detail, action_required } = entry
    const corrected = correctionWords(entry)
    const paragraphs = [
      ...(corrected === undefined ? [] : [`<p>Figures change: ${escape(corrected)}</p>`]),
      linked(detail),
      `<p>Action required: ${escape(action_required ?? 'none.')}</p>`,
    ]
    return `<item>
<title>${escape(entry.title)}</title>
<link>${at(entry.href)}</link>
<guid isPermaLink="false">${id}</guid>
<pubDate>${new Date(`${date}T00:00:00Z`).toUTCString()}</pubDate>
${[kind_words[kind], ...areas.map(({ word }) => word)].map((one) => `<category>${escape(one)}</category>`).join('')}
<description>${escape(paragraphs.join(''))}</description>
</item>`
  })
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel>
<title>Merchant API ${escape(title.toLowerCase())}</title>
<link>${at(href)}</link>
<description>Every change of the API, newest first.</description>
<language>en</language>
${items.join('\n')}
</channel></rss>
`
  return new Response(body, { headers: { 'Content-Type': 'application/rss+xml' } })
}
