/** Executes a step on a sales order over HTTP and in the model, and compares both results. */
import assert from 'node:assert/strict'
import { uuidv7 } from 'uuidv7'
import type { Answer, Tenant } from '../../support/service/tenant.ts'
import { isBillable, isInvoiced, issue, voidOne } from './play_invoices.ts'
import { giveBack } from './play_returns.ts'
import { type SaleStep, saleSteps } from './sale_steps.ts'
import type { DaySales, Sale, Units } from '../truth/selling/sale.ts'
import { stateOf } from '../truth/selling/sales.ts'
import { costOf } from '../truth/stock.ts'
import type { Kind } from './kind.ts'
import { instantAgo } from '../setting.ts'
import { agree, choose, elsewhereThan, type World } from '../world.ts'

const path = '/api/v1/sales/orders'

/** An account with a channel of its own. */
export async function insertAccount({ service, organization_id }: Tenant): Promise<string> {
  const { sql } = service.database
  const [account_id, channel_id] = [uuidv7(), uuidv7()]
  await sql`
    insert into trading_partners (organization_id, trading_partner_id, name)
    values (${organization_id}, ${account_id}, 'Nordhaus')`
  await sql`
    insert into sales_channels (organization_id, sales_channel_id, name, channel_type, trading_partner_id)
    values (${organization_id}, ${channel_id}, 'Trade', 'wholesale', ${account_id})`
  return account_id
}

async function place(world: World, step: SaleStep & { does: 'sale' }): Promise<Sale> {
  const { model, ids, ask } = world
  const { sale_place, is_wholesale, freight, freight_tax, lines } = step
  const is_draft = is_wholesale && step.is_draft
  const sale = model.sales.place({ place: sale_place, is_wholesale, is_draft, freight, freight_tax }, lines)
  const answer = await ask('POST', path, {
    location_id: ids.locations[sale_place],
    ...(is_wholesale
      ? { trading_partner_id: world.account_id, lifecycle: is_draft ? 'draft' : 'open' }
      : { sales_channel_id: ids.sales_channels.Shop }),
    freight_cents: freight,
    freight_tax_cents: freight_tax,
    lines: lines.map(({ sku, quantity, price, discount, tax }) => ({
      sku,
      quantity,
      unit_price_cents: price,
      discount_cents: discount,
      tax_cents: tax,
    })),
  })
  agree(world, is_wholesale ? 'place wholesale' : 'place consumer', answer, 201)
  sale.id = answer.body.data.order_id
  sale.line_ids = answer.body.data.line_items.map((line: { line_item_id: string }) => line.line_item_id)
  return sale
}

async function placeAndShip(world: World, step: SaleStep & { does: 'sale' }): Promise<Sale> {
  const sale = await place(world, step)
  const lines = sale.lines.map(({ quantity }, line) => ({ line, quantity }))
  const { shipped_at } = step
  if (step.ships) await ship(world, sale, { is_elsewhere: false, keeps: false, shipped_at, lines })
  return sale
}

/** One that was merged into another has none. */
export const hasLines = ({ lines }: Sale): boolean => lines.length > 0

/** Orders that a step applies to. */
const fits = (world: World): Record<Exclude<SaleStep['does'], 'sale'>, (sale: Sale) => boolean> => ({
  hold_sale: (sale) => ['open', 'partially_allocated', 'partially_fulfilled'].includes(stateOf(sale)),
  cancel_sale: (sale) => !['fulfilled', 'cancelled'].includes(stateOf(sale)),
  confirm_sale: ({ is_draft }) => is_draft,
  ship_sale: (sale) => !['draft', 'fulfilled', 'cancelled'].includes(stateOf(sale)),
  return_sale: (sale) => sale.lines.some(({ fulfilled }, at) => fulfilled > world.model.takings.comingBack(sale, at)),
  invoice_sale: isBillable(world),
  void_invoice: isInvoiced(world),
})

const wordOf = ({ is_wholesale }: Sale) => (is_wholesale ? 'wholesale' : 'consumer')

type ShipStep = Omit<SaleStep & { does: 'ship_sale' }, 'does' | 'sale'>

async function confirm(world: World, sale: Sale, { agreed }: SaleStep & { does: 'confirm_sale' }): Promise<void> {
  const quantities = sale.lines.map((_line, i) => agreed[i]!)
  const lines = sale.lines.map((line, i) => {
    const line_item_id = sale.line_ids[i]
    const quantity = quantities[i]!
    if (quantity === 0) return { line_item_id, verdict: 'rejected' }
    return quantity === line.quantity
      ? { line_item_id, verdict: 'accepted' }
      : { line_item_id, verdict: 'quantity_changed', quantity }
  })
  const answer = await world.ask('POST', `${path}/${sale.id}/confirm`, { lines })
  agree(world, 'confirm', answer, world.model.sales.confirm(sale, quantities))
}

/** The shipment that the order did not have before. */
export const newest = (shipments: { shipment_id: string }[], { departures }: Sale): string =>
  shipments.map(({ shipment_id }) => shipment_id).find((id) => departures.every((one) => one.id !== id))!

async function ship(world: World, sale: Sale, step: ShipStep): Promise<void> {
  const { model, ids, admin } = world
  const from = step.is_elsewhere ? elsewhereThan(sale.place) : sale.place
  const byLine = new Map(step.lines.map(({ line, quantity }) => [line % sale.lines.length, quantity]))
  const units: Units[] = [...byLine].map(([line, quantity]) => {
    const { allocated } = sale.lines[line]!
    return { line, quantity: step.keeps && allocated > 0 ? Math.min(quantity, allocated) : quantity }
  })
  const shipped_at = step.shipped_at === null ? null : instantAgo(step.shipped_at)
  const answer: Answer = await admin.post(`${path}/${sale.id}/shipments`, {
    location_id: ids.locations[from],
    ...(shipped_at === null ? {} : { shipped_at }),
    lines: units.map(({ line, quantity }) => ({ line_item_id: sale.line_ids[line], quantity })),
  })
  const isShipped = agree(world, `ship ${wordOf(sale)}`, answer, model.shipping.ship(sale, from, shipped_at, units))
  if (isShipped) sale.departures.at(-1)!.id = newest(answer.body.data.shipments, sale)
}

const backOf = ({ model }: World, sale: Sale): number =>
  model.takings.of(sale).reduce((all, { back }) => all + back.amount, 0)

/** Plays a step; returns the order concerned. */
export async function playSale(world: World, step: SaleStep): Promise<Sale | undefined> {
  const { model, ask } = world
  if (step.does === 'sale') return placeAndShip(world, step)
  const sale = choose(model.sales.orders.filter(hasLines), step.sale, fits(world)[step.does])
  if (sale === undefined) return undefined
  if (step.does === 'hold_sale')
    agree(world, 'hold sale', await ask('POST', `${path}/${sale.id}/allocate`), model.sales.allocate(sale))
  if (step.does === 'cancel_sale') {
    const backBefore = backOf(world, sale)
    agree(world, 'cancel sale', await ask('POST', `${path}/${sale.id}/cancel`, {}), model.live.cancel(sale))
    if (backOf(world, sale) !== backBefore) world.note('cancel what was refunded', true)
  }
  if (step.does === 'confirm_sale') await confirm(world, sale, step)
  if (step.does === 'ship_sale') await ship(world, sale, step)
  if (step.does === 'return_sale') await giveBack(world, sale, step)
  if (step.does === 'invoice_sale') await issue(world, sale, step)
  if (step.does === 'void_invoice') await voidOne(world, sale, step)
  return sale
}

export async function compareSale({ ask, ids, model }: World, sale: Sale): Promise<void> {
  const { lifecycle, line_items, invoices } = (await ask('GET', `${path}/${sale.id}`)).body.data
  assert.deepEqual(
    [
      lifecycle,
      line_items.map((line: any) => [
        line.variant_id,
        line.quantity,
        line.allocated_quantity,
        line.fulfilled_quantity,
        line.cancelled_quantity,
        line.over_shipped_quantity,
        line.invoiced_quantity,
        line.returned_quantity,
        line.returnable_quantity,
      ]),
      invoices.map((invoice: any) => [invoice.invoice_id, invoice.state, invoice.total.cents]),
    ],
    [
      stateOf(sale),
      sale.lines.map((line, at) => [
        ids.variants[line.sku],
        line.quantity,
        line.allocated,
        line.fulfilled,
        line.cancelled,
        line.over,
        model.invoices.units(sale, at),
        line.returned,
        Math.max(line.fulfilled - model.takings.comingBack(sale, at), 0),
      ]),
      model.invoices.of(sale).map(({ id, is_void, total }) => [id, is_void ? 'void' : 'issued', total]),
    ],
  )
}

type DayRow = DaySales & { words: string }

export const selling: Kind<SaleStep> = {
  does: [
    'sale',
    'hold_sale',
    'cancel_sale',
    'confirm_sale',
    'ship_sale',
    'return_sale',
    'invoice_sale',
    'void_invoice',
  ],
  steps: saleSteps(),
  play: async (world, step) => ({ sale: await playSale(world, step) }),
}

/** Sales by day, read from the table: no public read has them by variant, channel and location. */
export async function compareDays({ tenant, model }: World): Promise<void> {
  const rows = await tenant.service.database.sql<(Omit<DayRow, 'cost'> & { cost: string })[]>`
    select v.sku || ' ' || c.name || ' ' || w.name || ' ' || s.day as words, s.units::int as units,
      s.gross_sales_cents::int as gross, s.discounts_cents::int as discounts,
      s.returned_units::int as returned, s.returns_cents::int as returns,
      s.costed_units::int as costed, (s.known_cost_cents * 0.01)::text as cost
    from sales_daily s
    join variants v on v.organization_id = s.organization_id and v.variant_id = s.variant_id
    join sales_channels c on c.organization_id = s.organization_id and c.sales_channel_id = s.sales_channel_id
    join locations w on w.organization_id = s.organization_id and w.location_id = s.location_id
    where s.organization_id = ${tenant.organization_id} and c.name <> 'Kiosk'`
  const isAny = ({ words: _words, ...figures }: DayRow) => Object.values(figures).some((n) => Number(n) !== 0)
  const byWords = (a: DayRow, b: DayRow) => (a.words < b.words ? -1 : 1)
  const known = [...model.sales.days()].map(([words, part]) => ({ words, ...part }))
  const shown = rows.map((row) => ({ ...row, cost: costOf(row.cost)! }))
  assert.deepEqual(shown.filter(isAny).toSorted(byWords), known.filter(isAny).toSorted(byWords), 'sales by day')
}
