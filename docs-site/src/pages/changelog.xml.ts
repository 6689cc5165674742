/** The changelog as RSS 2.0. */
import type { APIRoute } from 'astro'
import { entries } from '~/lib/changelog.ts'
import { paragraphs } from '~/lib/text.ts'

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export const GET: APIRoute = ({ site }) => {
  const at = (path: string) => escape(new URL(path, site).href)
  const items = entries.map(
    ({ id, title, date, kind, areas, detail, action_required }) => `<item>
<title>${escape(title)}</title>
<link>${at(`/changelog#${id}`)}</link>
<guid isPermaLink="false">${id}</guid>
<pubDate>${new Date(`${date}T00:00:00Z`).toUTCString()}</pubDate>
${[kind, ...areas.map(({ word }) => word)].map((one) => `<category>${escape(one)}</category>`).join('')}
<description>${escape(`${paragraphs(detail)}<p>Action required: ${escape(action_required ?? 'none.')}</p>`)}</description>
</item>`,
  )
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel>
<title>Merchant API changelog</title>
<link>${at('/changelog')}</link>
<description>Every change of the API, newest first.</description>
<language>en</language>
${items.join('\n')}
</channel></rss>
`
  return new Response(body, { headers: { 'Content-Type': 'application/rss+xml' } })
}
