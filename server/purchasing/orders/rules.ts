/** What may be done to an order, and what becomes of it. Pure: an order as it stands in, its next status or a refusal out. */
import { refuse } from '../../contract/refusals.ts'
import type { OrderStatus, OrderType } from './known_values.ts'

interface Act {
  /** The statuses in which it may be done. */
  from: readonly OrderStatus[]
  /** As a sentence says it: "cannot be approved". */
  done: string
  /** A hold stops what brings an order nearer to its goods, and nothing else. */
  stopped_by_hold: boolean
  /** What to do instead, where one thing is to be done. */
  advice?: Partial<Record<OrderStatus, string>>
}

const over = {
  delivered: 'Everything has arrived; correct or remove its deliveries where they are wrong.',
  closed: 'It was closed for good; duplicate it to order again.',
  cancelled: 'It was cancelled for good; duplicate it to order again.',
} as const

/** Every act on an order. The order is locked before it is asked, so what is answered stays true. */
export const acts = {
  approve: { from: ['draft'], done: 'approved', stopped_by_hold: true, advice: over },
  reopen: {
    from: ['approved'],
    done: 'taken back to draft',
    stopped_by_hold: false,
    advice: { ...over, issued: 'The supplier already has it; change or cancel it instead.' },
  },
  /** Once it is out, issuing it again sends what changed since. */
  issue: {
    from: ['approved', 'issued', 'partially_delivered'],
    done: 'issued',
    stopped_by_hold: true,
    advice: { ...over, draft: 'Approve it first.' },
  },
  allocate: {
    from: ['draft', 'approved', 'issued', 'partially_delivered'],
    done: 'allocated',
    stopped_by_hold: true,
    advice: over,
  },
  push_to_wms: {
    from: ['approved', 'issued', 'partially_delivered'],
    done: 'sent to the warehouse',
    stopped_by_hold: true,
    advice: { ...over, draft: 'Approve it first.' },
  },
  receive: {
    from: ['approved', 'issued', 'partially_delivered'],
    done: 'received',
    stopped_by_hold: true,
    advice: { ...over, draft: 'Approve it first.' },
  },
  /** Correcting or removing a delivery: what was written down wrongly is mended at any time. */
  mend_delivery: {
    from: ['approved', 'issued', 'partially_delivered', 'delivered', 'closed'],
    done: 'mended',
    stopped_by_hold: false,
  },
  /** Bills come late: they are taken until the order never was, and after it is over. */
  bill: {
    from: ['approved', 'issued', 'partially_delivered', 'delivered', 'closed'],
    done: 'billed',
    stopped_by_hold: false,
    advice: { draft: 'Approve it first.' },
  },
  amend: {
    from: ['draft', 'approved', 'issued', 'partially_delivered'],
    done: 'changed',
    stopped_by_hold: false,
    advice: over,
  },
  hold: {
    from: ['draft', 'approved', 'issued', 'partially_delivered'],
    done: 'held or released',
    stopped_by_hold: false,
    advice: over,
  },
  cancel: {
    from: ['draft', 'approved', 'issued'],
    done: 'cancelled',
    stopped_by_hold: false,
    advice: { ...over, partially_delivered: 'Goods have arrived; close it instead, or remove its deliveries first.' },
  },
  close: {
    from: ['issued', 'partially_delivered'],
    done: 'closed',
    stopped_by_hold: false,
    advice: { ...over, draft: 'Cancel it instead.', approved: 'Cancel it instead.' },
  },
  delete: {
    from: ['draft', 'cancelled'],
    done: 'deleted',
    stopped_by_hold: false,
    advice: { approved: 'Cancel it first.', issued: 'The supplier has it; cancel it instead.' },
  },
} as const satisfies Record<string, Act>
export type ActName = keyof typeof acts

export interface Standing {
  name: string
  order_type: OrderType
  status: OrderStatus
  on_hold: boolean
  hold_reason: string | null
}

/** As a sentence says a status. */
const words: Record<OrderStatus, string> = {
  draft: 'a draft',
  approved: 'approved',
  issued: 'issued',
  partially_delivered: 'partially delivered',
  delivered: 'delivered',
  closed: 'closed',
  cancelled: 'cancelled',
}

/** Refuses `conflict`, saying what to do, where the order may not be acted on so. */
export function checkAct(name: ActName, order: Standing): void {
  const act: Act = acts[name]
  const data = { act: name, status: order.status, on_hold: order.on_hold, allowed_statuses: [...act.from] }
  if (!act.from.includes(order.status)) {
    const advice = act.advice?.[order.status]
    refuse('conflict', {
      desc: `${order.name} is ${words[order.status]} and cannot be ${act.done}.${advice === undefined ? '' : ` ${advice}`}`,
      data,
    })
  }
  if (act.stopped_by_hold && order.on_hold) {
    refuse('conflict', {
      desc: `${order.name} is on hold${order.hold_reason === null ? '' : ` (${order.hold_reason})`} and cannot be ${act.done}. Release it first.`,
      data,
    })
  }
}

export interface Progress {
  quantity: number
  delivered_quantity: number
}

/** The status that its lines give an order once something arrived, was corrected or taken back. */
export function statusByLines(
  order: { status: OrderStatus; issued_at: string | null },
  lines: readonly Progress[],
): OrderStatus {
  if (order.status === 'draft' || order.status === 'closed' || order.status === 'cancelled') return order.status
  if (lines.length > 0 && lines.every((line) => line.delivered_quantity >= line.quantity)) return 'delivered'
  if (lines.some((line) => line.delivered_quantity > 0)) return 'partially_delivered'
  return order.issued_at === null ? 'approved' : 'issued'
}

/** Goods that are under way belong to an order: it is not called off, and a transfer not closed, before they arrive. */
export function checkUnderWay(
  becomes: 'closed' | 'cancelled',
  order: Standing,
  lines: readonly { in_transit_quantity: number }[],
): void {
  const units = lines.reduce((sum, line) => sum + line.in_transit_quantity, 0)
  if (units === 0 || (becomes === 'closed' && order.order_type !== 'transfer')) return
  refuse('conflict', {
    desc: `${order.name} has ${units} units under way and cannot be ${becomes}. Record their arrival first.`,
    data: { act: becomes === 'closed' ? 'close' : 'cancel', status: order.status, in_transit_quantity: units },
  })
}
