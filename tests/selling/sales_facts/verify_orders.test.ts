/** Net sales are proven order by order, and a falsified row is found by what it says of orders and returns. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { verifySales } from '../../../server/selling/sales_facts/verify_sales.ts'
import { type CreditedShop, openCreditedShop } from '../credit_notes/credited_shop.ts'
import { returnsPath } from '../returns/returned_shop.ts'

setDefaultTimeout(120_000)

const verify = ({ tenant }: CreditedShop, is_full = true) =>
  tenant.service.database.sql.begin((tx) =>
    verifySales(tx as never, { organization_id: tenant.organization_id, is_full }),
  )

const ofOrders = async (shop: CreditedShop, is_full = true) =>
  (await verify(shop, is_full)).faults
    .filter(({ kind }) => kind === 'counted_twice' || kind === 'orders_differ')
    .map(({ kind, sentence }) => [kind, sentence])

/** What no code of ours does: the change is made behind the triggers' back. */
async function falsified(shop: CreditedShop, statement: string, during: () => Promise<void>): Promise<void> {
  const { sql } = shop.tenant.service.database
  const organization_id = `'${shop.tenant.organization_id}'`
  const run = (text: string) =>
    sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx.unsafe(text.replaceAll('ORG', organization_id))
    })
  await run(statement.replaceAll('SIGN', '+'))
  await during()
  await run(statement.replaceAll('SIGN', '-'))
}

/** A refunded, a credited and an exchanged return, an allowance, and a void of an invoiced shipment. */
async function tradingShop(): Promise<{ shop: CreditedShop; credited: any; refunded: any }> {
  const shop = await openCreditedShop()
  const lines = [{ sku: 'J-S', quantity: 2 }]
  const order = await shop.sold({ lines })
  const invoice = await shop.invoiced(order)
  await shop.allow(invoice, { amount_cents: 300 })
  const credited = await shop.takeBack(order, 1)
  await shop.receive(credited, 1)
  expect((await shop.creditReturn(credited)).status).toBe(201)
  const other = await shop.sold({ terms: 'prepaid', lines })
  const refunded = await shop.takeBack(other, 1)
  await shop.receive(refunded, 1)
  expect((await shop.refund(refunded, { status: 'partial', cents: 1200 })).status).toBe(200)
  const billed = await shop.sold({ lines: [{ sku: 'J-S', quantity: 1 }] })
  await shop.invoiced(billed)
  const [{ shipment_id }] = billed.shipments
  const voided = await shop.admin.post(`/api/v1/sales/orders/${billed.order_id}/shipments/${shipment_id}/void`, {
    reason: 'It never left',
  })
  expect([voided.status, voided.text]).toEqual([200, voided.text])
  const exchanged = await shop.takeBack(other, 1)
  await shop.invoiced(other)
  const made = await shop.admin.post(`${returnsPath}/${exchanged.id}/exchange`, {
    settlement: 'credit_note',
    lines: [{ sku: 'J-S', quantity: 1, unit_price_cents: 2600 }],
  })
  expect([made.status, made.text]).toEqual([201, made.text])
  return { shop, credited, refunded }
}

test('orders together are the sales of the organisation, and a falsified sale, refund or credit note is found', async () => {
  const { shop, credited, refunded } = await tradingShop()
  expect((await verify(shop)).faults).toEqual([])
  const days = await shop.tenant.service.database.sql`
    select day::text as day, sales_channel_id, sum(gross_sales_cents - discounts_cents - returns_cents)::int as cents
    from sales_daily where organization_id = ${shop.tenant.organization_id} group by 1, 2 order by 1, 2`
  const shown = (cents: number) => (cents / 100).toFixed(2)
  const { day, sales_channel_id, cents } = days.find((one) => one.day === '2026-03-02')!
  const other = days.find((one) => one.day !== day)!
  await falsified(
    shop,
    `update sales_daily set returns_cents = returns_cents SIGN 1 where organization_id = ORG and day = '2026-03-02'`,
    async () => {
      expect(await ofOrders(shop)).toEqual([
        [
          'orders_differ',
          `${day}, channel ${sales_channel_id}: sales_daily has net sales of ${shown(cents - 1)} USD, not ${shown(cents)} as the orders sold less what was returned, refunded and credited`,
        ],
      ])
      // Orders are read as a whole by a full verification alone.
      expect(await ofOrders(shop, false)).toEqual([])
    },
  )
  // Money that is counted on another day leaves the sum over all days as it is.
  await falsified(
    shop,
    `update sales_daily set returns_cents = returns_cents SIGN case when day = '2026-03-02' then 1 else -1 end
      where organization_id = ORG and (day, variant_id) in (select distinct on (day) day, variant_id from sales_daily
        where organization_id = ORG and day in ('2026-03-02', '${other.day}') order by day, variant_id)`,
    async () => {
      const faults = (await verify(shop)).faults.filter(({ kind }) => kind === 'orders_differ')
      expect(faults.map((one) => one.day)).toEqual([day, other.day].toSorted())
    },
  )
  await falsified(
    shop,
    `update credit_note_lines set amount_cents = amount_cents SIGN 1, unit_price_cents = unit_price_cents SIGN 1
      where organization_id = ORG and return_id = ${credited.id}`,
    async () => expect((await ofOrders(shop)).map(([kind]) => kind)).toEqual(['orders_differ']),
  )
  await falsified(
    shop,
    `update return_receipt_lines set value_cents = value_cents SIGN 700
      where organization_id = ORG and return_id = ${refunded.id}`,
    async () => {
      expect(await ofOrders(shop, false)).toEqual([
        [
          'counted_twice',
          `${refunded.name} took money off net sales by more than one means: 7.00 as units arrived and 12.00 by refunds`,
        ],
      ])
      expect((await ofOrders(shop)).map(([kind]) => kind)).toEqual(['counted_twice', 'orders_differ'])
    },
  )
  await falsified(
    shop,
    `update return_receipt_lines set value_cents = value_cents SIGN 1
      where organization_id = ORG and return_id = ${credited.id}`,
    async () =>
      expect((await ofOrders(shop, false)).map(([, sentence]) => sentence)).toEqual([
        expect.stringMatching(/0\.01 as units arrived and 2[0-9.]+ by credit notes$/),
      ]),
  )
  expect((await verify(shop)).faults).toEqual([])
})
