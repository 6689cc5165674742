/** Lines of supplier invoices in the unit in which the goods were bought; what is kept and matched counts single units. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { invoicedShop, path, refused } from './invoice_fixture.ts'

setDefaultTimeout(60_000)

/** Ten cases of 12 coats are ordered, at 126.00 a case. */
async function orderedByTheCase() {
  const shop = await invoicedShop({ units: 120, unit_cost: 10.5 })
  const { tenant, order, ids } = shop
  const { sql } = tenant.service.database
  await sql`
    update purchase_order_lines set purchase_unit = 'CA', purchase_unit_factor = 12, inner_pack_quantity = 4
    where organization_id = ${tenant.organization_id} and purchase_order_id = ${order}`
  const line = (more: object) => ({ purchase_order_id: order, variant_id: ids.variants.COAT, ...more })
  return { ...shop, line }
}

test('an invoice in cases bills the same units as one per each, at the price of the case', async () => {
  const { line, invoice, received, tryInvoice, act, read } = await orderedByTheCase()
  await received(120)
  const billed = await invoice([line({ purchase_quantity: 10, purchase_unit_cost: 130 })], { stated_total: 1_300 })
  expect(billed.lines[0]).toMatchObject({
    quantity: 120,
    amount: 1_300,
    unit_cost: 10.8333333333,
    purchase_unit: 'CA',
    purchase_unit_factor: 12,
    purchase_quantity: 10,
    purchase_quantity_reason: null,
    purchase_unit_cost: 130,
    received_quantity: 120,
    price_difference: 40,
  })
  expect([billed.match, billed.total_difference]).toEqual(['price_difference', 0])
  expect(refused(await tryInvoice([line({ purchase_quantity: 1, purchase_unit_cost: 126 })]))).toEqual([
    409,
    'conflict',
    undefined,
  ])
  const credited = await act(billed.supplier_invoice_id, 'credits', {
    invoice_number: 'CN-1',
    invoice_date: billed.invoice_date,
    lines: [{ line_number: 1, amount: 40 }],
  })
  expect(credited.body.data.lines[0]).toMatchObject({ quantity: 0, purchase_quantity: 0, purchase_unit_cost: null })
  expect((await read(billed.supplier_invoice_id)).match).toBe('matched')
})

test('units may be stated singly, in cases or in inner packs, and so may the price', async () => {
  const { line, invoice } = await orderedByTheCase()
  const amounts: [object, number, number][] = [
    [{ quantity: 12, purchase_unit_cost: 126 }, 12, 126],
    [{ quantity: 7, purchase_unit_cost: 126 }, 7, 73.5],
    [{ quantity: 8, purchase_unit: 'PK', purchase_unit_cost: 42 }, 8, 84],
    [{ purchase_quantity: 2, purchase_unit: 'PK', purchase_unit_cost: 42 }, 8, 84],
    [{ purchase_quantity: 1, unit_cost: 10.5 }, 12, 126],
    [{ purchase_quantity: 1, quantity: 12, unit_cost: 10.5, purchase_unit_cost: 126, amount: 126 }, 12, 126],
    [{ purchase_quantity: 5, purchase_unit: 'EA', amount: 52.5 }, 5, 52.5],
  ]
  for (const [more, quantity, amount] of amounts) {
    const { lines } = await invoice([line(more)])
    expect(lines[0]).toMatchObject({ quantity, amount })
  }
  const { lines } = await invoice([line({ quantity: 7, amount: 70 }), { kind: 'freight', amount: 5 }])
  expect(lines[0]).toMatchObject({
    purchase_quantity: null,
    purchase_quantity_reason: '7 units are no whole number of cases of 12.',
  })
  expect(lines[1]).toMatchObject({ purchase_unit: null, purchase_unit_factor: null, purchase_unit_cost: null })
})

test.each<[string, object, string]>([
  ['no units at all', { amount: 10 }, 'quantity'],
  ['units that disagree', { quantity: 13, purchase_quantity: 1, amount: 10 }, 'purchase_quantity'],
  [
    'a unit that the order line does not have',
    { purchase_quantity: 1, purchase_unit: 'PL', amount: 10 },
    'purchase_unit',
  ],
  [
    'a price of a unit that the order line does not have',
    { quantity: 1, purchase_unit: 'PL', purchase_unit_cost: 1 },
    'purchase_unit',
  ],
  [
    'a unit beside single units, which it could be mistaken for',
    { quantity: 12, purchase_unit: 'CA', amount: 126 },
    'purchase_unit',
  ],
  ['no amount and no price', { purchase_quantity: 1 }, 'amount'],
  ['prices that disagree', { purchase_quantity: 1, unit_cost: 10, purchase_unit_cost: 126 }, 'purchase_unit_cost'],
  ['an amount that disagrees', { purchase_quantity: 1, purchase_unit_cost: 126, amount: 126.01 }, 'amount'],
  [
    'a price with more decimals than prices have',
    { purchase_quantity: 1, purchase_unit_cost: 1.00001 },
    'purchase_unit_cost',
  ],
  ['a quantity beyond the limit', { purchase_quantity: 1_000_000, amount: 10 }, 'purchase_quantity'],
])('a line with %s is refused, by its field', async (_what, more, field) => {
  const { line, tryInvoice } = await orderedByTheCase()
  expect(refused(await tryInvoice([line(more)]))).toEqual([400, 'bad_request', `lines[0].${field}`])
})

test('charges have no purchase units', async () => {
  const { tryInvoice } = await orderedByTheCase()
  for (const field of ['purchase_quantity', 'purchase_unit_cost'])
    expect(refused(await tryInvoice([{ kind: 'freight', amount: 5, [field]: 1 }]))).toEqual([
      400,
      'bad_request',
      `lines[0].${field}`,
    ])
  expect(refused(await tryInvoice([{ kind: 'freight', amount: 5, purchase_unit: 'CA' }]))[2]).toBe(
    'lines[0].purchase_unit',
  )
})

test('a line in cases that is sent again as it was changes nothing', async () => {
  const { line, invoice, session, read } = await orderedByTheCase()
  const sent = [line({ purchase_quantity: 2, purchase_unit_cost: 126 })]
  const { supplier_invoice_id, revision } = await invoice(sent)
  const answer = await session.patch(`${path}/${supplier_invoice_id}`, { lines: sent })
  expect([answer.status, (await read(supplier_invoice_id)).revision]).toEqual([200, revision])
})
