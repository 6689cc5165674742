/** What a seat sees, and what keeps everything else from it. */
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { limits } from '../../../server/contract/limits.ts'
import { insertRows } from '../../support/fixtures/insert_rows.ts'
import { pdfPages } from '../../support/pdf.ts'
import { startService } from '../../support/service/service.ts'
import { invited, openBrowser, openPortalShop, type PortalShop, seatsPath, signedIn, tokenOf } from './portal_shop.ts'

setDefaultTimeout(60_000)

let shop: PortalShop
beforeAll(async () => {
  shop = await openPortalShop()
})

const newAddress = () => `${uuidv7()}@buyer.example`
const invitationOf = async () => {
  const { seat_id } = await invited(shop, newAddress())
  return { seat_id, token: await tokenOf(shop, seat_id) }
}
const plainText = (html: string) => html.replaceAll(/<style>[^]*?<\/style>|<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

/** Orders of another account of the same organisation, invoiced too. */
async function otherAccount() {
  const [trading_partner_id, sales_channel_id] = [uuidv7(), uuidv7()]
  await insertRows(shop.tenant, 'trading_partners', [{ trading_partner_id, name: `Rival ${trading_partner_id}` }])
  await insertRows(shop.tenant, 'sales_channels', [
    { sales_channel_id, name: 'Rival', channel_type: 'wholesale', trading_partner_id },
  ])
  const order = await shop.wholesale({
    trading_partner_id,
    sales_channel_id,
    reference: 'RIVAL-PO',
    lines: [{ sku: 'J-L', quantity: 2, unit_price_cents: 900 }],
  })
  const shipped = await shop.ship(order, [{ sku: 'J-L', quantity: 1 }])
  const invoice = await shop.invoiced(order)
  return { trading_partner_id, order, invoice, shipment: shipped.shipments[0] }
}

test('the page shows open orders with states, ship windows and quantities, shipments, and invoices with due dates', async () => {
  const { browser } = await signedIn(shop, newAddress())
  const page = await browser.get('/portal')
  expect(page.status).toBe(200)
  const text = plainText(page.text)
  const { order, invoice } = shop
  // 6 + 4 units, 5 of which left; 5 at 25.00 were invoiced.
  expect(text).toContain(`${order.name} PO 77120 Partly shipped 1 Dec 2026 to 15 Dec 2026 10 5 5`)
  expect(text).toContain(`${order.name}-1 ${order.name} PO 77120`)
  expect(text).toContain(`${invoice.name} (PDF) Issued`)
  expect(page.text).toContain(`<time datetime="${invoice.due_on}">`)
  expect(text).toContain('125.00 USD')
  expect(text).toContain('Test organisation · Portal for Nordhaus')
})

test('an order shows its lines and shipments; drafts are unknown, and consumer orders too', async () => {
  const { browser } = await signedIn(shop, newAddress())
  const page = await browser.get(`/portal/orders/${shop.order.order_id}`)
  const text = plainText(page.text)
  expect(text).toContain('J-S 771-S Jumper,')
  expect(text).toContain('– 6 6 5')
  expect(text).toContain(`${shop.order.name}-1`)
  const draft = await shop.wholesale({ lifecycle: 'draft', lines: [{ sku: 'J-S', quantity: 1 }] })
  const consumer = await shop.placed({
    sales_channel_id: shop.ids.sales_channels.Online,
    lines: [{ sku: 'J-S', quantity: 1, unit_price_cents: 100 }],
  })
  for (const { order_id, name } of [draft, consumer]) {
    expect((await browser.get(`/portal/orders/${order_id}`)).status).toBe(404)
    expect((await browser.get('/portal')).text).not.toContain(`>${name}<`)
  }
})

test('an invoice is downloaded as the PDF that the merchant has', async () => {
  const { browser } = await signedIn(shop, newAddress())
  const file = await browser.get(`/portal/invoices/${shop.invoice.invoice_id}`)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${shop.invoice.name}.pdf"`)
  expect(file.headers.get('cache-control')).toBe('private, no-store')
  const [page] = await pdfPages(file.bytes)
  expect(page).toContain(`Invoice ${shop.invoice.name}`)
})

test('nothing of another account or organisation is shown or found, and their ids look like unknown ones', async () => {
  const rival = await otherAccount()
  const foreign = await openPortalShop()
  const { browser } = await signedIn(shop, newAddress())
  const unknown = [
    await browser.get(`/portal/orders/${uuidv7()}`),
    await browser.get('/portal/orders/no-id'),
    await browser.get('/portal/invoices/2000000001'),
    await browser.get('/portal/invoices/0'),
    await browser.get('/portal/invoices/9999999999999999'),
  ]
  const others = [
    await browser.get(`/portal/orders/${rival.order.order_id}`),
    await browser.get(`/portal/invoices/${rival.invoice.invoice_id}`),
    await browser.get(`/portal/orders/${foreign.order.order_id}`),
    await browser.get(`/portal/invoices/${foreign.invoice.invoice_id}`),
  ]
  for (const { status, text } of [...unknown, ...others]) expect([status, text]).toEqual([404, unknown[0]!.text])
  const page = await browser.get(`/portal?trading_partner_id=${rival.trading_partner_id}`)
  const secrets = [
    'Rival',
    'RIVAL-PO',
    rival.order.name,
    rival.order.order_id,
    rival.invoice.name,
    foreign.order.order_id,
  ]
  for (const secret of secrets) expect([secret, page.text.includes(secret)]).toEqual([secret, false])
  // The rival's own seat sees its own, and nothing of this account.
  const seats = seatsPath(rival.trading_partner_id)
  const { seat_id } = (await shop.admin.post(seats, { email: newAddress() })).body.data
  const mail = (await shop.admin.get(`${seats}/${seat_id}/mail`)).body.data.text
  const theirs = openBrowser(shop.tenant.service)
  await theirs.post('/portal/accept', { token: mail })
  const own = await theirs.get('/portal')
  expect(own.text).toContain(rival.order.name)
  expect(own.text).not.toContain(shop.order.name)
  expect((await theirs.get(`/portal/orders/${shop.order.order_id}`)).status).toBe(404)
  expect((await theirs.get(`/portal/invoices/${shop.invoice.invoice_id}`)).status).toBe(404)
})

test('an invitation works once: a used, replaced, revoked, expired or invented token gets the same page and no cookie', async () => {
  const { sql } = shop.tenant.service.database
  const [used, replaced, revoked, expired] = [
    await invitationOf(),
    await invitationOf(),
    await invitationOf(),
    await invitationOf(),
  ]
  const { service } = shop.tenant
  expect((await openBrowser(service).post('/portal/accept', { token: used!.token })).status).toBe(303)
  await shop.admin.post(`${seatsPath(shop.account_id)}/${replaced!.seat_id}/resend`)
  await shop.admin.delete(`${seatsPath(shop.account_id)}/${revoked!.seat_id}`)
  await sql`
    update portal_invitations set expires_at = now()
    where organization_id = ${shop.tenant.organization_id} and seat_id = ${expired!.seat_id}`
  const invented = `prt_${'A'.repeat(43)}`
  const pages = []
  for (const token of [used!.token, replaced!.token, revoked!.token, expired!.token, invented, 'no token', '']) {
    const browser = openBrowser(service)
    const page = await browser.post('/portal/accept', { token })
    expect([token, page.status, browser.cookie]).toEqual([token, 404, null])
    pages.push(page.text)
  }
  expect(new Set(pages).size).toBe(1)
})

test('one of two attempts at once to use an invitation succeeds', async () => {
  const { token } = await invitationOf()
  const browsers = [1, 2, 3, 4].map(() => openBrowser(shop.tenant.service))
  const pages = await Promise.all(browsers.map((browser) => browser.post('/portal/accept', { token })))
  expect(pages.map(({ status }) => status).toSorted()).toEqual([303, 404, 404, 404])
})

test('a revoked seat is signed out with its next request, in every browser', async () => {
  const { browser, seat_id } = await signedIn(shop, newAddress())
  const { cookie } = browser
  expect((await browser.get('/portal')).status).toBe(200)
  await shop.admin.delete(`${seatsPath(shop.account_id)}/${seat_id}`)
  const paths = ['/portal', `/portal/orders/${shop.order.order_id}`, `/portal/invoices/${shop.invoice.invoice_id}`]
  for (const at of paths) {
    const page = await openBrowser(shop.tenant.service, cookie).get(at)
    expect([at, page.status, page.text.includes(shop.order.name)]).toEqual([at, 401, false])
    expect(page.headers.get('set-cookie')).toContain('Max-Age=0')
  }
})

test('a session expires, ends by signing out, and at most five browsers stay signed in', async () => {
  const { sql } = shop.tenant.service.database
  const { organization_id, service } = shop.tenant
  const { browser, seat_id } = await signedIn(shop, newAddress())
  const first = browser.cookie
  const out = await browser.post('/portal/sign-out')
  expect([out.status, out.headers.get('location'), browser.cookie]).toEqual([303, '/portal', null])
  expect((await openBrowser(service, first).get('/portal')).status).toBe(401)
  await sql`
    insert into portal_sessions (organization_id, seat_id, token_hash, created_at, expires_at)
    select ${organization_id}, ${seat_id}, uuid_send(gen_random_uuid()), now() - make_interval(mins => n),
      now() + interval '1 day' from generate_series(1, ${limits.portal_sessions_per_seat_max}) n`
  await shop.admin.post(`${seatsPath(shop.account_id)}/${seat_id}/resend`)
  await browser.post('/portal/accept', { token: await tokenOf(shop, seat_id) })
  const [count] = await sql`
    select count(*)::int as sessions from portal_sessions
    where organization_id = ${organization_id} and seat_id = ${seat_id}`
  expect(count!.sessions).toBe(limits.portal_sessions_per_seat_max)
  expect((await browser.get('/portal')).status).toBe(200)
  await sql`
    update portal_sessions set expires_at = now()
    where organization_id = ${organization_id} and seat_id = ${seat_id}`
  expect((await browser.get('/portal')).status).toBe(401)
})

test('forms of other sites are refused and change nothing', async () => {
  const { service } = shop.tenant
  const { token } = await invitationOf()
  const { browser } = await signedIn(shop, newAddress())
  const { cookie } = browser
  const foreign: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: '' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
  ]
  for (const headers of foreign) {
    const victim = openBrowser(service, cookie)
    const pages = [
      await victim.post('/portal/accept', { token }, headers),
      await victim.post('/portal/sign-out', {}, headers),
    ]
    for (const page of pages)
      expect([headers, page.status, page.headers.get('set-cookie')]).toEqual([headers, 403, null])
  }
  expect((await openBrowser(service, cookie).get('/portal')).status).toBe(200)
  const asJson = await fetch(`${service.base_url}/portal/accept`, {
    method: 'POST',
    headers: { Origin: service.base_url, 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  expect(asJson.status).toBe(404)
  expect((await openBrowser(service).post('/portal/accept', { token })).status).toBe(303)
})

test('the cookie is for no script and no other site, and over https for no unprotected connection', async () => {
  const { token } = await invitationOf()
  const page = await openBrowser(shop.tenant.service).post('/portal/accept', { token })
  const days = limits.portal_session_days * 86_400
  expect(page.headers.get('set-cookie')).toMatch(
    new RegExp(`^portal_seat=pss_[\\w-]{43}; Path=/; Max-Age=${days}; HttpOnly; SameSite=Lax$`),
  )
  const secure = await startService({ BASE_URL: 'https://api.example.com/merchant' })
  try {
    const { token: another } = await invitationOf()
    const answer = await openBrowser(secure).post(
      '/portal/accept',
      { token: another },
      { Origin: 'https://api.example.com' },
    )
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-portal_seat=pss_[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
    )
    expect(answer.headers.get('location')).toBe('/merchant/portal')
  } finally {
    await secure.stop()
  }
})

test('the cookie is no credential of the API, and neither a key nor a user token opens the portal', async () => {
  const { browser } = await signedIn(shop, newAddress())
  const token = browser.cookie!.split('=')[1]!
  const { service, api_key, organization_id } = shop.tenant
  const orders = `${service.base_url}/api/v1/sales/orders`
  const statuses: number[] = []
  const credentials: Record<string, string>[] = [
    { Cookie: browser.cookie! },
    { Authorization: `Bearer ${token}` },
    { Authorization: `Bearer ${token}`, 'X-Organization-ID': organization_id },
  ]
  for (const headers of credentials) statuses.push((await fetch(orders, { headers })).status)
  expect(statuses).toEqual([400, 401, 401])
  for (const bearer of [api_key, shop.admin.user_token]) {
    const headers = { Authorization: `Bearer ${bearer}`, 'X-Organization-ID': organization_id }
    expect((await openBrowser(service).get('/portal', headers)).status).toBe(401)
    expect((await openBrowser(service, `portal_seat=${bearer}`).get('/portal')).status).toBe(401)
  }
})

test('tokens and cookies are stored as hashes alone, and a stored mail is encrypted', async () => {
  const { sql } = shop.tenant.service.database
  const { seat_id, token } = await invitationOf()
  const browser = openBrowser(shop.tenant.service)
  await browser.post('/portal/accept', { token })
  const secrets = [token, browser.cookie!.split('=')[1]!]
  const rows = await sql`
    select (select json_agg(s) from portal_sessions s where s.seat_id = ${seat_id})::text as sessions,
      (select json_agg(i) from portal_invitations i where i.seat_id = ${seat_id})::text as invitations,
      (select json_agg(encode(m.encrypted_text, 'escape')) from mails m
        join portal_invitations i on i.mail_id = m.mail_id where i.seat_id = ${seat_id})::text as mails`
  for (const secret of secrets) expect(JSON.stringify(rows).includes(secret)).toBe(false)
})

test('opening the portal is recorded at most once a minute; downloads do not count', async () => {
  const { sql } = shop.tenant.service.database
  const { browser, seat_id } = await signedIn(shop, newAddress())
  const opened = async () => {
    const [row] = await sql<{ last_opened_at: Date | null }[]>`
      select last_opened_at from portal_seats
      where organization_id = ${shop.tenant.organization_id} and seat_id = ${seat_id}`
    return row!.last_opened_at === null ? null : new Date(row!.last_opened_at).getTime()
  }
  const back = (seconds: number) => sql`
    update portal_seats set last_opened_at = last_opened_at - make_interval(secs => ${seconds})
    where organization_id = ${shop.tenant.organization_id} and seat_id = ${seat_id}`
  await browser.get(`/portal/invoices/${shop.invoice.invoice_id}`)
  expect(await opened()).toBeNull()
  await browser.get('/portal')
  const first = (await opened())!
  await browser.get(`/portal/orders/${shop.order.order_id}`)
  expect(await opened()).toBe(first)
  await back(60)
  await browser.get('/portal')
  expect(await opened()).toBeGreaterThanOrEqual(first)
})

test('a seat that exceeds its requests is asked to wait, and other seats are not', async () => {
  const { sql } = shop.tenant.service.database
  const [busy, calm] = [await signedIn(shop, newAddress()), await signedIn(shop, newAddress())]
  const spend = (what: string, attempts: number) => sql`
    insert into sign_in_attempts (subject, minute, attempts)
    select ${`portal ${what} ${busy.seat_id}`}, date_trunc('minute', now()) + make_interval(mins => ahead), ${attempts}
    from generate_series(0, 2) as ahead
    on conflict (subject, minute) do update set attempts = excluded.attempts`
  await spend('page', limits.portal_requests_per_minute_and_seat)
  const page = await busy.browser.get('/portal')
  expect([page.status, page.text.includes(shop.order.name)]).toEqual([429, false])
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
  const file = `/portal/invoices/${shop.invoice.invoice_id}`
  expect((await busy.browser.get(file)).status).toBe(200)
  await spend('file', limits.portal_files_per_minute_and_seat)
  expect((await busy.browser.get(file)).status).toBe(429)
  expect((await calm.browser.get('/portal')).status).toBe(200)
})

test('attempts to accept are limited per address, and a large form is refused', async () => {
  const { sql } = shop.tenant.service.database
  const browser = openBrowser(shop.tenant.service)
  const address = '198.51.100.77'
  await sql`
    insert into sign_in_attempts (subject, minute, attempts)
    select ${`portal address ${address}`}, date_trunc('minute', now()) + make_interval(mins => ahead),
      ${limits.sign_in_attempts_per_minute_and_address} from generate_series(0, 2) as ahead`
  const { token } = await invitationOf()
  const limited = await browser.post('/portal/accept', { token }, { 'X-Forwarded-For': address })
  expect(limited.status).toBe(429)
  expect((await browser.post('/portal/accept', { token: 'x'.repeat(limits.portal_body_bytes_max) })).status).toBe(413)
  expect((await browser.post('/portal/accept', { token })).status).toBe(303)
})

test('pages are private, out of search engines, and load and embed nothing of others', async () => {
  const { browser } = await signedIn(shop, newAddress())
  const stranger = openBrowser(shop.tenant.service)
  const pages = [
    await browser.get('/portal'),
    await browser.get(`/portal/orders/${shop.order.order_id}`),
    await browser.get('/portal/orders/none'),
    await stranger.get('/portal'),
    await stranger.get('/portal/accept'),
    await stranger.post('/portal/accept', { token: 'none' }),
  ]
  for (const { headers, text } of pages) {
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('x-request-id')).toBeTruthy()
    expect(headers.get('x-service-region')).toBe('us')
    const policy = headers.get('content-security-policy')!
    for (const part of ["default-src 'none'", "frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'"])
      expect(policy).toContain(part)
    expect(policy).not.toContain('unsafe')
    for (const [, address] of text.matchAll(/\s(?:src|href|action)="([^"]*)"/g)) expect(address).toStartWith('/')
    expect(text).not.toMatch(/\sstyle=|\son\w+=/)
  }
})

test('text of the merchant and of the buyer is shown as text, never as markup', async () => {
  const own = await openPortalShop()
  const { sql } = own.tenant.service.database
  const attack = '<img src=x onerror=alert(1)>"&'
  const { organization_id } = own.tenant
  await sql`update organizations set name = ${attack} where organization_id = ${organization_id}`
  await sql`update trading_partners set name = ${attack} where organization_id = ${organization_id}`
  await sql`update sales_orders set reference = ${attack}, door_reference = ${attack} where organization_id = ${organization_id}`
  await sql`update order_lines set buyer_sku = ${attack}, door_reference = ${attack} where organization_id = ${organization_id}`
  await sql`update fulfilments set carrier = ${attack}, tracking_number = ${attack} where organization_id = ${organization_id}`
  await sql`update products set title = ${attack} where organization_id = ${organization_id}`
  const { browser } = await signedIn(own, newAddress())
  for (const at of ['/portal', `/portal/orders/${own.order.order_id}`]) {
    const { status, text } = await browser.get(at)
    expect([status, text.includes('<img'), text.includes('&lt;img src=x onerror=alert(1)&gt;&quot;&amp;')]).toEqual([
      200,
      false,
      true,
    ])
  }
})
