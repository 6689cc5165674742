/** Imports that run at once, that are interrupted, and what they leave of personal data. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { nextTransaction, tablesWith } from '../../support/document/row_search.ts'
import { uploadFile } from '../../support/fixtures/files.ts'
import { cut_over, openImportShop, options, proveImport, salesOf } from './order_shop.ts'

setDefaultTimeout(120_000)

const header =
  'Order number,Order date,Status,SKU,Quantity,Unit price,Shipped at,Email,Customer name,Street,Postcode,Country'
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => {
    const day = `2026-${i % 2 === 0 ? '10' : '11'}-${String(1 + (i % 20)).padStart(2, '0')}`
    return `R-${i},${day}T10:00:00Z,shipped,J-S,1,50.00,${day}T12:00:00Z,p${i % 50}@example.com,Pia Lund,,,`
  })

test('two imports of one file and a request with it at once create each order once', async () => {
  const shop = await openImportShop()
  const file = [header, ...rowsOf(60)].join('\n')
  const { importer, tenant, ids } = shop
  const made = await Promise.all([1, 2].map(() => importer.previewed(file, { kind: 'orders', kind_options: options })))
  for (const { import_id } of made) expect((await importer.step(import_id, 'run')).status).toBe(200)
  const s3_key = await uploadFile(tenant, file, 'orders.csv')
  const mappings = {
    order_number: 'Order number',
    ordered_at: 'Order date',
    state: 'Status',
    sku: 'SKU',
    quantity: 'Quantity',
    unit_price: 'Unit price',
    shipped_at: 'Shipped at',
    email: 'Email',
    customer_name: 'Customer name',
  }
  const body = {
    s3_key,
    cut_over,
    sales_channel_id: ids.sales_channels.Online,
    location_id: ids.locations.Main,
    mappings,
  }
  const [answer] = await Promise.all([
    tenant.post('/api/v1/sales/orders/import', body),
    importer.work(),
    importer.work(),
  ])
  const ended = await Promise.all(made.map(({ import_id }) => importer.get(import_id)))
  const created = [answer!.body.data.created, ...ended.map(({ result }) => result.records.created)]
  expect(created.reduce((sum, one) => sum + one, 0)).toBe(60)
  expect((await tenant.get('/api/v1/sales/orders')).body.data.filtered_max_size).toBe(60)
  expect((await shop.stock('J-S'))[0]).toBe(10 - 30)
  await proveImport(shop)
})

test('an import that is interrupted within a batch goes on where it was, and doubles nothing', async () => {
  const shop = await openImportShop()
  const { importer, tenant } = shop
  const { import_id } = await importer.previewed([header, ...rowsOf(2_600)].join('\n'), {
    kind: 'orders',
    kind_options: options,
  })
  expect((await importer.step(import_id, 'run')).status).toBe(200)
  // The second batch fails in the middle of its transaction, as where a process is killed.
  const { sql } = tenant.service.database
  await sql.unsafe(`
    create function stop_import() returns trigger language plpgsql as $$
      begin if new.name = 'R-1500' then raise 'interrupted'; end if; return new; end $$;
    create trigger stop_import before insert on sales_orders for each row execute function stop_import()`)
  try {
    await importer.work()
  } finally {
    await sql.unsafe('drop trigger stop_import on sales_orders; drop function stop_import')
  }
  const between = await importer.get(import_id)
  expect([between.state, between.progress.batches_done]).toEqual(['running', 1])
  expect((await tenant.get('/api/v1/sales/orders')).body.data.filtered_max_size).toBe(1_000)
  await proveImport(shop)
  await sql`
    update imports set next_attempt_at = now() where organization_id = ${tenant.organization_id} and state = 'running'`
  await importer.work()
  expect(await importer.get(import_id)).toMatchObject({ state: 'completed', result: { records: { created: 2_600 } } })
  const sold = (await salesOf(shop)).reduce((sum, [, , units]) => sum + Number(units), 0)
  expect(sold).toBe(2_600)
  await proveImport(shop)
})

test('of a customer nothing but the pseudonym, the domain, the shortened name, country and region is stored', async () => {
  const shop = await openImportShop()
  const since = await nextTransaction(shop.tenant.service)
  const canary = 'canary-5d1e'
  const file = [
    header,
    `P-1,2026-10-05,open,J-S,1,50.00,,${canary}@example.com,Ines Xanthopoulou,12 ${canary} Street,${canary}-4000,Portugal`,
    `P-2,2026-10-05,open,J-S,1,50.00,,no-address-${canary},Ines ${canary},,,Portugal`,
    `P-3,2026-10-05,open,J-S,1,50.00,,x@example.com,Ines ${canary},,,Portugal`,
    `P-3,2026-10-05,open,J-S,1,50.00,,other.${canary}@example.com,,,,Portugal`,
    `P-4,${canary},open,J-S,1,50.00,,,,,,`,
  ].join('\n')
  const done = await shop.imported(file)
  expect(done.result.records).toMatchObject({ created: 1, refused: 3 })
  const refused = (await shop.report(done.import_id)).filter(
    ([, outcome, field]) => outcome === 'refused' && field !== '',
  )
  expect(refused.map(([row, , field, value]) => [row, field, value])).toEqual([
    ['3', 'email', ''],
    ['5', 'email', ''],
    ['6', 'ordered_at', canary],
  ])
  const texts = [`${canary}@`, `${canary} Street`, `no-address-${canary}`, 'Xanthopoulou', `Ines ${canary}`]
  // The name that is shown is kept, so what is found of it proves that the rows were looked at.
  const found = await tablesWith(shop.tenant.service, since, [...texts, 'Ines X.'])
  expect(found).toEqual([...texts.map(() => []), ['customers', 'webhook_events']])
  const { sql } = shop.tenant.service.database
  const [customer] = await sql`
    select display_name, email_domain, country_code from customers where organization_id = ${shop.tenant.organization_id}`
  expect(customer).toEqual({ display_name: 'Ines X.', email_domain: 'example.com', country_code: 'PT' })
})

test('an order that another transaction creates at the same moment answers a conflict, and the retry finds it', async () => {
  const shop = await openImportShop()
  const { tenant, ids } = shop
  const { sql } = tenant.service.database
  const file = `Order number,Order date,SKU,Quantity,Unit price\nC-1,2026-10-05,J-S,1,50.00\n`
  const s3_key = await uploadFile(tenant, file, 'orders.csv')
  const mappings = {
    order_number: 'Order number',
    ordered_at: 'Order date',
    sku: 'SKU',
    quantity: 'Quantity',
    unit_price: 'Unit price',
  }
  const defaults = { sales_channel_id: ids.sales_channels.Online, location_id: ids.locations.Main }
  const ask = () => tenant.post('/api/v1/sales/orders/import', { s3_key, cut_over, mappings, ...defaults })
  const [answer] = await sql
    .begin(async (tx) => {
      await tx`
      with placed as (
        insert into sales_orders (organization_id, order_id, name, origin, source_system, external_id, lifecycle,
          is_wholesale, sales_channel_id, location_id, currency, ordered_at, ordered_on)
        values (${tenant.organization_id}, gen_random_uuid(), 'C-1', 'import', 'file', 'C-1', 'open', false,
          ${ids.sales_channels.Online!}, ${ids.locations.Main!}, 'USD', '2026-10-05T00:00:00Z', '2026-10-05')
        returning order_id
      )
      insert into order_lines (organization_id, line_id, order_id, line_number, variant_id, quantity, ordered_quantity,
        unit_price_cents)
      select ${tenant.organization_id}, gen_random_uuid(), order_id, 1, ${ids.variants['J-S']!}, 1, 1, 5000 from placed`
      const pending = ask()
      const [{ pid }] = (await tx`select pg_backend_pid() as pid`) as [{ pid: number }]
      for (let blocked = 0; blocked === 0;) {
        const rows = await sql`select from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid))`
        blocked = rows.length
      }
      return [pending]
    })
    .then((requests) => Promise.all(requests))
  expect([answer!.status, answer!.body.code]).toEqual([409, 'conflict'])
  const again = await ask()
  expect([again.status, again.body.data.created, again.body.data.unchanged]).toEqual([200, 0, 1])
})

test('a later file of an order that changes at the same moment is compared with what the order is after that', async () => {
  const shop = await openImportShop()
  const { tenant, ids } = shop
  const { sql } = tenant.service.database
  const mappings = {
    order_number: 'Order number',
    ordered_at: 'Order date',
    sku: 'SKU',
    quantity: 'Quantity',
    unit_price: 'Unit price',
    shipped_quantity: 'Shipped',
    shipped_at: 'Shipped at',
  }
  const defaults = { sales_channel_id: ids.sales_channels.Online, location_id: ids.locations.Main }
  const ask = async (row: string) => {
    const file = `Order number,Order date,SKU,Quantity,Unit price,Shipped,Shipped at\n${row}\n`
    const s3_key = await uploadFile(tenant, file, 'orders.csv')
    return tenant.post('/api/v1/sales/orders/import', { s3_key, cut_over, mappings, ...defaults })
  }
  const open = 'C-2,2026-11-05,J-S,3,50.00,,'
  const later = 'C-2,2026-11-05,J-S,3,50.00,3,2026-11-06'
  expect((await ask(open)).body.data.created).toBe(1)
  const [answer] = await sql
    .begin(async (tx) => {
      const [{ order_id }] = (await tx`
        select order_id from sales_orders where organization_id = ${tenant.organization_id} and name = 'C-2' for update`) as [
        { order_id: string },
      ]
      await tx`update order_lines set cancelled_quantity = 1 where order_id = ${order_id}`
      const pending = ask(later)
      const [{ pid }] = (await tx`select pg_backend_pid() as pid`) as [{ pid: number }]
      for (let blocked = 0; blocked === 0;) {
        const rows = await sql`select from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid))`
        blocked = rows.length
      }
      return [pending]
    })
    .then((requests) => Promise.all(requests))
  expect((await shop.order('C-2')).fulfilled_units).toBe(0)
  for (const { status, body } of [answer!, await ask(later)]) {
    expect([status, body.data.changed, body.data.refused]).toEqual([200, 0, 1])
    expect(body.data.rows[0].faults[0].field).toBe('shipped_quantity')
  }
})
