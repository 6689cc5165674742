import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { limits } from '../../../server/contract/limits.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { openInvoicedShop } from '../../selling/invoices/invoiced_shop.ts'
import { faultOf } from '../accounts/trade.ts'
import { invited, openBrowser, openPortalShop, type PortalShop, seatsPath, signedIn, tokenOf } from './portal_shop.ts'

setDefaultTimeout(60_000)

let shop: PortalShop
beforeAll(async () => {
  shop = await openPortalShop()
})

const newAddress = () => `${uuidv7()}@buyer.example`
const path = () => seatsPath(shop.account_id)
const seatOf = async (id: string) => (await shop.admin.get(path())).body.data.find(({ seat_id }: any) => seat_id === id)
const contact = async (email: string | null) =>
  (await shop.admin.post(`/api/v1/wholesale/accounts/${shop.account_id}/contacts`, { name: 'Inês Carvalho', email }))
    .body.data
/** The figures of an account as the list of retailers shows them. */
const figures = async (of = shop) =>
  (await of.tenant.get('/api/v1/wholesale/retailers')).body.data.retailers.find(({ id }: any) => id === of.account_id)
    .portal_seats
const age = (seat_id: string, minutes: number) => shop.tenant.service.database.sql`
  update portal_invitations set created_at = created_at - make_interval(mins => ${minutes}),
    expires_at = expires_at - make_interval(mins => ${minutes})
  where organization_id = ${shop.tenant.organization_id} and seat_id = ${seat_id}`

test('an invitation is answered alike for every address, also of users and of seats elsewhere', async () => {
  const other = await openInvoicedShop()
  const elsewhere = newAddress()
  await signedIn(other, elsewhere)
  const user = await newSession(await newTenant(), { name: 'Ben Stranger' })
  const answers = []
  for (const email of [newAddress(), elsewhere, user.email]) answers.push(await shop.admin.post(path(), { email }))
  const [unknown, ...known] = answers.map(({ status, body }) => ({
    status,
    desc: body.message.desc.replace(body.data.email, ''),
    data: { ...body.data, seat_id: '', email: '', created_at: '', invited_at: '', invitation_expires_at: '' },
  }))
  expect(known).toEqual([unknown!, unknown!])
  expect(unknown).toMatchObject({
    status: 201,
    data: { state: 'invited', mail_state: 'stored', contact: null, accepted_at: null, last_opened_at: null },
  })
})

test('a contact is invited at its address, and an address has one seat of an account, whatever its letter case', async () => {
  const { contact_id, email } = await contact(`Ines.${newAddress()}`)
  const seat = await shop.admin.post(path(), { contact_id })
  expect([seat.status, seat.body.data.email, seat.body.data.contact]).toEqual([
    201,
    email.toLowerCase(),
    { contact_id, name: 'Inês Carvalho' },
  ])
  expect(faultOf(await shop.admin.post(path(), { email: ` ${email.toUpperCase()} ` }))).toEqual([
    409,
    'conflict',
    'email',
  ])
  const [{ seats }] = (await shop.tenant.service.database.sql`
    select count(*)::int as seats from portal_seats
    where organization_id = ${shop.tenant.organization_id} and email = ${email.toLowerCase()}`) as any
  expect(seats).toBe(1)
})

test('input that names no address is refused with the field, and nothing is created', async () => {
  const before = (await shop.admin.get(path())).body.data.length
  const addressless = await contact(null)
  for (const [body, field] of [
    [{}, 'email'],
    [{ email: 'a@b', contact_id: uuidv7() }, 'email'],
    [{ email: 'no address' }, 'email'],
    [{ contact_id: uuidv7() }, 'contact_id'],
    [{ contact_id: addressless.contact_id }, 'contact_id'],
  ] as const)
    expect([body, faultOf(await shop.admin.post(path(), body))] as unknown).toEqual([body, [400, 'bad_request', field]])
  expect((await shop.admin.get(path())).body.data.length).toBe(before)
})

test('seats are counted in the figures of the account: invited, accepted, expired, revoked, and when last opened', async () => {
  const own = await openPortalShop()
  const { sql } = own.tenant.service.database
  expect(await figures(own)).toEqual({ accepted: 0, invited: 0, last_opened_at: null })
  const waiting = await invited(own, newAddress())
  const { browser, seat_id } = await signedIn(own, newAddress())
  await invited(own, newAddress())
  expect(await figures(own)).toEqual({ accepted: 1, invited: 2, last_opened_at: null })
  expect((await browser.get('/portal')).status).toBe(200)
  const rows = await sql`
    select max(last_opened_at) as at from portal_seats where organization_id = ${own.tenant.organization_id}`
  const opened = await figures(own)
  expect(opened).toEqual({ accepted: 1, invited: 2, last_opened_at: opened.last_opened_at })
  expect(new Date(opened.last_opened_at).getTime()).toBe(new Date(rows[0]!.at).getTime())
  await sql`
    update portal_invitations set expires_at = now() - interval '1 second'
    where organization_id = ${own.tenant.organization_id} and seat_id = ${waiting.seat_id}`
  expect(await figures(own)).toMatchObject({ accepted: 1, invited: 1 })
  expect((await own.admin.delete(`${seatsPath(own.account_id)}/${seat_id}`)).status).toBe(204)
  expect(await figures(own)).toEqual({ ...opened, accepted: 0, invited: 1 })
  const states = (await own.admin.get(seatsPath(own.account_id))).body.data.map(({ state }: any) => state)
  expect(states.toSorted()).toEqual(['expired', 'invited', 'revoked'])
})

test('sending again replaces the open invitation, and signs in a person who already accepted', async () => {
  const { seat_id } = await invited(shop, newAddress())
  const first = await tokenOf(shop, seat_id)
  expect((await shop.admin.post(`${path()}/${seat_id}/resend`)).status).toBe(200)
  const second = await tokenOf(shop, seat_id)
  expect(second).not.toBe(first)
  const { service } = shop.tenant
  expect((await openBrowser(service).post('/portal/accept', { token: first })).status).toBe(404)
  const browser = openBrowser(service)
  expect((await browser.post('/portal/accept', { token: second })).status).toBe(303)
  const { accepted_at } = await seatOf(seat_id)
  const again = await shop.admin.post(`${path()}/${seat_id}/resend`)
  expect(again.body.data).toMatchObject({ state: 'accepted', accepted_at })
  const another = openBrowser(service)
  expect((await another.post('/portal/accept', { token: await tokenOf(shop, seat_id) })).status).toBe(303)
  for (const one of [browser, another]) expect((await one.get('/portal')).status).toBe(200)
  expect((await seatOf(seat_id)).accepted_at).toBe(accepted_at)
})

test('a revoked seat is reopened by inviting its address again, and must be accepted again', async () => {
  const email = newAddress()
  const { browser, seat_id } = await signedIn(shop, email)
  await shop.admin.delete(`${path()}/${seat_id}`)
  expect((await shop.admin.post(`${path()}/${seat_id}/resend`)).body.code).toBe('conflict')
  expect((await seatOf(seat_id)).state).toBe('revoked')
  const seat = await invited(shop, email)
  expect(seat).toMatchObject({ seat_id, state: 'invited', accepted_at: null, revoked_at: null })
  expect((await browser.get('/portal')).status).toBe(401)
})

test('the mail can be read while it is stored and its invitation is open, and never by a member', async () => {
  const { seat_id, email } = await invited(shop, newAddress())
  const mail = (await shop.admin.get(`${path()}/${seat_id}/mail`)).body.data
  expect([mail.recipient, mail.subject]).toEqual([email, 'Test organisation invited you to its portal'])
  expect(mail.text).toContain('http://localhost:3000/portal/accept#token=prt_')
  expect(mail.text).toContain('Nordhaus')
  const member = await newSession(shop.tenant, { role: 'member' })
  for (const answer of [
    await member.get(`${path()}/${seat_id}/mail`),
    await member.post(path(), { email: newAddress() }),
    await member.post(`${path()}/${seat_id}/resend`),
    await member.delete(`${path()}/${seat_id}`),
  ])
    expect(answer.body.code).toBe('admin_required')
  expect((await member.get(path())).status).toBe(200)
  await shop.admin.delete(`${path()}/${seat_id}`)
  expect((await shop.admin.get(`${path()}/${seat_id}/mail`)).body.code).toBe('conflict')
})

test('invitations are limited per seat and per organisation and hour, whether they were revoked or not', async () => {
  const own = await openInvoicedShop()
  const { sql } = own.tenant.service.database
  const { seat_id, email } = await invited(own, newAddress())
  const resend = () => own.admin.post(`${seatsPath(own.account_id)}/${seat_id}/resend`)
  for (let sent = 1; sent < limits.portal_invitations_per_seat_and_hour; sent++)
    expect((await resend()).status).toBe(200)
  await own.admin.delete(`${seatsPath(own.account_id)}/${seat_id}`)
  const refused = await own.admin.post(seatsPath(own.account_id), { email })
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
  expect((await own.admin.get(seatsPath(own.account_id))).body.data[0].state).toBe('revoked')
  await sql`
    insert into portal_invitations (organization_id, invitation_id, seat_id, token_hash, expires_at, revoked_at)
    select ${own.tenant.organization_id}, gen_random_uuid(), ${seat_id}, uuid_send(gen_random_uuid()), now(), now()
    from generate_series(${limits.portal_invitations_per_seat_and_hour + 1}::int,
      ${limits.portal_invitations_per_organization_and_hour}::int)`
  const other = await own.admin.post(seatsPath(own.account_id), { email: newAddress() })
  expect([other.status, other.body.code]).toEqual([429, 'rate_limited'])
  await sql`
    update portal_invitations set created_at = now() - interval '61 minutes'
    where organization_id = ${own.tenant.organization_id}`
  expect((await own.admin.post(seatsPath(own.account_id), { email })).status).toBe(201)
})

test('the portal needs Essentials+, except for withdrawing access', async () => {
  const tenant = await newTenant({ plan: 'essentials' })
  const admin = await newSession(tenant)
  const account = await admin.post('/api/v1/wholesale/accounts', { name: 'Nordhaus' })
  const at = seatsPath(account.body.data.trading_partner_id)
  const email = newAddress()
  expect((await admin.post(at, { email })).body.code).toBe('plan_excludes')
  const { sql } = tenant.service.database
  const move = (plan: string) =>
    sql`update organizations set plan = ${plan} where organization_id = ${tenant.organization_id}`
  await move('essentials_plus')
  const { seat_id } = (await admin.post(at, { email })).body.data
  await move('essentials')
  expect((await admin.post(`${at}/${seat_id}/resend`)).body.code).toBe('plan_excludes')
  expect((await admin.delete(`${at}/${seat_id}`)).status).toBe(204)
})

test('an archived account gets no invitation, and its seats are closed meanwhile', async () => {
  const own = await openPortalShop()
  const at = seatsPath(own.account_id)
  const { browser } = await signedIn(own, newAddress())
  const { seat_id } = await invited(own, newAddress())
  const token = await tokenOf(own, seat_id)
  const account = `/api/v1/wholesale/accounts/${own.account_id}`
  expect((await own.admin.post(`${account}/archive`)).status).toBe(200)
  expect((await own.admin.post(at, { email: newAddress() })).body.code).toBe('conflict')
  expect((await own.admin.post(`${at}/${seat_id}/resend`)).body.code).toBe('conflict')
  expect((await openBrowser(own.tenant.service).post('/portal/accept', { token })).status).toBe(404)
  expect((await browser.get('/portal')).status).toBe(401)
  expect((await own.admin.post(`${account}/restore`)).status).toBe(200)
  expect((await openBrowser(own.tenant.service).post('/portal/accept', { token })).status).toBe(303)
})

test('a seat of another account or organisation is not found, and nothing of it changes', async () => {
  const theirs = await openPortalShop()
  const { seat_id, browser } = await signedIn(theirs, newAddress())
  const accounts = [shop.account_id, theirs.account_id]
  for (const account_id of accounts) {
    const at = `${seatsPath(account_id)}/${seat_id}`
    expect((await shop.admin.post(`${at}/resend`)).status).toBe(404)
    expect((await shop.admin.delete(at)).status).toBe(404)
    expect((await shop.admin.get(`${at}/mail`)).status).toBe(404)
  }
  expect((await shop.admin.get(seatsPath(theirs.account_id))).status).toBe(404)
  expect((await browser.get('/portal')).status).toBe(200)
})

test('an invitation that was created earlier than the limit of an hour does not count', async () => {
  const { seat_id } = await invited(shop, newAddress())
  for (let sent = 1; sent < limits.portal_invitations_per_seat_and_hour; sent++)
    await shop.admin.post(`${path()}/${seat_id}/resend`)
  expect((await shop.admin.post(`${path()}/${seat_id}/resend`)).status).toBe(429)
  await age(seat_id, 61)
  expect((await shop.admin.post(`${path()}/${seat_id}/resend`)).status).toBe(200)
})
