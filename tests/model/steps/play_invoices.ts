/** Invoices an order or voids an invoice over HTTP and in the model, and compares all invoices. */
import assert from 'node:assert/strict'
import type { Invoice } from '../truth/selling/invoices.ts'
import type { SaleStep } from './sale_steps.ts'
import type { Sale } from '../truth/selling/sale.ts'
import { stateOf } from '../truth/selling/sales.ts'
import { agree, type World } from '../world.ts'

const invoicesPath = '/api/v1/sales/invoices'
const pageMax = 1_000

/** A part-invoiced order that has shipped more, or one that is not invoiced at all. */
export const isBillable =
  ({ model }: World) =>
  (sale: Sale): boolean =>
    sale.is_wholesale && sale.lines.some(({ fulfilled }, at) => fulfilled > model.invoices.units(sale, at))

export const isInvoiced =
  ({ model }: World) =>
  (sale: Sale): boolean =>
    model.invoices.of(sale).some(({ is_void }) => !is_void)

const nameOf = (world: World, sale: Sale): string => {
  const { length } = world.model.invoices.of(sale)
  if (length === 0) return 'invoice'
  return isInvoiced(world)(sale) ? 'invoice the rest' : 'invoice again'
}

export async function issue(world: World, sale: Sale, step: SaleStep & { does: 'invoice_sale' }): Promise<void> {
  const { model, ask } = world
  const act = nameOf(world, sale)
  const { tax, freight } = step
  const { status, invoice } = model.invoices.issue(sale, {
    ...(tax === null ? {} : { tax }),
    ...(freight === null ? {} : { freight }),
  })
  const answer = await ask('POST', `/api/v1/sales/orders/${sale.id}/invoice`, {
    ...(tax === null ? {} : { tax_cents: tax }),
    ...(freight === null ? {} : { freight_cents: freight }),
  })
  if (!agree(world, act, answer, status)) return
  invoice!.id = answer.body.data.invoice_id
  if (stateOf(sale) === 'partially_fulfilled') world.note('invoice a part', true)
}

export async function voidOne(world: World, sale: Sale, step: SaleStep & { does: 'void_invoice' }): Promise<void> {
  const { model, admin } = world
  const issued = model.invoices.of(sale)
  const invoice = issued[step.invoice % issued.length]
  if (invoice === undefined) return
  const answer = await admin.post(`${invoicesPath}/${invoice.id}/void`, { reason: 'Wrong freight' })
  agree(world, 'void invoice', answer, model.invoices.void(invoice))
}

const year = new Date().getUTCFullYear()
const centsOf = (money: { cents: number | null }) => money.cents

const expected = ({ id, number, sale, is_void, lines, tax, freight, total }: Invoice) => ({
  id,
  name: `INV-${year}-${String(number).padStart(4, '0')}`,
  order: sale.id,
  state: is_void ? 'void' : 'issued',
  lines: lines.map(({ line, quantity, discount, amount }) => [
    sale.line_ids[line],
    quantity,
    sale.lines[line]!.price,
    discount,
    amount,
  ]),
  tax,
  freight,
  total,
})

/** Every invoice with its lines and totals, as callers list them: newest first. */
export async function compareInvoices({ ask, model }: World): Promise<void> {
  const { rows, filtered_max_size } = (await ask('GET', `${invoicesPath}?limit=${pageMax}`)).body.data
  assert.equal(filtered_max_size, model.invoices.all.length, 'the number of invoices')
  assert.deepEqual(
    rows
      .map((row: any) => ({
        id: row.invoice_id,
        name: row.name,
        order: row.order.order_id,
        state: row.state,
        lines: row.lines.map((line: any) => [
          line.line_item_id,
          line.quantity,
          centsOf(line.unit_price),
          centsOf(line.discount),
          centsOf(line.amount),
        ]),
        tax: centsOf(row.tax),
        freight: centsOf(row.freight),
        total: centsOf(row.total),
      }))
      .toReversed(),
    model.invoices.all.map(expected),
    'invoices',
  )
}
