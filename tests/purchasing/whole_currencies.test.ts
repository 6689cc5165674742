/** In a currency without decimals, every cost and amount of purchasing is whole: decimals are refused, never rounded. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openImporter } from '../imports/rig.ts'
import { newSession } from '../support/service/session.ts'
import type { Answer } from '../support/service/tenant.ts'
import { unitFixture } from './purchase_units/unit_fixture.ts'

setDefaultTimeout(60_000)

const whole = { rule: 'must be a whole number, because JPY has no decimals', allowed: ['whole numbers'] }
const hundreds = { rule: 'must be a multiple of 100: JPY has no decimals', allowed: ['multiples of 100'] }

type Write = [field: string, broken: typeof whole, refused: number, write: (amount: number) => Promise<Answer>]

/** An organisation in yen with an order of soap that has arrived, one of candles that is a draft, and the writes of both. */
async function writesInYen(): Promise<Write[]> {
  const fixture = await unitFixture()
  const { tenant, ids } = fixture
  const { sql } = tenant.service.database
  await sql`update organizations set currency = 'JPY' where organization_id = ${tenant.organization_id}`
  const session = await newSession(tenant)
  const supplier_id = ids.suppliers.Tokyo
  const order = (line: object, more: object = {}) =>
    fixture.create([{ sku: 'SOAP', quantity: 12, ...line }], { supplier_id, ...more })
  const arrived = await fixture.approved([{ sku: 'SOAP', quantity: 12, unit_cost: 100 }], { supplier_id })
  const delivery = (await fixture.receive(arrived, { sku: 'SOAP', received_quantity: 12 })).body.data.delivery_id
  const draft = (await fixture.create([{ sku: 'CLOTH', quantity: 5, unit_cost: 100 }], { supplier_id })).body.data.id
  const [{ line_id }] = (await fixture.read(draft)).line_items
  const change = (body: object) => tenant.patch(fixture.at(`/${draft}`), body)
  const correct = (body: object) => tenant.patch(fixture.at(`/${arrived}/deliveries/${delivery}`), body)
  let invoices = 0
  const invoice = (line: object, more: object = {}) =>
    session.post('/api/v1/supplier-invoices', {
      supplier_id,
      currency: 'JPY',
      invoice_number: `T-${++invoices}`,
      invoice_date: new Date().toISOString().slice(0, 10),
      lines: [{ kind: 'freight', amount: 100, ...line }],
      ...more,
    })
  const adjust = (unit_cost: number) =>
    session.post('/api/v1/stock-adjustments', {
      reason: 'found',
      lines: [{ sku: 'CLOTH', location_id: ids.locations.Main, quantity: 1, unit_cost }],
    })
  const soap = { order_type: 'manufacturing', supplier_id: undefined }
  return [
    ['variants[0].unit_cost', whole, 100.5, (unit_cost) => fixture.attach({ sku: 'CLOTH', unit_cost }, 'Tokyo')],
    [
      'variants[0].purchase_unit_cost',
      whole,
      100.5,
      (cost) => fixture.attach({ sku: 'CLOTH', purchase_unit_cost: cost }, 'Tokyo'),
    ],
    ['line_items[0].unit_cost', whole, 0.5, (unit_cost) => order({ unit_cost })],
    ['line_items[0].unit_cost', whole, 99.9999, (unit_cost) => order({ unit_cost }, soap)],
    ['line_items[0].purchase_unit_cost', whole, 10.1, (purchase_unit_cost) => order({ purchase_unit_cost })],
    [
      'freight_per_container_cents',
      hundreds,
      150,
      (freight_per_container_cents) => order({ unit_cost: 1 }, { freight_per_container_cents }),
    ],
    ['line_items[0].unit_cost', whole, 1.01, (unit_cost) => change({ line_items: [{ line_id, unit_cost }] })],
    [
      'line_items[0].unit_cost',
      whole,
      1.01,
      (unit_cost) => change({ line_items: [{ variant_id: ids.variants.SOAP, quantity: 1, unit_cost }] }),
    ],
    [
      'freight_per_container_cents',
      hundreds,
      99,
      (freight_per_container_cents) => change({ freight_per_container_cents }),
    ],
    ['billed_freight_cents', hundreds, 101, (billed_freight_cents) => bill({ billed_freight_cents })],
    ['billed_duty_cents', hundreds, 199, (billed_duty_cents) => bill({ billed_duty_cents })],
    ['freight_cents', hundreds, 1, (freight_cents) => correct({ freight_cents })],
    ['duty_cents', hundreds, 250, (duty_cents) => correct({ duty_cents })],
    [
      'line_items[0].unit_cost',
      whole,
      110.5,
      (unit_cost) => correct({ line_items: [{ variant_id: ids.variants.SOAP, unit_cost }] }),
    ],
    ['lines[0].unit_cost', whole, 12.5, adjust],
    ['lines[0].amount', whole, 100.01, (amount) => invoice({ amount })],
    ['stated_total', whole, 100.5, (stated_total) => invoice({}, { stated_total })],
  ]

  function bill(body: object) {
    return tenant.patch(fixture.at(`/${arrived}`), body)
  }
}

test('each write refuses an amount that yen do not have, and accepts the whole one', async () => {
  for (const [field, broken, refused, write] of await writesInYen()) {
    const { status, body } = await write(refused)
    expect([status, body.code, body.data]).toEqual([400, 'bad_request', { field, ...broken }])
    const rounded = broken === whole ? Math.ceil(refused) : Math.ceil(refused / 100) * 100
    const answer = await write(rounded)
    expect([field, answer.status < 300 ? 'accepted' : answer.text]).toEqual([field, 'accepted'])
  }
})

test('files are refused by row: opening costs, costs of suppliers, orders and payments', async () => {
  const { tenant } = await unitFixture()
  await tenant.service.database.sql`
    update organizations set currency = 'JPY' where organization_id = ${tenant.organization_id}`
  const importer = await openImporter(tenant)
  const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
  const files: [kind: string, field: string, rows: (amount: string) => string][] = [
    ['inventory', 'unit_cost', (cost) => `SKU,Warehouse,Qty on hand,Cost\nCLOTH,Main,12,${cost}`],
    ['supplier_costs', 'unit_cost', (cost) => `Supplier,SKU,Cost\nTokyo,CLOTH,${cost}`],
    [
      'purchase_orders',
      'unit_cost',
      (cost) => `PO number,Vendor,Warehouse,SKU,Quantity,Unit cost\n4711,Tokyo,Main,CLOTH,5,${cost}`,
    ],
    ['supplier_payments', 'amount', (amount) => `Vendor,Payment date,Amount paid\nTokyo,${day},${amount}`],
  ]
  for (const [kind, field, rows] of files) {
    const refused = await importer.imported(rows('100.5'), { kind })
    expect([kind, refused.result.records]).toEqual([kind, expect.objectContaining({ created: 0, refused: 1 })])
    const [row] = await importer.report(refused.import_id)
    expect([row!.field, row!.rule, row!.value]).toEqual([field, whole.rule, '100.5'])
    const accepted = await importer.imported(rows('101'), { kind })
    expect([kind, accepted.result.records]).toEqual([kind, expect.objectContaining({ created: 1, refused: 0 })])
  }
})
