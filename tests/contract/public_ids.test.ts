/** Ids derived from a sequence of the whole service must not reveal to one organisation how much others write. */
import { createHash } from 'node:crypto'
import { expect, test } from 'bun:test'
import { moveStock, setFixture } from '../support/fixtures/catalogue.ts'
import { insertRows } from '../support/fixtures/insert_rows.ts'
import { testService } from '../support/service/service.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'

const half = 2 ** 26
const lowest = 2 ** 52

function mix(key: Uint8Array, round: number, low: number): number {
  const input = Buffer.alloc(key.byteLength + 8)
  input.set(key)
  input.writeBigInt64BE(BigInt(low) * 16n + BigInt(round), key.byteLength)
  return createHash('sha256').update(input).digest().readUInt32BE(0) >>> 6
}

/** The number behind a public id: the permutation inverted independently of the database. */
function numberOf(key: Uint8Array, id: number): number {
  let [high, low] = [Math.floor((id - lowest) / half), (id - lowest) % half]
  for (let round = 6; round >= 1; round--) [high, low] = [low ^ mix(key, round, high), high]
  return high * half + low
}

const keyOf = async ({ service, organization_id }: Tenant): Promise<Uint8Array> => {
  const [row] = await service.database.sql<{ id_key: Uint8Array }[]>`
    select id_key from organizations where organization_id = ${organization_id}`
  return row!.id_key
}

const isPublic = (id: number) => Number.isSafeInteger(id) && id >= lowest
const isSorted = (ids: readonly number[]) => ids.every((id, i) => i === 0 || id > ids[i - 1]!)

test('contact ids are exact integers in no order, and two organisations number the same contacts differently', async () => {
  const [ours, theirs] = [await newTenant(), await newTenant()]
  const ids: Record<string, number[]> = { [ours.organization_id]: [], [theirs.organization_id]: [] }
  for (let i = 0; i < 12; i++) {
    for (const tenant of [ours, theirs]) {
      const body = { name: `Contact ${i}`, preferred_contact_method: 'EMAIL', email: `c${i}@example.com` }
      const made = await tenant.post('/api/v1/contacts', body)
      ids[tenant.organization_id]!.push(Number(made.body.data.id))
    }
  }
  for (const tenant of [ours, theirs]) {
    const own = ids[tenant.organization_id]!
    expect(own.every(isPublic)).toBe(true)
    expect(isSorted(own)).toBe(false)
    const key = await keyOf(tenant)
    expect(isSorted(own.map((id) => numberOf(key, id)))).toBe(true)
    expect((await tenant.get(`/api/v1/contacts/${own[3]}`)).body.data.name).toBe('Contact 3')
  }
  // Decoded with our own key, another organisation's ids are random.
  const key = await keyOf(ours)
  expect(isSorted(ids[theirs.organization_id]!.map((id) => numberOf(key, id)))).toBe(false)
  expect((await ours.get(`/api/v1/contacts/${ids[theirs.organization_id]![0]}`)).status).toBe(404)
})

test('movements at the same instant are listed in the order of recording, which their ids do not reveal', async () => {
  const tenant = await newTenant()
  const catalogue = await setFixture(tenant, {
    locations: ['Main'],
    products: [{ title: 'Shirt', variants: [{ sku: 'A', unit_cost: '10.0000', stock: { Main: 1 } }] }],
  })
  const occurred_at = '2026-11-06T08:00:00Z'
  for (let i = 1; i <= 12; i++)
    await moveStock(tenant, catalogue, [{ sku: 'A', location: 'Main', kind: 'stocktake', quantity: 1, occurred_at }])
  const pair = `variant_id=${catalogue.variants.A}&location_id=${catalogue.locations.Main}`
  const answer = await tenant.get(`/api/v1/inventory/movements?${pair}&until=2026-11-07T00:00:00Z&limit=100`)
  const rows = answer.body.data.rows as { id: number; sequence: number }[]
  const sequences = rows.map(({ sequence }) => sequence)
  expect(sequences).toEqual(sequences.toSorted((a, b) => b - a))
  const ids = rows.map(({ id }) => id).toReversed()
  expect(ids.every(isPublic)).toBe(true)
  expect(isSorted(ids)).toBe(false)
  const key = await keyOf(tenant)
  expect(isSorted(ids.map((id) => numberOf(key, id)))).toBe(true)
})

test('catalogue changes at the same instant keep their order, which their ids do not reveal', async () => {
  const tenant = await newTenant()
  const catalogue = await setFixture(tenant, { products: [{ title: 'Shirt', variants: [{ sku: 'A' }] }] })
  const product_id = catalogue.products.Shirt
  for (let i = 0; i < 12; i++)
    await insertRows(tenant, 'catalogue_events', [
      { product_id, kind: 'updated', value: String(i), actor: 'import', occurred_at: '2026-11-20T09:30:00Z' },
    ])
  const answer = await tenant.get(`/api/v1/variants/events?product_id=${product_id}&limit=100`)
  const rows = answer.body.data.rows.filter((row: any) => row.kind === 'updated')
  expect(rows.map((row: any) => row.value)).toEqual(Array.from({ length: 12 }, (_, i) => String(11 - i)))
  const ids = rows.map((row: any) => row.event_id).toReversed()
  expect(ids.every(isPublic)).toBe(true)
  expect(isSorted(ids)).toBe(false)
})

test('the permutation is a bijection from the first number to the last, and its inverse restores every number', async () => {
  const { sql } = (await testService()).database
  const [counted] = await sql<{ ids: number; least: number; most: number }[]>`
    select count(distinct id)::int as ids, min(id)::float8 as least, max(id)::float8 as most
    from (select public_id('\\x00ff10'::bytea, n) as id from generate_series(1, 20000) n) made`
  expect(counted!.ids).toBe(20_000)
  expect([isPublic(counted!.least), isPublic(counted!.most)]).toEqual([true, true])
  const key = Buffer.from('00ff10', 'hex')
  for (const number of [0, 1, half - 1, half, 123_456_789_012, lowest - 1]) {
    const [row] = await sql<{ id: number }[]>`select public_id(${key}, ${number}::bigint)::float8 as id`
    expect(numberOf(key, row!.id)).toBe(number)
  }
  for (const number of [-1, lowest])
    await expect(Promise.resolve(sql`select public_id(${key}, ${number}::bigint)`)).rejects.toMatchObject({
      code: '22003',
    })
})
