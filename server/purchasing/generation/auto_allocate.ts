import { isDifferent } from '../../contract/difference.ts'
import { counted } from '../../contract/outcome.ts'
import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { reserveAvailable } from '../../ledger/reserve.ts'
import { pairKey } from '../../ledger/rules.ts'
import { outstandingOf } from '../deliveries/arrival.rules.ts'
import { componentsAfter, partsOf, type Place, requiredFor } from '../manufacturing/assembly.rules.ts'
import { openAssembly, writeComponents } from '../manufacturing/components.store.ts'
import { PurchaseOrder, PurchaseOrderPath } from '../orders/model.ts'
import { readLinesToReceive } from '../deliveries/receiving.store.ts'
import { checkAct } from '../orders/rules.ts'
import { lockOrder, orderChanged, readOrder } from '../orders/store.ts'

export const autoAllocatePurchaseOrder = operation({
  id: 'purchase_orders.auto_allocate',
  route: 'POST /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/auto-allocate',
  summary: 'Reserve components',
  desc: ({ name, components }) => {
    const short = components.reduce((sum, { short_quantity }) => sum + short_quantity, 0)
    return short === 0
      ? `All components of ${name} are reserved.`
      : `Available components of ${name} are reserved; ${counted(short, 'unit')} short.`
  },
  description:
    'Reserves the components that the outstanding units of a manufacturing order need, according to the active bills of materials. Components are reserved at the source location, or at the destination if the order has no source. Reserved units stay on hand and are committed there, so nobody else can use them. If fewer units than needed are available, those are reserved; the shortfall is in `short_quantity` of the returned `components`, and a later call can reserve the rest. Reservations that the order no longer needs are released. Deliveries use reserved units first. Closing the order, cancelling it or changing its lines releases them. Fails with `conflict` if the order is not a manufacturing order, is on hold, delivered, closed or cancelled, or makes a variant without an active bill of materials.',
  params: PurchaseOrderPath,
  answer: PurchaseOrder,
  refusals: ['purchase_order_not_on_file', 'conflict'],
  conflict:
    'The order is not a manufacturing order, is delivered, closed, cancelled or on hold, or one of its variants has no active bill of materials.',
  emits: ['purchase_order_updated'],
  async run({ sql, caller: { organization_id }, params: { purchase_order_id }, now }) {
    const order = await lockOrder(sql, organization_id, purchase_order_id)
    checkAct('allocate', order)
    if (order.order_type !== 'manufacturing') {
      refuse('conflict', {
        desc: `${order.name} is a ${order.order_type} order; only manufacturing orders reserve components.`,
        data: { act: 'allocate', status: order.status, order_type: order.order_type },
      })
    }
    const lines = await readLinesToReceive(sql, organization_id, purchase_order_id)
    const outstanding = lines
      .map((line) => ({ ...line, units: outstandingOf(order, line) }))
      .filter(({ units }) => units > 0)
    const assembly = await openAssembly(sql, organization_id, order, outstanding)
    for (const line of outstanding) partsOf(order, assembly.bills, line)
    const required = requiredFor(assembly, outstanding)
    const held = new Map(assembly.components.map((one) => [pairKey(one), one]))
    const places = new Map<string, Place>([...held, ...required])
    const holds = await reserveAvailable(
      sql,
      organization_id,
      [...places].map(([key, { variant_id, location_id }]) => ({
        variant_id,
        location_id,
        committed_delta: (required.get(key)?.units ?? 0) - (held.get(key)?.reserved_quantity ?? 0),
      })),
    )
    const after = componentsAfter(assembly, new Map(), holds, required)
    const changes = after.some((one) => isDifferent(held.get(pairKey(one)) ?? {}, one))
    if (!changes) return readOrder(sql, organization_id, purchase_order_id)
    await writeComponents(sql, organization_id, purchase_order_id, after)
    await orderChanged(sql, organization_id, [purchase_order_id], now)
    return readOrder(sql, organization_id, purchase_order_id)
  },
})
