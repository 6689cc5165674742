/** What a person does while a file is imported: nothing of it is lost, and nothing is doubled. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { paymentsPath } from '../payments/paid_shop.ts'
import { returnsPath } from '../returns/returned_shop.ts'
import { type ImportShop, openImportShop, options, proveImport } from './order_shop.ts'

setDefaultTimeout(120_000)

const header =
  'Order number,Order date,Status,SKU,Quantity,Unit price,Shipped quantity,Shipped at,Refunded quantity,Restocked quantity,Refunded at'
const orderRow = (back: number) =>
  `C-1,2026-11-05T10:00:00Z,,J-S,2,50.00,2,2026-11-06T09:00:00Z,${back || ''},${back || ''},${back ? '2026-11-12T09:00:00Z' : ''}`

const heldSeconds = 3

/** Makes the request while the import runs: its transaction is held open behind its first row in the table. */
async function during(shop: ImportShop, table: string, import_id: string, request: () => Promise<{ status: number }>) {
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  await sql.unsafe(`
    create function hold_request() returns trigger language plpgsql as $$
      begin
        if new.organization_id = '${organization_id}' and current_setting('application_name') not like '%imports%'
          and not exists (select from imports where organization_id = new.organization_id and leased_until > now())
        then perform pg_sleep(${heldSeconds}); end if;
        return new;
      end $$;
    create trigger hold_request before insert on ${table} for each row execute function hold_request()`)
  try {
    const answer = request()
    for (let isHeld = false; !isHeld;) {
      const held = await sql`select from pg_stat_activity where wait_event = 'PgSleep'`
      isHeld = held.length > 0
    }
    expect((await shop.importer.step(import_id, 'run')).status).toBe(200)
    await shop.importer.work()
    expect([200, 201]).toContain((await answer).status)
  } finally {
    await sql.unsafe(`drop trigger hold_request on ${table}; drop function hold_request`)
  }
}

test('a payment recorded while the totals of a file are imported is part of its total', async () => {
  const shop = await openImportShop()
  const { importer, tenant } = shop
  await shop.imported(`${header}\n${orderRow(0)}\n`)
  const { order_id } = await shop.order('C-1')
  const file = 'Order,Paid on,Amount\nC-1,2026-11-20,80.00\n'
  const { import_id } = await importer.previewed(file, {
    kind: 'customer_payments',
    kind_options: { amounts: 'totals' },
  })
  await during(shop, 'customer_payments', import_id, () =>
    importer.session.post(paymentsPath, { order_id, currency: 'USD', amount_cents: 2_000, paid_on: '2026-11-20' }),
  )
  expect(await importer.get(import_id)).toMatchObject({ state: 'completed', result: { records: { created: 1 } } })
  const paid = await tenant.service.database.sql`
    select amount_cents::int as cents from customer_payments
    where organization_id = ${tenant.organization_id} and order_id = ${order_id} order by amount_cents`
  expect(paid.map(({ cents }) => cents)).toEqual([2_000, 6_000])
})

test('a return announced while a later file is imported is the one that the file states', async () => {
  const shop = await openImportShop()
  const { importer, tenant, ids } = shop
  await shop.imported(`${header}\n${orderRow(0)}\n`)
  const { order_id } = await shop.order('C-1')
  const [line] = await tenant.service.database.sql`
    select line_id from order_lines where organization_id = ${tenant.organization_id} and order_id = ${order_id}`
  const { import_id } = await importer.previewed(`${header}\n${orderRow(1)}\n`, {
    kind: 'orders',
    kind_options: options,
  })
  await during(shop, 'returns', import_id, () =>
    importer.session.post(returnsPath, {
      order_id,
      location_id: ids.locations.Main,
      lines: [{ order_line_item_id: line!.line_id, expected_quantity: 1 }],
    }),
  )
  expect((await importer.get(import_id)).state).toBe('completed')
  const returned = await tenant.service.database.sql`
    select sum(l.expected_quantity)::int as units from return_lines l
    join returns r using (organization_id, return_id)
    where r.organization_id = ${tenant.organization_id} and r.order_id = ${order_id} and r.state <> 'cancelled'`
  expect(returned[0]!.units).toBe(1)
  await proveImport(shop)
})
