/** The layout of the portal's pages and the headers they are sent with. */
import { createHash } from 'node:crypto'
import { escapeHtml, pageStyle } from '../../pipeline/html.ts'

const portalStyle = `${pageStyle}
main { max-width: 60rem }
header, form.leave { display: flex; flex-wrap: wrap; gap: .25rem 1rem; justify-content: space-between; align-items: baseline }
header p { color: var(--soft); margin: 0 }
.rows { overflow-x: auto; margin: .75rem 0 }
.rows:focus-visible, a:focus-visible, button:focus-visible, input:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
table { border-collapse: collapse; width: 100%; overflow-wrap: normal; font-size: .95rem }
th, td { text-align: left; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
th { font-weight: 600; color: var(--soft); font-size: .85rem; white-space: nowrap }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
time, td:first-child { white-space: nowrap }
section { border-top: 0 }
label { display: block; font-weight: 600; margin: 1rem 0 .25rem }
input { font: inherit; width: 100%; padding: .5rem; border: 1px solid var(--soft); border-radius: .3rem; background: var(--paper); color: var(--ink) }
button { font: inherit; padding: .5rem 1rem; margin: .75rem 0; border: 1px solid var(--link); border-radius: .3rem; background: var(--paper); color: var(--link); cursor: pointer }
[hidden] { display: none }
`

/** Puts the token of the link into the form and takes it out of the address bar and the history. */
const tokenScript = `
const token = new URLSearchParams(location.hash.slice(1)).get('token')
if (token) {
  document.getElementById('token').value = token
  document.getElementById('by-hand').hidden = true
  history.replaceState(null, '', location.pathname)
}
`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Nothing but the page's own style, the one script above and forms of this service; no page of others frames it. */
const policy = [
  "default-src 'none'",
  `style-src ${hashOf(portalStyle)}`,
  `script-src ${hashOf(tokenScript)}`,
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Under no-referrer, browsers would hide the origin of the forms, which their check needs. */
export const privateHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cross-Origin-Resource-Policy': 'same-origin',
}
export const pageHeaders: Readonly<Record<string, string>> = {
  ...privateHeaders,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy,
}

const portalPage = (root: string, title: string, body: string, script = ''): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${escapeHtml(root)}/favicon.ico">
<style>${portalStyle}</style>
</head>
<body><main>
${body}
</main>${script === '' ? '' : `<script>${script}</script>`}</body>
</html>
`

export interface Viewer {
  organization_name: string
  account_name: string
  email: string
}

/** A page of a seat: whose it is, and how to leave. */
export const seatPage = (root: string, title: string, viewer: Viewer, body: string): string =>
  portalPage(
    root,
    `${title}, ${viewer.organization_name}`,
    `<header><p>${escapeHtml(viewer.organization_name)} · Portal for ${escapeHtml(viewer.account_name)}</p>
<p>${escapeHtml(viewer.email)}</p></header>
<h1>${escapeHtml(title)}</h1>
${body}
<form class="leave" method="post" action="${escapeHtml(root)}/portal/sign-out"><button>Sign out</button></form>`,
  )

/** `more` is markup, such as a link to another page. */
export const plainPage = (root: string, title: string, sentences: readonly string[], more = ''): string =>
  portalPage(
    root,
    title,
    `<h1>${escapeHtml(title)}</h1>\n${sentences.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}\n${more}`,
  )

export const newLinkWay = (root: string): string =>
  `<p><a href="${escapeHtml(root)}/portal/new-link">Ask for a new link</a></p>`

/** `fault` says what is wrong with the address that was sent; null before one was. */
export const newLinkPage = (root: string, fault: string | null): string =>
  portalPage(
    root,
    'Ask for a new link',
    `<h1>Ask for a new link</h1>
<p>Enter the e-mail address to which your supplier sent the invitation. If it has access to a portal, a new link is sent to it.</p>
${fault === null ? '' : `<p role="alert">${escapeHtml(fault)}</p>`}
<form method="post" action="${escapeHtml(root)}/portal/new-link">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" required>
<button>Send a new link</button>
</form>`,
  )

/** The person sends the form, so that programs that open links in mail use no invitation up. */
export const acceptPage = (root: string): string =>
  portalPage(
    root,
    'Open the portal',
    `<h1>Open the portal</h1>
<p>You were invited to see the orders, shipments and invoices of your account. The invitation works once; this browser stays
signed in afterwards.</p>
<form method="post" action="${escapeHtml(root)}/portal/accept">
<div id="by-hand"><label for="token">Link or code from the mail</label>
<input id="token" name="token" autocomplete="off" spellcheck="false" required></div>
<button>Open the portal</button>
</form>
<p>Already opened it in this browser? <a href="${escapeHtml(root)}/portal">Go to the portal</a>.</p>
${newLinkWay(root)}`,
    tokenScript,
  )
