import { expect, setDefaultTimeout, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { WriteContext } from '../../../server/imports/record_diff.ts'
import { openSecretBox } from '../../../server/secrets/secret_box.ts'
import { coarseRegion, type CustomerRecord, shortenName } from '../../../server/selling/customers/customer.rules.ts'
import {
  type CustomerUndo,
  diffCustomers,
  undoCustomers,
  writeCustomers,
} from '../../../server/selling/customers/diff_customers.ts'
import { insertRows } from '../../support/fixtures/catalogue.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { useDatabase } from '../support/sales.ts'

setDefaultTimeout(60_000)
const db = useDatabase()
const secrets = openSecretBox('a secret key of the tests')

const contextOf = ({ organization_id }: Tenant): WriteContext => ({
  organization_id,
  actor: 'test',
  now: '2026-11-20T10:00:00Z',
  currency: 'USD',
  time_zone: 'UTC',
})

async function importCustomers(tenant: Tenant, records: readonly CustomerRecord[]) {
  return db().write(async (sql) => {
    const diffs = await diffCustomers(secrets)(sql, contextOf(tenant), records)
    const writes = diffs.flatMap((one) => ('write' in one ? [one.write] : []))
    const written = await writeCustomers(secrets)(sql, contextOf(tenant), writes)
    return {
      diffs,
      outcomes: diffs.map(({ outcome }) => outcome),
      undos: written.map(({ undo }) => undo as CustomerUndo),
    }
  })
}

const rowsOf = async (tenant: Tenant): Promise<any[]> => tenant.service.database.sql`
  select customer_id, kind, encode(pseudonym, 'hex') as pseudonym, email_domain, display_name, display_name_words,
    country_code, region, source_system, external_id, redacted_at, redacted_by
  from customers where organization_id = ${tenant.organization_id} order by customer_id`

const ada = {
  email: ' Ada.Lovelace@Example.com ',
  name: 'Ada King Lovelace',
  country_code: 'GB',
  postcode: 'SW1A 1AA',
  source_system: 'Tillpoint',
  external_id: '4711',
}

test('a customer is stored as a pseudonym, a domain and a shortened name, and as nothing else', async () => {
  const tenant = await newTenant()
  expect((await importCustomers(tenant, [ada])).outcomes).toEqual(['created'])
  const { sql } = tenant.service.database
  const [stored] = await sql`select encrypted_key from customer_keys where organization_id = ${tenant.organization_id}`
  const key = secrets.decrypt(stored!.encrypted_key, tenant.organization_id)
  expect(await rowsOf(tenant)).toMatchObject([
    {
      kind: 'consumer',
      pseudonym: createHmac('sha256', key).update('ada.lovelace@example.com').digest('hex'),
      email_domain: 'example.com',
      display_name: 'Ada L.',
      display_name_words: ['ada', 'l'],
      country_code: 'GB',
      region: 'SW',
    },
  ])
  const [text] = await sql`
    select string_agg(to_jsonb(c)::text, ' ') as all from customers c where organization_id = ${tenant.organization_id}`
  for (const word of ['lovelace', 'King', 'SW1', '@']) expect(text!.all.toLowerCase()).not.toContain(word.toLowerCase())
  expect(Buffer.from(stored!.encrypted_key).toString('latin1')).not.toContain(key)
})

test('the same people are unchanged, whatever the spelling of the address; other facts change them', async () => {
  const tenant = await newTenant()
  await importCustomers(tenant, [ada, { email: 'grace@example.org', name: 'Grace' }])
  const again = [{ ...ada, email: 'ADA.LOVELACE@EXAMPLE.COM' }, { email: 'grace@example.org' }]
  expect((await importCustomers(tenant, again)).outcomes).toEqual(['unchanged', 'unchanged'])
  const moved = await importCustomers(tenant, [
    { ...ada, email: 'ada@example.net' },
    { email: 'grace@example.org', region: 'Ohio' },
  ])
  expect(moved.diffs).toMatchObject([
    {
      outcome: 'changed',
      changes: [
        { field: 'email', previous_value: null, value: null },
        { field: 'email_domain', previous_value: 'example.com', value: 'example.net' },
      ],
    },
    { outcome: 'changed', changes: [{ field: 'region', previous_value: null, value: 'Ohio' }] },
  ])
  expect((await rowsOf(tenant)).length).toBe(2)
  expect(await db().write((sql) => undoCustomers(sql, contextOf(tenant), moved.undos))).toEqual([
    { outcome: 'undone' },
    { outcome: 'undone' },
  ])
  expect((await importCustomers(tenant, again)).outcomes).toEqual(['unchanged', 'unchanged'])
})

test('two organisations know one address under different pseudonyms', async () => {
  const [one, other] = [await newTenant(), await newTenant()]
  for (const tenant of [one, other]) await importCustomers(tenant, [ada])
  const [[first], [second]] = [await rowsOf(one), await rowsOf(other)]
  expect(first.pseudonym).not.toBe(second.pseudonym)
})

test('two first imports at once use one key and leave one customer, or one of them is refused whole', async () => {
  const tenant = await newTenant()
  await Promise.allSettled([importCustomers(tenant, [ada]), importCustomers(tenant, [ada])])
  expect((await rowsOf(tenant)).length).toBe(1)
  expect((await importCustomers(tenant, [ada])).outcomes).toEqual(['unchanged'])
})

test('records that name nobody, repeat or contradict are refused, and never with the address', async () => {
  const tenant = await newTenant()
  const account_id = uuidv7()
  await insertRows(tenant, 'trading_partners', [{ trading_partner_id: account_id, name: 'Nordhaus' }])
  await importCustomers(tenant, [ada, { source_system: 'Tillpoint', external_id: '1', name: 'Bo Ek' }])
  const { diffs } = await importCustomers(tenant, [
    { name: 'Nobody' },
    { email: 'not an address' },
    { ...ada, external_id: '1' },
    { email: 'a@example.com', trading_partner_id: account_id },
    { email: 'A@example.com' },
    { email: 'b@example.com', trading_partner_id: uuidv7(), country_code: 'uk' },
    { email: 'c@example.com', external_id: '9' },
  ])
  const fields = diffs.map((one) => (one.outcome === 'refused' ? one.faults.map(({ field }) => field) : one.outcome))
  expect(fields).toEqual([
    ['email'],
    ['email'],
    ['external_id'],
    'created',
    ['email'],
    ['country_code', 'trading_partner_id'],
    ['source_system'],
  ])
  expect(JSON.stringify(diffs.filter(({ outcome }) => outcome === 'refused'))).not.toContain('@')
  expect((await rowsOf(tenant)).map(({ kind }) => kind).toSorted()).toEqual(['account', 'consumer', 'consumer'])
})

test('names are shortened and regions are coarse', () => {
  expect(
    ['Ada Lovelace', ' Ada ', 'Élise de la Tour', 'ada@example.com', 'Tel 0171 5551234', ''].map(shortenName),
  ).toEqual(['Ada L.', 'Ada', 'Élise T.', null, null, null])
  expect(coarseRegion({ region: 'US-CA', postcode: '94103' })).toBe('US-CA')
  expect(coarseRegion({ region: '12345 Main Street', postcode: '94103' })).toBe('94')
  expect(coarseRegion({ region: null, postcode: '9' })).toBe(null)
})

test('redacting erases the person once and keeps the rest, and only for an admin of the organisation', async () => {
  const tenant = await newTenant()
  await importCustomers(tenant, [ada])
  const [{ customer_id }] = (await rowsOf(tenant)) as [any]
  const path = `/api/v1/sales/customers/${customer_id}/redact`
  const member = await newSession(tenant, { role: 'member' })
  expect((await member.post(path)).status).toBe(403)
  const stranger = await newSession(await newTenant())
  expect((await stranger.post(path)).body.code).toBe('not_found')
  expect((await rowsOf(tenant))[0].display_name).toBe('Ada L.')
  const admin = await newSession(tenant)
  const first = await admin.post(path)
  expect(first.status).toBe(200)
  expect((await admin.post(path)).body.data).toEqual(first.body.data)
  expect(await rowsOf(tenant)).toMatchObject([
    {
      customer_id,
      pseudonym: null,
      email_domain: null,
      display_name: null,
      display_name_words: [],
      external_id: null,
      country_code: 'GB',
      region: 'SW',
      redacted_by: expect.stringContaining('user:'),
    },
  ])
})
