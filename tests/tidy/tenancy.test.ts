/** Every statement that names a table of organisations works on one organisation. */
import { expect, test } from 'bun:test'
import { globSync } from 'node:fs'
import { getTableColumns, getTableName, isTable } from 'drizzle-orm'
import { readSource, repository } from '../sql/check/program.ts'
import { readStatements } from '../sql/check/statements.ts'
import { tableStatements } from '../sql/check/tables.ts'
import { acrossOrganizations } from './across_organizations.ts'
import { unrestrictedTables } from './tenancy.ts'

const schema = globSync('**/*.ts', { cwd: `${repository}/db/schema` }).map(
  (name) => import(`${repository}/db/schema/${name}`) as Promise<Record<string, unknown>>,
)
const tenantTables = new Set(
  (await Promise.all(schema))
    .flatMap((module) => Object.values(module))
    .flatMap((value) => (isTable(value) && 'organization_id' in getTableColumns(value) ? [getTableName(value)] : [])),
)

interface Finding {
  file: string
  /** `server/ledger/book.ts:64 stock_levels` */
  line: string
}

async function findUnrestricted(texts?: Record<string, string>): Promise<Finding[]> {
  const source = readSource(texts)
  const { resolved } = await readStatements(source)
  const declared = texts === undefined ? await tableStatements() : []
  const statements = [
    ...resolved.map(({ node, forms }) => ({ place: source.placeOf(node), forms })),
    ...declared.map(({ place, form }) => ({ place, forms: [form] })),
  ]
  return statements.flatMap(({ place, forms }) => {
    const tables = new Set(forms.flatMap(({ text }) => unrestrictedTables(text, tenantTables)))
    return tables.size === 0 ? [] : [{ file: place.split(/[: ]/)[0]!, line: `${place} ${[...tables].join(' ')}` }]
  })
}

test('every statement on a tenant table is restricted to one organisation, unless it is listed', async () => {
  const byFile = Map.groupBy(await findUnrestricted(), ({ file }) => file)
  const unlisted = [...byFile].flatMap(([file, found]) =>
    found.length === acrossOrganizations[file]?.statements ? [] : found.map(({ line }) => line),
  )
  expect(unlisted).toEqual([])
  expect(Object.keys(acrossOrganizations).filter((file) => !byFile.has(file))).toEqual([])
}, 120_000)

const sound = `
import type { Sql } from '../../server/contract/call.ts'
const at = (sql: Sql, organization_id: string) => sql\`l.organization_id = \${organization_id}\`
export const readRows = (sql: Sql, organization_id: string, sku: string) => sql<{ sku: string }[]>\`
  select v.sku from stock_levels l
  join variants v on v.organization_id = l.organization_id and v.variant_id = l.variant_id
  where \${at(sql, organization_id)} and v.sku = \${sku} and exists (
    select from locations where organization_id = \${organization_id} and location_id = l.location_id)\`
`

test('removing one condition on the organisation from a statement or from its fragment is noticed', async () => {
  const removed: Record<string, string> = {
    none: '',
    join: 'v.organization_id = l.organization_id and ',
    fragment: 'l.organization_id = ${organization_id}',
    subquery: 'organization_id = ${organization_id} and location_id',
  }
  const texts = Object.entries(removed).map(([name, part]) => [
    `${import.meta.dirname}/injected_${name}.ts`,
    sound.replace(part, () => (part.endsWith('location_id') ? 'location_id' : name === 'fragment' ? 'true' : '')),
  ])
  const found = await findUnrestricted(Object.fromEntries(texts) as Record<string, string>)
  const tablesOf = (name: string) =>
    found
      .find(({ file }) => file.endsWith(`injected_${name}.ts`))
      ?.line.split(' ')
      .slice(1)
  expect(tablesOf('none')).toBeUndefined()
  expect(tablesOf('join')).toEqual(['variants'])
  expect(tablesOf('fragment')).toEqual(['stock_levels', 'variants'])
  expect(tablesOf('subquery')).toEqual(['locations'])
}, 120_000)

test('an equation restricts its tables only where it holds for every row and leads to a parameter', () => {
  const tablesOf = (statement: string) => unrestrictedTables(statement, tenantTables)
  const joined = 'select v.sku from variants v join products p on p.organization_id = v.organization_id'
  expect(tablesOf(joined)).toEqual(['variants', 'products'])
  expect(tablesOf(`${joined} where p.organization_id = $1`)).toEqual([])
  expect(tablesOf(`${joined} where ($1::uuid is null or p.organization_id = $1)`)).toEqual(['variants', 'products'])
  expect(
    tablesOf('select from variants v join products p using (organization_id) where p.organization_id = $1'),
  ).toEqual([])
  expect(tablesOf('update variants v set sku = $2 from old where v.variant_id = old.variant_id')).toEqual(['variants'])
  expect(tablesOf('delete from variants where (organization_id, sku) in (select $1::uuid, $2)')).toEqual([])
  expect(tablesOf('insert into variants (variant_id, sku) values ($1, $2)')).toEqual(['variants'])
  expect(tablesOf('select 1 from variants where organization_id = $1 union select 1 from products')).toEqual([
    'products',
  ])
})
