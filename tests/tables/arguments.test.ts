import { expect, setDefaultTimeout, test } from 'bun:test'
import { newTenant, type Tenant } from '../support/service/tenant.ts'
import { filterArgs, insertProduct, insertVariants } from './support.ts'

setDefaultTimeout(60_000)

const path = '/api/v1/variants/table'

async function refusal(tenant: Tenant, query: string): Promise<{ field: string; rule: string; allowed?: any[] }> {
  const answer = await tenant.get(`${path}?${query}`)
  expect([query.slice(0, 200), answer.status, answer.body.code]).toEqual([query.slice(0, 200), 400, 'bad_request'])
  expect(answer.body.message.desc).toContain(answer.body.data.field)
  return answer.body.data
}

async function skus(tenant: Tenant, query: string): Promise<string[]> {
  const answer = await tenant.get(`${path}?limit=100&${query}`)
  expect([query.slice(0, 200), answer.status]).toEqual([query.slice(0, 200), 200])
  expect(answer.body.data.filtered_max_size).toBe(answer.body.data.size)
  return answer.body.data.rows.map((row: any) => row.sku)
}

async function threeVariants(): Promise<Tenant> {
  const tenant = await newTenant()
  await insertVariants(tenant, await insertProduct(tenant), [{ sku: 'A' }, { sku: 'B' }, { sku: 'C' }])
  return tenant
}

test('limit accepts 1 to 10,000 and offset 0 to 2,147,483,646, and nothing beyond', async () => {
  const tenant = await threeVariants()
  for (const [query, size] of [
    ['', 3],
    ['limit=1', 1],
    ['limit=10000', 3],
    ['offset=0', 3],
    ['offset=2', 1],
    ['offset=3', 0],
    ['offset=2147483646', 0],
    ['limit=10000&offset=2147483646', 0],
  ] as const) {
    const answer = await tenant.get(`${path}?${query}`)
    expect([query, answer.status, answer.body.data.size]).toEqual([query, 200, size])
    expect(answer.body.data.filtered_max_size).toBe(3)
  }
  for (const limit of ['0', '-1', '10001', '2147483648', '1.5', '1e3', '0x10', '+5', '', ' 5', 'NaN', '9'.repeat(40)])
    expect((await refusal(tenant, `limit=${encodeURIComponent(limit)}`)).field).toBe('limit')
  for (const offset of ['-1', '2147483647', '2147483648', '1.5', 'null', '']) {
    expect((await refusal(tenant, `offset=${offset}`)).field).toBe('offset')
  }
})

test('a repeated or unknown parameter is refused, and the error lists the allowed ones', async () => {
  const tenant = await threeVariants()
  for (const [name, value] of [
    ['limit', '5'],
    ['offset', '1'],
    ['sort_args', 'sku'],
    ['search', 'A'],
    ['filter_args', '[]'],
  ]) {
    const { field, rule } = await refusal(tenant, `${name}=${value}&${name}=${value}`)
    expect([field, rule]).toEqual([name!, 'is given more than once'])
  }
  const { field, allowed } = await refusal(tenant, 'cursor=abc')
  expect(field).toBe('cursor')
  expect(allowed).toEqual(['offset', 'limit', 'filter_args', 'sort_args', 'search', 'updated_since'])
})

test('only published keys, operations and columns are accepted, and the error lists them', async () => {
  const tenant = await threeVariants()
  const key = await refusal(
    tenant,
    `filter_args=${filterArgs({ key: 'organization_id', operation: 'eq', value: 'x' })}`,
  )
  expect(key.field).toBe('filter_args[0].key')
  expect(key.allowed).toContain('sku')
  expect(key.allowed).not.toContain('organization_id')
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'SKU', 'v.sku', 7, null, ['sku']])
    expect(
      (await refusal(tenant, `filter_args=${filterArgs({ key: name as string, operation: 'eq', value: 'x' })}`)).field,
    ).toBe('filter_args[0].key')
  const operation = await refusal(
    tenant,
    `filter_args=${filterArgs({ key: 'price_cents', operation: 'contains', value: 1 })}`,
  )
  expect(operation).toMatchObject({
    field: 'filter_args[0].operation',
    allowed: ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'between', 'is_empty', 'is_not_empty'],
  })
  expect((await refusal(tenant, `filter_args=${filterArgs({ key: 'sku', operation: 'constructor' })}`)).field).toBe(
    'filter_args[0].operation',
  )
  for (const sort of ['barcode', 'nope', '--sku', 'sku desc', 'sku,', ',', 'SKU', '1', '__proto__']) {
    const { field, allowed } = await refusal(tenant, `sort_args=${encodeURIComponent(sort)}`)
    expect([sort, field]).toEqual([sort, 'sort_args'])
    expect(allowed).toContain('sku')
  }
  expect((await refusal(tenant, 'sort_args=sku,-sku')).rule).toContain('twice')
  expect(await skus(tenant, 'sort_args=-sku')).toEqual(['C', 'B', 'A'])
  expect(await skus(tenant, 'sort_args=%2Bsku')).toEqual(['A', 'B', 'C'])
  expect(await skus(tenant, 'sort_args=+sku')).toEqual(['A', 'B', 'C'])
  expect(await skus(tenant, 'sort_args=product_title,-sku')).toEqual(['C', 'B', 'A'])
})

test('50 filters are accepted and 51 refused; in accepts 1 to 1,000 values', async () => {
  const tenant = await threeVariants()
  const many = (count: number) =>
    filterArgs(...Array.from({ length: count }, () => ({ key: 'sku', operation: 'neq', value: 'A' })))
  expect(await skus(tenant, `filter_args=${many(50)}`)).toEqual(['B', 'C'])
  expect(await refusal(tenant, `filter_args=${many(51)}`)).toMatchObject({ field: 'filter_args' })
  const list = (count: number) =>
    encodeURIComponent(
      JSON.stringify([{ key: 'sku', operation: 'in', value: Array.from({ length: count }, () => 'B') }]),
    )
      .replaceAll('%2C', ',')
      .replaceAll('%22', '"')
  expect(await skus(tenant, `filter_args=${list(1_000)}`)).toEqual(['B'])
  expect(await refusal(tenant, `filter_args=${list(1_001)}`)).toMatchObject({
    field: 'filter_args[0].value',
    rule: 'may list at most 1000 values',
  })
  expect((await refusal(tenant, `filter_args=${list(0)}`)).field).toBe('filter_args[0].value')
})

test('filter_args that is not a JSON array of filters is refused with the position of the error', async () => {
  const tenant = await threeVariants()
  for (const [text, field] of [
    ['{', 'filter_args'],
    ['{}', 'filter_args'],
    ['"sku"', 'filter_args'],
    ['null', 'filter_args'],
    ['[null]', 'filter_args[0]'],
    ['[[]]', 'filter_args[0]'],
    ['["sku"]', 'filter_args[0]'],
    ['[{"key":"sku","operation":"eq","value":"A","or":1}]', 'filter_args[0].or'],
    ['[{"key":"sku","operation":"eq","__proto__":{}}]', 'filter_args[0].__proto__'],
    ['[{"key":"sku"}]', 'filter_args[0].operation'],
    ['[{"operation":"eq","value":"A"}]', 'filter_args[0].key'],
    ['[{"key":"sku","operation":"eq"}]', 'filter_args[0].value'],
    ['[{"key":"sku","operation":"eq","value":null}]', 'filter_args[0].value'],
    ['[{"key":"sku","operation":"eq","value":5}]', 'filter_args[0].value'],
    ['[{"key":"sku","operation":"in","value":"A"}]', 'filter_args[0].value'],
    ['[{"key":"sku","operation":"in","value":["A",5]}]', 'filter_args[0].value[1]'],
    ['[{"key":"price_cents","operation":"eq","value":"05"}]', 'filter_args[0].value'],
    ['[{"key":"price_cents","operation":"eq","value":"5.5"}]', 'filter_args[0].value'],
    ['[{"key":"price_cents","operation":"eq","value":""}]', 'filter_args[0].value'],
    ['[{"key":"price_cents","operation":"eq","value":"9007199254740993"}]', 'filter_args[0].value'],
    ['[{"key":"unit_cost","operation":"eq","value":"1e3"}]', 'filter_args[0].value'],
    ['[{"key":"price_cents","operation":"eq","value":5.5}]', 'filter_args[0].value'],
    ['[{"key":"price_cents","operation":"gt","value":9007199254740993}]', 'filter_args[0].value'],
    ['[{"key":"price_cents","operation":"between","value":[1]}]', 'filter_args[0].value'],
    ['[{"key":"price_cents","operation":"between","value":[1,2,3]}]', 'filter_args[0].value'],
    ['[{"key":"unit_cost","operation":"gt","value":1e15}]', 'filter_args[0].value'],
    ['[{"key":"last_updated_at","operation":"gt","value":"2023-02-30T00:00:00Z"}]', 'filter_args[0].value'],
    ['[{"key":"last_updated_at","operation":"gt","value":"2023-02-03T00:00:00"}]', 'filter_args[0].value'],
    ['[{"key":"sku","operation":"eq","value":"\\u0000"}]', 'filter_args[0].value'],
    ['[{"key":"sku","operation":"eq","value":"\\ud800"}]', 'filter_args[0].value'],
    [`[{"key":"sku","operation":"eq","value":"${'x'.repeat(501)}"}]`, 'filter_args[0].value'],
  ]) {
    const refused = await refusal(tenant, `filter_args=${encodeURIComponent(text!)}`)
    expect([text, refused.field]).toEqual([text!, field!])
  }
  expect(await skus(tenant, 'filter_args=')).toEqual(['A', 'B', 'C'])
  expect(await skus(tenant, 'filter_args=[]')).toEqual(['A', 'B', 'C'])
})

test('a filter accepts prices above two thousand million cents', async () => {
  const tenant = await newTenant()
  await insertVariants(tenant, await insertProduct(tenant), [
    { sku: 'RING', price_cents: 3_000_000_000 },
    { sku: 'SOCK', price_cents: 1 },
  ])
  const dear = filterArgs({ key: 'price_cents', operation: 'gte', value: 2_500_000_000 })
  expect(await skus(tenant, `filter_args=${dear}`)).toEqual(['RING'])
})

const hostile = [
  `'`,
  `"`,
  `\\`,
  `' or '1'='1`,
  `'; drop table variants; --`,
  `x'); delete from variants where ('1'='1`,
  `A' union select null, key_hash from api_keys --`,
  `$1`,
  `$1::text`,
  `\${organization_id}`,
  `%`,
  `_`,
  `A%`,
  `%' escape '`,
  `v.sku`,
  `sku; select pg_sleep(10)`,
  `(select pg_sleep(10))`,
  `/* */ or true`,
  `{A,B,C}`,
  `{"a":1}`,
  `null`,
  `\u202eABC`,
  `﹪`,
  `\n\r\t`,
  `A\u200b`,
  `🧥`,
]

test('any text as a value matches only itself', async () => {
  const tenant = await threeVariants()
  await insertVariants(
    tenant,
    await insertProduct(tenant),
    hostile.map((title, i) => ({ sku: `H${String(i).padStart(2, '0')}`, title })),
  )
  for (const [i, text] of hostile.entries()) {
    const sku = `H${String(i).padStart(2, '0')}`
    expect(await skus(tenant, `filter_args=${filterArgs({ key: 'title', operation: 'eq', value: text })}`)).toEqual([
      sku,
    ])
    expect(await skus(tenant, `filter_args=${filterArgs({ key: 'title', operation: 'in', value: [text] })}`)).toEqual([
      sku,
    ])
    const holding = hostile.flatMap((one, j) =>
      one.toLowerCase().includes(text.toLowerCase()) ? [`H${String(j).padStart(2, '0')}`] : [],
    )
    const contains = await skus(
      tenant,
      `filter_args=${filterArgs({ key: 'title', operation: 'contains', value: text })}`,
    )
    expect([text, contains]).toEqual([text, holding])
    const found = await skus(tenant, `search=${encodeURIComponent(text)}`)
    const searched = text.trim() === '' ? found : holding
    expect([text, found]).toEqual([text, searched])
  }
  expect(await skus(tenant, '')).toHaveLength(3 + hostile.length)
})

test('malicious text anywhere else is refused or finds nothing, and never causes a server error', async () => {
  const tenant = await threeVariants()
  const other = await threeVariants()
  for (const text of hostile) {
    const coded = encodeURIComponent(text)
    for (const query of [
      `sort_args=${coded}`,
      `sort_args=sku,${coded}`,
      `limit=${coded}`,
      `offset=${coded}`,
      `${coded}=1`,
      `filter_args=${coded}`,
      `filter_args=${filterArgs({ key: text, operation: 'eq', value: 'A' })}`,
      `filter_args=${filterArgs({ key: 'sku', operation: text, value: 'A' })}`,
      `filter_args=${filterArgs({ key: 'price_cents', operation: 'eq', value: text })}`,
      `filter_args=${filterArgs({ key: 'last_updated_at', operation: 'eq', value: text })}`,
    ])
      await refusal(tenant, query)
    expect(
      await skus(tenant, `filter_args=${filterArgs({ key: 'product_id', operation: 'eq', value: text })}`),
    ).toEqual([])
    const read = await tenant.get(`/api/v1/variants/${coded}`)
    expect([text, read.status]).toEqual([text, 404])
  }
  expect(await skus(tenant, '')).toEqual(['A', 'B', 'C'])
  expect(await skus(other, '')).toEqual(['A', 'B', 'C'])
})
