/** Every table is decided on, and no secret is in an archive. */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { exportedTables, leftOutTables } from '../../../server/platform/organization_export/declaration.ts'
import { insertRows } from '../../support/fixtures/insert_rows.ts'
import { testDatabase } from '../../support/database.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { addEveryRecord } from './every_record.ts'
import { exportTo, newFolder } from './support.ts'

setDefaultTimeout(120_000)

const folder = newFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('every table with an organization_id is exported or left out with a reason, and never both', async () => {
  const { sql } = await testDatabase()
  const tables = await sql<{ table_name: string }[]>`
    select c.table_name from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = 'public' and c.column_name = 'organization_id' and t.table_type = 'BASE TABLE'
      -- Tables that other tests make for themselves.
      and c.table_name not like 'test\\_%'`
  const decided = [...exportedTables.map(({ name }) => name), ...Object.keys(leftOutTables)]
  expect(decided.toSorted()).toEqual(tables.map(({ table_name }) => table_name).toSorted())
})

test('every column of an exported table is exported or left out with a reason', async () => {
  const { sql } = await testDatabase()
  const rows = await sql<{ table_name: string; column_name: string }[]>`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and column_name <> 'organization_id'`
  for (const { name, columns, left_out } of exportedTables) {
    const declared = [...columns.map((column) => column.name), ...Object.keys(left_out)]
    const found = rows.filter(({ table_name }) => table_name === name).map(({ column_name }) => column_name)
    expect({ name, columns: declared.toSorted() }).toEqual({ name, columns: found.toSorted() })
  }
})

test('no exported column is encrypted, a hash of a secret or a reference to a user', async () => {
  const { sql } = await testDatabase()
  const suspicious = await sql<{ column: string }[]>`
    select table_name || '.' || column_name as column from information_schema.columns
    where table_schema = 'public'
      and (data_type = 'bytea' or column_name ~ '(secret|token|password|encrypt|hash|sha256|private)')`
  const toUsers = await sql<{ column: string }[]>`
    select conrelid::regclass || '.' || a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and c.confrelid = '"user"'::regclass`
  const exported = new Set(exportedTables.flatMap(({ name, columns }) => columns.map((one) => `${name}.${one.name}`)))
  const found = [...suspicious, ...toUsers].map(({ column }) => column).filter((column) => exported.has(column))
  // The pseudonym of a customer cannot be reversed without the key, which is left out.
  // Interchanges are archived as they travelled, without personal data of consumers.
  expect(found.toSorted()).toEqual(['customers.pseudonym', 'edi_interchanges.content', 'edi_interchanges.content_hash'])
})

test('no secret of an organisation is in its archive', async () => {
  const tenant = await newTenant()
  const { user_token } = await addEveryRecord(tenant)
  const { sql } = tenant.service.database
  const canary = () => randomBytes(32)
  const [customerKey, webhookSecret, warehouseToken] = [canary(), canary(), canary()]
  const hex = (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`
  const { organization_id } = tenant
  await insertRows(tenant, 'customer_keys', [{ encrypted_key: hex(customerKey), created_at: '2026-11-20T09:30:00Z' }])
  await sql`update webhooks set encrypted_secret = ${webhookSecret} where organization_id = ${organization_id}`
  const { count } = await sql`
    update warehouse_connections set url = 'https://warehouse.example.com/canary-path', encrypted_token = ${warehouseToken}
    where organization_id = ${organization_id}`
  expect(count).toBeGreaterThan(0)
  await sql`
    insert into remembered_writes (organization_id, api_key_id, idempotency_key, operation, fingerprint, status, answer,
      forget_at)
    values (${organization_id}, ${tenant.api_key_id}, 'canary-idempotency-key', 'x', ${canary()}, 200,
      '{"canary":"canary-answer"}', now() + interval '1 day')`
  await sql`update products set title = 'canary-title' where organization_id = ${organization_id}`
  const stored = await sql<{ secret: Uint8Array }[]>`
    select id_key as secret from organizations where organization_id = ${organization_id}
    union all select key_hash from api_keys where organization_id = ${organization_id}
    union all select token_hash from invitations where organization_id = ${organization_id}`
  const people = await sql<{ id: string; email: string }[]>`
    select u.id, u.email from "user" u join memberships m on m.user_id = u.id
    where m.organization_id = ${organization_id}`
  await exportTo(tenant, `${folder}/canary.tar.gz`)
  const archive = gunzipSync(readFileSync(`${folder}/canary.tar.gz`)).toString('latin1')
  const secrets = [customerKey, webhookSecret, warehouseToken, ...stored.map(({ secret }) => Buffer.from(secret))]
  expect(secrets.length).toBeGreaterThan(6)
  const texts = [
    ...secrets.flatMap((bytes) => [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')]),
    ...people.flatMap(({ id, email }) => [id, email]),
    tenant.api_key,
    user_token,
    'canary-idempotency-key',
    'canary-answer',
    'canary-path',
  ]
  expect(texts.filter((text) => archive.includes(text))).toEqual([])
  // The search finds what is exported.
  expect(archive).toContain('canary-title')
})
