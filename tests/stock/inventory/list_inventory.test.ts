import { expect, test } from 'bun:test'
import { type Catalogue, insertRows, setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'

const path = '/api/v1/inventory/table'

const fixture = (tenant: Tenant): Promise<Catalogue> =>
  setFixture(tenant, {
    locations: ['Main', 'Store'],
    categories: ['Knitwear'],
    products: [
      {
        title: 'Jumper',
        vendor: 'Harbour',
        category: 'Knitwear',
        variants: [
          {
            sku: 'J-M',
            title: 'Jumper / M',
            stock: {
              Main: { on_hand: 50, committed: 8, incoming: 5, units_per_day: '3' },
              Store: { on_hand: 10, committed: 2, units_per_day: '1' },
            },
          },
          { sku: 'J-S', title: 'Jumper / S', stock: { Main: { on_hand: 6, units_per_day: '0.5' } } },
        ],
      },
      { title: 'Jeans', status: 'DRAFT', variants: [{ sku: 'D-30', title: 'Jeans / 30', stock: { Store: 4 } }] },
      { title: 'Scarf', variants: [{ sku: 'S', title: 'Scarf' }] },
    ],
  })

const ask = (tenant: Tenant, query: string) => tenant.get(`${path}?${query}`)
const filters = (...all: [string, string, unknown][]) =>
  `filter_args=${encodeURIComponent(JSON.stringify(all.map(([key, operation, value]) => ({ key, operation, value }))))}`
const pick = (answer: any, ...fields: string[]) =>
  answer.body.data.rows.map((row: any) => (fields.length === 1 ? row[fields[0]!] : fields.map((field) => row[field])))

test('one row a variant and location, with every figure of the level', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  const answer = await ask(tenant, '')
  expect(answer.status).toBe(200)
  expect(answer.body.message).toMatchObject({ service: 'inventory', severity: 'INFO' })
  expect(answer.body.data).toMatchObject({ size: 4, offset: 0, filtered_max_size: 4 })
  expect(answer.body.data).not.toHaveProperty('filtered_max_unique_size')
  expect(pick(answer, 'sku', 'location_name')).toEqual([
    ['D-30', 'Store'],
    ['J-M', 'Main'],
    ['J-M', 'Store'],
    ['J-S', 'Main'],
  ])
  expect(answer.body.data.rows[1]).toEqual({
    product_id: ids.products.Jumper,
    variant_id: ids.variants['J-M'],
    sku: 'J-M',
    product_title: 'Jumper',
    variant_title: 'Jumper / M',
    location_id: ids.locations.Main,
    location_name: 'Main',
    on_hand_qty: 50,
    incoming_qty: 5,
    committed_qty: 8,
    available_qty: 42,
    days_of_cover: 14,
    health: 'caution',
    cover_reason: null,
    cover_reason_code: null,
    product_status: 'ACTIVE',
    vendor: 'Harbour',
    category_id: expect.any(String),
    category: 'Knitwear',
  })
  expect(answer.body.data.rows[0]).toMatchObject({
    days_of_cover: null,
    health: 'healthy',
    cover_reason: expect.stringContaining('not been measured'),
    cover_reason_code: 'not_measured',
  })
})

test('view=combined sums over locations, and a location filter narrows the sums', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  const all = await ask(tenant, 'view=combined')
  expect(pick(all, 'sku', 'on_hand_qty', 'available_qty', 'days_of_cover', 'health', 'location_id')).toEqual([
    ['D-30', 4, 4, null, 'healthy', null],
    // 50 available at 4 a day is 12.5 days, under the lead time of 14.
    ['J-M', 60, 50, 12.5, 'critical', null],
    ['J-S', 6, 6, 12, 'critical', null],
    ['S', 0, 0, null, 'out_of_stock', null],
  ])
  expect(all.body.data.filtered_max_size).toBe(4)
  const atStore = await ask(tenant, `view=combined&${filters(['location_id', 'eq', ids.locations.Store])}`)
  expect(pick(atStore, 'sku', 'on_hand_qty', 'days_of_cover')).toEqual([
    ['D-30', 4, null],
    ['J-M', 10, 8],
  ])
  expect(atStore.body.data.filtered_max_size).toBe(2)
  const both = await ask(
    tenant,
    `view=combined&sort_args=-on_hand_qty&${filters(['location_id', 'in', [ids.locations.Store, ids.locations.Main]], ['on_hand_qty', 'gt', 5])}`,
  )
  expect(pick(both, 'sku', 'on_hand_qty')).toEqual([
    ['J-M', 60],
    ['J-S', 6],
  ])
})

test('type=products rolls up to products', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  const all = await ask(tenant, 'type=products')
  expect(pick(all, 'product_title', 'sku', 'variant_id', 'on_hand_qty', 'available_qty', 'days_of_cover')).toEqual([
    ['Jeans', null, null, 4, 4, null],
    // 56 available at 4.5 a day.
    ['Jumper', null, null, 66, 56, 12.4],
    ['Scarf', null, null, 0, 0, null],
  ])
  const narrowed = await ask(tenant, `type=products&${filters(['location_id', 'eq', ids.locations.Main])}`)
  expect(pick(narrowed, 'product_title', 'on_hand_qty')).toEqual([['Jumper', 56]])
  const bySku = await ask(tenant, `type=products&${filters(['sku', 'starts_with', 'd-'])}`)
  expect(pick(bySku, 'product_title')).toEqual(['Jeans'])
  const searched = await ask(tenant, 'type=products&search=SCAR&sort_args=-days_of_cover')
  expect(pick(searched, 'product_title')).toEqual(['Scarf'])
})

test('filters, sorting, search and paging use the values that the rows show', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  const rows = async (query: string) => pick(await ask(tenant, query), 'sku', 'location_name')
  expect(await rows(`${filters(['health', 'in', ['critical', 'caution']])}&sort_args=days_of_cover`)).toEqual([
    ['J-M', 'Store'],
    ['J-S', 'Main'],
    ['J-M', 'Main'],
  ])
  expect(await rows('sort_args=-days_of_cover')).toEqual([
    ['J-M', 'Main'],
    ['J-S', 'Main'],
    ['J-M', 'Store'],
    ['D-30', 'Store'],
  ])
  expect(await rows(`${filters(['location_id', 'eq', ids.locations.Main])}&sort_args=-on_hand_qty`)).toEqual([
    ['J-M', 'Main'],
    ['J-S', 'Main'],
  ])
  expect(await rows(filters(['product_status', 'eq', 'DRAFT']))).toEqual([['D-30', 'Store']])
  expect(await rows(filters(['category', 'eq', 'Knitwear'], ['location_name', 'eq', 'Store']))).toEqual([
    ['J-M', 'Store'],
  ])
  expect(await rows('search=jumper / s')).toEqual([['J-S', 'Main']])
  const page = await ask(tenant, 'limit=1&offset=2')
  expect(pick(page, 'sku', 'location_name')).toEqual([['J-M', 'Store']])
  expect(page.body.data).toMatchObject({ size: 1, offset: 2, filtered_max_size: 4 })
})

test('fields cuts rows, and distinct answers each combination once beside both counts', async () => {
  const tenant = await newTenant()
  await fixture(tenant)
  const cut = await ask(tenant, 'fields=sku,available_qty&limit=2')
  expect(cut.body.data.rows).toEqual([
    { sku: 'D-30', available_qty: 4 },
    { sku: 'J-M', available_qty: 42 },
  ])
  const distinct = await ask(tenant, 'fields=product_title&distinct=true')
  expect(distinct.body.data).toEqual({
    rows: [{ product_title: 'Jeans' }, { product_title: 'Jumper' }],
    size: 2,
    offset: 0,
    filtered_max_size: 4,
    filtered_max_unique_size: 2,
    export_url: null,
  })
  const second = await ask(
    tenant,
    'fields=location_name,health&distinct=true&sort_args=-location_name&limit=2&offset=1',
  )
  expect(second.body.data).toMatchObject({
    rows: [
      { location_name: 'Store', health: 'healthy' },
      { location_name: 'Main', health: 'caution' },
    ],
    filtered_max_size: 4,
    filtered_max_unique_size: 4,
  })
  const figures = await ask(tenant, 'view=combined&fields=days_of_cover&distinct=true')
  expect(pick(figures, 'days_of_cover')).toEqual([12, 12.5, null])
})

test('export=true answers an address that streams the filtered rows, cut to the fields', async () => {
  const tenant = await newTenant()
  await fixture(tenant)
  const download = async (query: string) => {
    const answer = await ask(tenant, `${query}&export=true`)
    expect(answer.status).toBe(200)
    const url = new URL(answer.body.data.export_url)
    const file = await fetch(`${tenant.service.base_url}${url.pathname}`)
    return { ...answer.body.data, lines: (await file.text()).trim().split('\r\n') }
  }
  const whole = await download(filters(['health', 'eq', 'critical']))
  expect(whole).toMatchObject({ row_count: 2, file_name: 'inventory.csv' })
  expect(whole.lines[0]).toBe(
    'product_id,variant_id,sku,product_title,variant_title,location_id,location_name,on_hand_qty,incoming_qty,committed_qty,available_qty,days_of_cover,health,cover_reason,product_status,vendor,category_id,category,cover_reason_code',
  )
  expect(whole.lines).toHaveLength(3)
  const cut = await download('view=combined&fields=sku,on_hand_qty&sort_args=-on_hand_qty')
  expect(cut.lines).toEqual(['sku,on_hand_qty', 'J-M,60', 'J-S,6', 'D-30,4', 'S,0'])
  const distinct = await download('type=products&fields=health&distinct=true')
  expect(distinct).toMatchObject({ row_count: 3, file_name: 'inventory_products.csv' })
  expect(distinct.lines).toEqual(['health', 'critical', 'healthy', 'out_of_stock'])
})

test('a bill of materials narrows every view, page, count and export to its components', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  const bom_id = crypto.randomUUID()
  await insertRows(tenant, 'bills_of_materials', [
    { bom_id, variant_id: ids.variants.S, name: 'Scarf', is_active: false, created_at: '2026-11-20T09:00:00Z' },
  ])
  await insertRows(tenant, 'bill_of_materials_lines', [
    { bom_id, variant_id: ids.variants['J-M'], quantity: 2 },
    { bom_id, variant_id: ids.variants['D-30'], quantity: 1 },
  ])
  const of = (query: string) => ask(tenant, `bom_id=${bom_id}&${query}`)
  const levels = await of('limit=2')
  expect(pick(levels, 'sku', 'location_name')).toEqual([
    ['D-30', 'Store'],
    ['J-M', 'Main'],
  ])
  expect(levels.body.data.filtered_max_size).toBe(3)
  expect(pick(await of('view=combined'), 'sku', 'on_hand_qty')).toEqual([
    ['D-30', 4],
    ['J-M', 60],
  ])
  // The jumper's other size is no component, so it is in no sum.
  expect(pick(await of('type=products'), 'product_title', 'on_hand_qty', 'committed_qty')).toEqual([
    ['Jeans', 4, 0],
    ['Jumper', 60, 10],
  ])
  const store = filters(['location_id', 'eq', ids.locations.Store])
  expect(pick(await of(`type=products&${store}`), 'product_title', 'on_hand_qty')).toEqual([
    ['Jeans', 4],
    ['Jumper', 10],
  ])
  expect(pick(await of('fields=product_title&distinct=true'), 'product_title')).toEqual(['Jeans', 'Jumper'])
  for (const [query, count] of [
    ['export=true', 3],
    ['view=combined&export=true', 2],
    ['type=products&export=true', 2],
    ['fields=product_title&distinct=true&export=true', 2],
  ] as const) {
    const { data, message } = (await of(query)).body
    const { export_url, row_count, file_name, expires_at, ...page } = data
    expect([file_name, expires_at > new Date().toISOString()]).toEqual([expect.stringMatching(/\.csv$/), true])
    expect(page).toEqual({ rows: [], size: 0, offset: 0, filtered_max_size: count })
    expect(message.desc).toBe(`A file of ${count} rows is ready to download.`)
    const file = await fetch(`${tenant.service.base_url}${new URL(export_url).pathname}`)
    expect([query, row_count, (await file.text()).trimEnd().split(/\r?\n/).length - 1]).toEqual([query, count, count])
  }
  const other = await newTenant()
  expect((await other.get(`${path}?bom_id=${bom_id}`)).body.data.field).toBe('bom_id')
})

test('unreadable parameters are refused by field', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  for (const [query, field] of [
    ['limit=101', 'limit'],
    ['offset=2147483647', 'offset'],
    ['type=boms', 'type'],
    ['view=split', 'view'],
    ['fields=sku,colour', 'fields[1]'],
    ['fields=', 'fields'],
    ['distinct=true', 'distinct'],
    ['distinct=yes', 'distinct'],
    ['fields=sku&distinct=true&sort_args=on_hand_qty', 'sort_args'],
    ['view=combined&fields=location_name&distinct=true', 'fields'],
    ['sort_args=colour', 'sort_args'],
    ['type=products&sort_args=sku', 'sort_args'],
    [`bom_id=${ids.products.Jumper}`, 'bom_id'],
    ['bom_id=none', 'bom_id'],
    ['filter_args=nonsense', 'filter_args'],
    [filters(['colour', 'eq', 'red']), 'filter_args[0].key'],
    [filters(['health', 'gt', 'healthy']), 'filter_args[0].operation'],
    [`view=combined&${filters(['location_name', 'eq', 'Main'])}`, 'filter_args[0].key'],
    ['export=1', 'export'],
  ] as const) {
    const answer = await ask(tenant, query)
    expect([query, answer.status]).toEqual([query, 400])
    expect(answer.body.code).toBe('bad_request')
    expect(answer.body.data.field).toBe(field)
  }
})

test('no other organisation’s stock is listed, counted or exported', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()]
  await fixture(tenant)
  const others = await fixture(other)
  const answer = await ask(tenant, filters(['variant_id', 'eq', others.variants.S]))
  expect(answer.body.data).toMatchObject({ rows: [], filtered_max_size: 0 })
  for (const query of ['', 'view=combined', 'type=products'])
    expect(
      pick(await ask(tenant, `${query}&${filters(['product_id', 'in', Object.values(others.products)])}`), 'sku'),
    ).toEqual([])
  const elsewhere = await ask(tenant, `view=combined&${filters(['location_id', 'eq', others.locations.Main])}`)
  expect(elsewhere.body.data).toMatchObject({ rows: [], filtered_max_size: 0 })
})
