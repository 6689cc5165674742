/** A person who lost the link, or let it expire, asks for a new one. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { limits } from '../../../server/contract/limits.ts'
import { openMail } from '../../../server/mail/mail.ts'
import { insertRows } from '../../support/fixtures/insert_rows.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import {
  type Browser,
  invited,
  openBrowser,
  openPortalShop,
  type Page,
  type PortalShop,
  seatsPath,
  signedIn,
  tokenIn,
  tokenOf,
} from './portal_shop.ts'

setDefaultTimeout(60_000)

let shop: PortalShop
/** A service on the same database that sends mail; the one that tests share stores it. */
let mailing: TestService
beforeAll(async () => {
  shop = await openPortalShop()
  mailing = await startService({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'portal@example.com' })
})
afterAll(() => mailing.stop())

const newAddress = () => `${uuidv7()}@buyer.example`
const ask = (email: string, browser: Browser = openBrowser(mailing)): Promise<Page> =>
  browser.post('/portal/new-link', { email })
const seatOf = async (id: string, of = shop) =>
  (await of.admin.get(seatsPath(of.account_id))).body.data.find(({ seat_id }: any) => seat_id === id)

interface SentMail {
  subject: string
  state: string
  text: string
}

/** The mails to an address that were requested on the portal, newest first. */
async function mailsTo(email: string): Promise<SentMail[]> {
  const rows = await shop.tenant.service.database.sql<
    { subject: string; state: string; encrypted_text: Uint8Array; mail_id: string }[]
  >`
    select m.subject, m.state, m.encrypted_text, m.mail_id from mails m
    join portal_invitations i on i.organization_id = m.organization_id and i.mail_id = m.mail_id and i.is_requested
    where m.recipient = ${email} order by i.created_at desc, m.mail_id desc`
  const { read } = openMail(mailing.settings)
  return rows.map(({ encrypted_text, mail_id, ...mail }) => ({ ...mail, text: read(encrypted_text, mail_id) }))
}

test('a person whose link was used, replaced or expired gets a new one by mail, which opens the same seat', async () => {
  const { sql } = shop.tenant.service.database
  const [email, late] = [newAddress(), newAddress()]
  const { browser, seat_id } = await signedIn(shop, email)
  const { accepted_at } = await seatOf(seat_id)
  const page = await ask(email)
  expect([page.status, page.text.includes('Check your mail')]).toEqual([200, true])
  const [mail] = await mailsTo(email)
  expect(mail).toMatchObject({ subject: 'Your new link to the portal of Test organisation', state: 'queued' })
  expect(mail!.text).toContain('Nordhaus')
  const another = openBrowser(mailing)
  expect((await another.post('/portal/accept', { token: tokenIn(mail!.text) })).status).toBe(303)
  for (const one of [browser, another]) expect((await one.get('/portal')).text).toContain(shop.order.name)
  expect(await seatOf(seat_id)).toMatchObject({ state: 'accepted', accepted_at, invited_by: null })
  const expired = await invited(shop, late)
  await sql`
    update portal_invitations set expires_at = now() - interval '1 day'
    where organization_id = ${shop.tenant.organization_id} and seat_id = ${expired.seat_id}`
  expect((await seatOf(expired.seat_id)).state).toBe('expired')
  await ask(late)
  expect((await seatOf(expired.seat_id)).state).toBe('invited')
  const [again] = await mailsTo(late)
  expect((await openBrowser(mailing).post('/portal/accept', { token: tokenIn(again!.text) })).status).toBe(303)
})

test('a new link takes the place of the open one; an address is found in any letter case', async () => {
  const email = newAddress()
  const { seat_id } = await invited(shop, email)
  const first = await tokenOf(shop, seat_id)
  expect((await ask(` ${email.toUpperCase()} `)).status).toBe(200)
  expect((await openBrowser(mailing).post('/portal/accept', { token: first })).status).toBe(404)
  const [mail] = await mailsTo(email)
  expect((await openBrowser(mailing).post('/portal/accept', { token: tokenIn(mail!.text) })).status).toBe(303)
})

test('the page is the same, byte for byte, whether an address has a seat, none, a revoked or a closed one', async () => {
  const { sql } = shop.tenant.service.database
  const [archived, moved] = [await openPortalShop(), await openPortalShop()]
  const emails = {
    open: newAddress(),
    unknown: newAddress(),
    revoked: newAddress(),
    far: newAddress(),
    low: newAddress(),
  }
  await invited(shop, emails.open)
  const { seat_id } = await invited(shop, emails.revoked)
  await shop.admin.delete(`${seatsPath(shop.account_id)}/${seat_id}`)
  await invited(archived, emails.far)
  await archived.admin.post(`/api/v1/wholesale/accounts/${archived.account_id}/archive`)
  await invited(moved, emails.low)
  await sql`update organizations set plan = 'essentials' where organization_id = ${moved.tenant.organization_id}`
  const pages: Page[] = []
  for (const email of Object.values(emails)) pages.push(await ask(email))
  const shown = pages.map(({ status, text, headers }) => {
    const own = Object.fromEntries(headers)
    return { status, text, headers: { ...own, date: '', 'x-request-id': '' } }
  })
  expect(shown).toEqual(shown.map(() => shown[0]!))
  const counts = await Promise.all(Object.values(emails).map(async (email) => (await mailsTo(email)).length))
  expect(counts).toEqual([1, 0, 0, 0, 0])
})

test('an address with seats of several accounts gets one mail for each, which opens that account alone', async () => {
  const other = await openPortalShop()
  const email = newAddress()
  const rival = uuidv7()
  await insertRows(shop.tenant, 'trading_partners', [{ trading_partner_id: rival, name: 'Südhaus' }])
  await invited(shop, email)
  await invited({ ...shop, account_id: rival }, email)
  await invited(other, email)
  await ask(email)
  const mails = await mailsTo(email)
  expect(mails.length).toBe(3)
  const names: string[] = []
  for (const { text } of mails) {
    const browser = openBrowser(mailing)
    expect((await browser.post('/portal/accept', { token: tokenIn(text) })).status).toBe(303)
    const page = (await browser.get('/portal')).text
    names.push(/Portal for ([^<]+)</.exec(page)![1]!)
    expect(text).toContain(`invoices of ${names.at(-1)} with`)
  }
  expect(names.toSorted()).toEqual(['Nordhaus', 'Nordhaus', 'Südhaus'])
})

test('at most three links an hour are mailed to a seat, also at once, and the merchant can still send one', async () => {
  const email = newAddress()
  const { seat_id } = await invited(shop, email)
  const pages = await Promise.all(Array.from({ length: 6 }, () => ask(email)))
  expect(new Set(pages.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  const mails = await mailsTo(email)
  expect(mails.length).toBe(limits.portal_links_per_seat_and_hour)
  // Each link replaces the one before, in the order of the requests' transactions: any of them may be the last.
  const opened: number[] = []
  for (const { text } of mails)
    opened.push((await openBrowser(mailing).post('/portal/accept', { token: tokenIn(text) })).status)
  expect(opened.toSorted()).toEqual([303, 404, 404])
  const resend = () => shop.admin.post(`${seatsPath(shop.account_id)}/${seat_id}/resend`)
  for (let sent = 1; sent < limits.portal_invitations_per_seat_and_hour; sent++)
    expect((await resend()).status).toBe(200)
  expect((await resend()).status).toBe(429)
})

test('requests are limited by the address of the client, alike for known and unknown e-mail addresses', async () => {
  const { sql } = shop.tenant.service.database
  const address = '198.51.100.78'
  const email = newAddress()
  await invited(shop, email)
  await sql`
    insert into sign_in_attempts (subject, minute, attempts)
    select ${`portal link address ${address}`}, date_trunc('minute', now()) + make_interval(mins => ahead),
      ${limits.portal_link_requests_per_minute_and_address} from generate_series(0, 2) as ahead`
  const from = { 'X-Forwarded-For': address }
  const pages = [
    await openBrowser(mailing).post('/portal/new-link', { email }, from),
    await openBrowser(mailing).post('/portal/new-link', { email: newAddress() }, from),
  ]
  for (const { status, headers } of pages) expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
  expect((await mailsTo(email)).length).toBe(0)
})

test('what is no address, and forms of other sites, are refused and mail nothing', async () => {
  const browser = openBrowser(mailing)
  const email = newAddress()
  await invited(shop, email)
  for (const wrong of ['', 'no address', 'a@b@c', `a\u0000${email}`, `${'x'.repeat(250)}@buyer.example`]) {
    const page = await browser.post('/portal/new-link', { email: wrong })
    expect([wrong, page.status, page.text.includes('role="alert"')]).toEqual([wrong, 400, true])
  }
  const foreign = await browser.post('/portal/new-link', { email }, { Origin: 'https://evil.example' })
  expect(foreign.status).toBe(403)
  expect((await mailsTo(email)).length).toBe(0)
})

test('pages of people without access lead to the form; a service without a mail server sends them to the supplier', async () => {
  const browser = openBrowser(mailing)
  const pages = [
    await browser.get('/portal'),
    await browser.get('/portal/accept'),
    await browser.post('/portal/accept', { token: 'none' }),
  ]
  for (const { text } of pages) expect(text).toContain('href="/portal/new-link"')
  const form = await browser.get('/portal/new-link')
  expect([form.status, form.text.includes('type="email"')]).toEqual([200, true])
  expect(form.headers.get('cache-control')).toBe('private, no-store')
  const email = newAddress()
  const { seat_id } = await invited(shop, email)
  const open = await tokenOf(shop, seat_id)
  const storing = openBrowser(shop.tenant.service)
  for (const page of [await storing.get('/portal/new-link'), await ask(email, storing)])
    expect([page.status, page.text.includes('Ask your supplier for a new link')]).toEqual([200, true])
  // The link that the merchant forwarded still opens the portal.
  expect((await storing.post('/portal/accept', { token: open })).status).toBe(303)
})
