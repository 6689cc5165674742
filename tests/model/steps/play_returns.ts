/** Returns over HTTP and in the model: what comes back, and the money for it. */
import assert from 'node:assert/strict'
import { instantAgo } from '../setting.ts'
import { restockedMax, type SaleStep, type StatedStep } from './sale_steps.ts'
import type { Back, Sale } from '../truth/selling/sale.ts'
import { totalOf } from '../truth/selling/exchanges.ts'
import type { Stated } from '../truth/selling/returns.ts'
import { refundOf, type Return } from '../truth/selling/takings.ts'
import { agree, type World } from '../world.ts'

export const returnsPath = '/api/v1/sales/returns'

/** A part of what can be paid back once `again` is taken back, or a cent more. */
export function statedOf({ model }: World, sale: Sale, { status, percent }: StatedStep, again = 0): Stated {
  if (status === 'none') return { status }
  const left = model.takings.refundable(sale, again)
  return { status, cents: percent > 100 ? left + 1 : Math.floor((left * percent) / 100) }
}

async function receive(world: World, returned: Return, back: Back): Promise<boolean> {
  const { model, ask } = world
  const { received_at, not_in_count, restocked, disposition, extra } = back
  const { sku } = returned.sale.lines[returned.line]!
  const status = model.returns.receive(returned, back)
  const received = await ask('POST', `${returnsPath}/${returned.id}/receive`, {
    ...(received_at === null ? {} : { received_at }),
    ...(not_in_count ? { not_in_count } : {}),
    lines: [{ sku, received_quantity: returned.expected + extra, restocked_quantity: restocked, disposition }],
  })
  if (extra > 0) world.note('receive more than expected', true)
  return agree(world, `receive ${restocked === 0 ? disposition : 'restocked'}`, received, status)
}

type Announced = Pick<SaleStep & { does: 'return_sale' }, 'line' | 'quantity' | 'refund'>

/** Undefined if it is refused. */
export async function announce(world: World, sale: Sale, step: Announced): Promise<Return | undefined> {
  const { model, ids, ask } = world
  const line = step.line % sale.lines.length
  const { quantity } = step
  const refund = step.refund === null ? null : statedOf(world, sale, step.refund)
  const created = await ask('POST', returnsPath, {
    order_id: sale.id,
    location_id: ids.locations[sale.place],
    ...(refund === null ? {} : { refund }),
    lines: [{ order_line_item_id: sale.line_ids[line], expected_quantity: quantity }],
  })
  const { status, returned } = model.returns.create(sale, { line, quantity }, refund)
  if (!agree(world, `return ${sale.is_wholesale ? 'wholesale' : 'consumer'}`, created, status)) return undefined
  if (refund !== null) world.note(refund.status === 'none' ? 'state no refund' : 'refund', true)
  returned!.id = created.body.data.id
  return returned
}

type ArrivedStep = Pick<
  SaleStep & { does: 'return_sale' },
  'restocked' | 'disposition' | 'received_at' | 'not_in_count'
>

/** Where as many are restocked as can be, so many came back, be it more than were expected. */
const extraOf = ({ restocked }: ArrivedStep, { expected }: Return): number =>
  restocked === restockedMax ? Math.max(restocked - expected, 0) : 0

export async function takeIn(world: World, returned: Return, step: ArrivedStep): Promise<void> {
  const { disposition, not_in_count } = step
  const received_at = step.received_at === null ? null : instantAgo(step.received_at)
  const extra = disposition === 'missing' ? 0 : extraOf(step, returned)
  const isInspected = extra > 0 && disposition === 'quarantine'
  const restocked = isInspected ? 0 : Math.min(step.restocked, returned.expected + extra)
  const back = { restocked, extra, received_at, not_in_count, disposition }
  const isOpen = returned.receipt === null && !returned.is_cancelled
  if ((await receive(world, returned, back)) || !isOpen) return
  // Before it was shipped: it came today after all.
  await receive(world, returned, { ...back, received_at: null })
}

export async function giveBack(world: World, sale: Sale, step: SaleStep & { does: 'return_sale' }): Promise<void> {
  const returned = await announce(world, sale, step)
  if (returned !== undefined) await takeIn(world, returned, step)
}

const exchangesOf = ({ takings, exchanges }: World['model'], one: Return) =>
  takings.exchanges
    .filter(({ returned }) => returned === one)
    .map((each) => [each.replacement.id, totalOf(each.replacement) - exchanges.worthNow(each), each.is_cancelled])

const expected = ({ model }: World, one: Return) => {
  const { receipt, refund, status, is_stated } = one
  return {
    state: one.is_cancelled ? 'cancelled' : receipt === null ? 'expected' : 'closed',
    exchanges: exchangesOf(model, one),
    refund: { status, is_stated, cents: refund === null ? null : refundOf(one) },
    received: receipt?.received ?? 0,
    missing: receipt?.missing ?? 0,
    restocked:
      (receipt?.restocked ?? 0) +
      (receipt?.inspections ?? [])
        .filter(({ is_reverted, disposition }) => !is_reverted && disposition === 'restock')
        .reduce((sum, { quantity }) => sum + quantity, 0),
    quarantined: model.returns.quarantined(one),
    inspections: (receipt?.inspections ?? []).map(({ id, quantity, disposition, is_reverted }) => {
      return [id, quantity, disposition, is_reverted]
    }),
  }
}

/** In their order; one may have taken units of two receipts. */
function inspectionsOf(receipts: any[]) {
  const parts = receipts.flatMap(({ inspections }) => inspections)
  return [...Map.groupBy(parts, ({ inspection_id }: any) => inspection_id)]
    .map(([id, of]) => {
      const [{ disposition, reverted_at, inspected_at }] = of
      const quantity = of.reduce((sum: number, one: any) => sum + one.quantity, 0)
      return { inspected_at, shown: [id, quantity, disposition, reverted_at !== null] }
    })
    .toSorted((a, b) => (a.inspected_at < b.inspected_at ? -1 : 1))
    .map(({ shown }) => shown)
}

/** Every return of an order. */
export async function compareReturns(world: World, sale: Sale): Promise<void> {
  for (const one of world.model.takings.of(sale)) {
    const { state, refund, lines, exchanges } = (await world.ask('GET', `${returnsPath}/${one.id}`)).body.data
    const [line] = lines
    const { receipts } = line
    assert.deepEqual(
      {
        state,
        exchanges: exchanges.map((each: any) => [each.order_id, each.difference.cents, each.is_cancelled]),
        refund: { status: refund.status, is_stated: refund.is_stated, cents: refund.cents },
        received: line.received_quantity,
        missing: line.missing_quantity,
        restocked: line.restocked_quantity,
        quarantined: receipts.reduce((sum: number, one: any) => sum + one.quarantined_quantity, 0),
        inspections: inspectionsOf(receipts),
      },
      expected(world, one),
      `return ${one.id}`,
    )
  }
}
