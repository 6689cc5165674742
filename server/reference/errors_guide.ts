/** The page that every doc_url links to: each code with its meaning, cause, fix and sample body, under its own anchor. */
import { refusalExample } from '../contract/openapi/responses.ts'
import { type RefusalCode, type RefusalFacts, refusals } from '../contract/refusals.ts'
import { escapeHtml, htmlPage } from './html.ts'

const everyCode = Object.keys(refusals) as RefusalCode[]

const statusWords: Record<RefusalFacts['status'], string> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  408: 'Request timeout',
  409: 'Conflict',
  413: 'Content too large',
  421: 'Misdirected request',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'Unavailable',
}

const retryWords = ({ retry, retry_after_seconds, status }: RefusalFacts): string => {
  if (retry === 'never') return 'No. The same request is refused again.'
  if (retry_after_seconds !== undefined || status === 429)
    return 'Yes, after the number of seconds in the Retry-After header.'
  return 'Yes, later.'
}

function section(code: RefusalCode, docsUrl: string): string {
  const facts: RefusalFacts = refusals[code]
  const sample = JSON.stringify(refusalExample(code, false, docsUrl), null, 2)
  const aside =
    code === 'key_invalid' ? '<p>The product data reads return this code in <code>data.error</code> instead.</p>' : ''
  return `<section id="${code}">
<h3><code>${code}</code> <small>${facts.status}</small></h3>
<p>${escapeHtml(facts.desc)}</p>
<dl>
<dt>Cause</dt><dd>${escapeHtml(facts.cause)}</dd>
<dt>Fix</dt><dd>${escapeHtml(facts.fix)}</dd>
<dt>Retry</dt><dd>${retryWords(facts)}</dd>
</dl>
${aside}<pre tabindex="0"><code>${escapeHtml(sample)}</code></pre>
</section>`
}

export function errorsGuide(docsUrl: string): string {
  const statuses = [...new Set(everyCode.map((code) => refusals[code].status))].sort((a, b) => a - b)
  const codesAt = (status: number) => everyCode.filter((code) => refusals[code].status === status)
  const contents = everyCode.map((code) => `<li><a href="#${code}"><code>${code}</code></a></li>`).join('\n')
  const groups = statuses.map(
    (status) => `<h2>${status} ${statusWords[status]}</h2>
${codesAt(status)
  .map((code) => section(code, docsUrl))
  .join('\n')}`,
  )
  return htmlPage(
    'Errors',
    `<h1>Errors</h1>
<p>A refusal is JSON: <code>{code, message}</code>. Branch on <code>message.code</code>, since several codes share a
status; for a 503 the status is enough. Show <code>message.desc</code> to the user; log <code>message.request_id</code> for support. Codes are stable within a
version train; sentences may be reworded.</p>
<nav aria-label="Codes"><ul>
${contents}
</ul></nav>
${groups.join('\n')}`,
  )
}
