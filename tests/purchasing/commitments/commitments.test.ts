import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { newSession } from '../../support/service/session.ts'
import { type Answer, newTenant } from '../../support/service/tenant.ts'

const faultOf = ({ status, body }: Answer) => [status, body.code, body.data?.field]

async function buyers() {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, { locations: ['Main'], categories: ['Coats', 'Scarves'] })
  return { tenant, ids, admin: await newSession(tenant), member: await newSession(tenant, { role: 'member' }) }
}

test('a commitment is declared, amended, approved, closed and retired only from the states that allow it', async () => {
  const { ids, admin, member } = await buyers()
  const declared = await member.post('/api/v1/commitments', {
    name: ' Spring/Summer 2027 ',
    budgets: [{ budget_cents: 100_000 }, { category_id: ids.categories.Coats, budget_cents: 500_000 }],
  })
  expect(declared.status).toBe(201)
  const { commitment_id, created_at, ...rest } = declared.body.data
  expect(Date.parse(created_at)).toBeGreaterThan(0)
  expect(rest).toEqual({
    name: 'Spring/Summer 2027',
    season_code: null,
    currency: 'USD',
    status: 'declared',
    budget_cents: 600_000,
    budgets: [
      { category_id: ids.categories.Coats, category: 'Coats', budget_cents: 500_000 },
      { category_id: null, category: null, budget_cents: 100_000 },
    ],
    orders: 0,
  })
  const at = (act = '') => `/api/v1/commitments/${commitment_id}${act}`
  const amended = await member.patch(at(), { season_code: 'SS27' })
  expect([amended.body.data.season_code, amended.body.data.budget_cents]).toEqual(['SS27', 600_000])
  const replaced = await member.patch(at(), { name: 'SS 2027', season_code: null, budgets: [{ budget_cents: 7 }] })
  expect(replaced.body.data).toMatchObject({ name: 'SS 2027', season_code: null, budget_cents: 7 })
  expect(replaced.body.data.budgets.length).toBe(1)
  const early = await admin.post(at('/close'))
  expect([early.status, early.body.code, early.body.data]).toEqual([
    409,
    'conflict',
    { act: 'close', status: 'declared', allowed_statuses: ['approved'] },
  ])
  expect((await admin.post(at('/approve'))).body.data.status).toBe('approved')
  expect((await admin.post(at('/approve'))).status).toBe(409)
  expect((await admin.post(at('/close'))).body.data.status).toBe('closed')
  expect((await member.patch(at(), { season_code: 'X' })).body.code).toBe('conflict')
  expect((await admin.post(at('/retire'))).body.data.status).toBe('retired')
  expect((await admin.post(at('/retire'))).body.code).toBe('conflict')
  expect((await member.get(at())).body.data).toMatchObject({ status: 'retired', budget_cents: 7 })
})

test('commitments are listed newest first, by status, with the number of their orders', async () => {
  const { tenant, ids, admin } = await buyers()
  const declare = async (name: string) =>
    (await admin.post('/api/v1/commitments', { name, currency: 'EUR', budgets: [] })).body.data.commitment_id
  const [first, second] = [await declare('First'), await declare('Second')]
  await admin.post(`/api/v1/commitments/${first}/approve`)
  await tenant.post(`/api/v1/organizations/${tenant.organization_id}/purchase-orders`, {
    location_id: ids.locations.Main,
    commitment_id: first,
  })
  const page = (await admin.get('/api/v1/commitments?limit=1')).body.data
  expect([page.rows.map((row: any) => row.commitment_id), page.filtered_max_size]).toEqual([[second], 2])
  const approved = (await admin.get('/api/v1/commitments?status=approved')).body.data
  expect(approved.rows).toMatchObject([
    { commitment_id: first, orders: 1, currency: 'EUR', budget_cents: 0, budgets: [] },
  ])
  expect((await admin.get('/api/v1/commitments?offset=9')).body.data).toMatchObject({ rows: [], filtered_max_size: 2 })
})

test('a duplicate name, a repeated or unknown category and an unknown commitment are refused', async () => {
  const { ids, admin } = await buyers()
  const declare = (body: Record<string, unknown>) =>
    admin.post('/api/v1/commitments', { name: 'First', budgets: [], ...body })
  const { commitment_id } = (await declare({})).body.data
  const other = (await declare({ name: 'Second' })).body.data.commitment_id
  expect(faultOf(await declare({}))).toEqual([400, 'bad_request', 'name'])
  expect(faultOf(await declare({ name: '  ' }))).toEqual([400, 'bad_request', 'name'])
  const coats = { category_id: ids.categories.Coats, budget_cents: 1 }
  const named = (budgets: unknown[]) => declare({ name: 'Third', budgets })
  expect(faultOf(await named([coats, coats]))).toEqual([400, 'bad_request', 'budgets[1].category_id'])
  expect(faultOf(await named([{ budget_cents: 1 }, coats, { budget_cents: 2 }]))).toEqual([
    400,
    'bad_request',
    'budgets[2].category_id',
  ])
  expect(faultOf(await named([{ category_id: uuidv7(), budget_cents: 1 }]))).toEqual([
    400,
    'bad_request',
    'budgets[0].category_id',
  ])
  expect(faultOf(await named([{ category_id: 'none', budget_cents: 1 }]))[2]).toBe('budgets[0].category_id')
  expect(faultOf(await named([{ budget_cents: -1 }]))[0]).toBe(400)
  const amend = (id: string, body: unknown) => admin.patch(`/api/v1/commitments/${id}`, body)
  expect(faultOf(await amend(other, { name: 'First' }))).toEqual([400, 'bad_request', 'name'])
  expect((await amend(commitment_id, { name: 'First' })).status).toBe(200)
  expect(faultOf(await amend(other, {}))).toEqual([400, 'bad_request', 'body'])
  for (const answer of [
    await admin.get(`/api/v1/commitments/${uuidv7()}`),
    await amend(uuidv7(), { name: 'X' }),
    ...(await Promise.all(
      ['approve', 'close', 'retire'].map((act) => admin.post(`/api/v1/commitments/${uuidv7()}/${act}`)),
    )),
  ])
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
})

test('of commitments that are declared or renamed at once with one name, one gets it and the others are refused', async () => {
  const { admin } = await buyers()
  const declare = (name: string) => admin.post('/api/v1/commitments', { name, budgets: [] })
  const declared = await Promise.all(Array.from({ length: 4 }, () => declare('Same')))
  expect(declared.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400])
  const refused = declared.filter(({ status }) => status === 400)
  for (const answer of refused) expect(faultOf(answer)).toEqual([400, 'bad_request', 'name'])
  const others = await Promise.all(['One', 'Two', 'Three'].map(declare))
  const renamed = await Promise.all(
    others.map(({ body }) => admin.patch(`/api/v1/commitments/${body.data.commitment_id}`, { name: 'Next' })),
  )
  expect(renamed.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
})

test('a commitment is declared in a currency of ISO 4217', async () => {
  const { admin } = await buyers()
  const declare = (currency: string) => admin.post('/api/v1/commitments', { name: currency, currency, budgets: [] })
  expect(faultOf(await declare('XQX'))).toEqual([400, 'bad_request', 'currency'])
  expect((await declare('EUR')).body.data.currency).toBe('EUR')
})
