/** The lifecycle of an order: which actions its status allows, and its next status. Pure. */
import { type OrderStatus } from '../known_values.ts'
import { refuse } from '../../contract/refusals.ts'
import type { LockedOrder } from './store.ts'

interface Act {
  /** Statuses that allow the action. */
  from: readonly OrderStatus[]
  /** Past participle for sentences: "cannot be approved". */
  done: string
  /** Whether a hold blocks it. A hold blocks only actions that bring an order closer to receiving its goods. */
  stopped_by_hold: boolean
  /** What to do instead, per status. */
  advice?: Partial<Record<OrderStatus, string>>
}

const endAdvice = {
  delivered: 'Everything has arrived; correct or remove its deliveries instead.',
  closed: 'A closed order is final; duplicate it to order again.',
  cancelled: 'A cancelled order is final; duplicate it to order again.',
} as const

/** All actions on an order. The caller locks the order before checking, so the result stays true. */
export const acts = {
  approve: { from: ['draft'], done: 'approved', stopped_by_hold: true, advice: endAdvice },
  reopen: {
    from: ['approved'],
    done: 'reopened as a draft',
    stopped_by_hold: false,
    advice: { ...endAdvice, issued: 'The supplier already has it; change or cancel it instead.' },
  },
  /** Issuing again sends what has changed since. */
  issue: {
    from: ['approved', 'issued', 'partially_delivered'],
    done: 'issued',
    stopped_by_hold: true,
    advice: { ...endAdvice, draft: 'Approve it first.' },
  },
  allocate: {
    from: ['draft', 'approved', 'issued', 'partially_delivered'],
    done: 'allocated',
    stopped_by_hold: true,
    advice: endAdvice,
  },
  push_to_wms: {
    from: ['approved', 'issued', 'partially_delivered'],
    done: 'sent to the warehouse',
    stopped_by_hold: true,
    advice: { ...endAdvice, draft: 'Approve it first.' },
  },
  receive: {
    from: ['approved', 'issued', 'partially_delivered'],
    done: 'received',
    stopped_by_hold: true,
    advice: { ...endAdvice, draft: 'Approve it first.' },
  },
  /** Correcting or removing a delivery. Recording errors can be corrected at any time. */
  mend_delivery: {
    from: ['approved', 'issued', 'partially_delivered', 'delivered', 'closed'],
    done: 'corrected',
    stopped_by_hold: false,
  },
  /** Bills can come late, so they are accepted until long after delivery, but never on a draft or cancelled order. */
  bill: {
    from: ['approved', 'issued', 'partially_delivered', 'delivered', 'closed'],
    done: 'billed',
    stopped_by_hold: false,
    advice: { draft: 'Approve it first.' },
  },
  /** By the supplier, for goods of the order: they may be billed before they come, and long after. */
  invoice: {
    from: ['issued', 'partially_delivered', 'delivered', 'closed'],
    done: 'invoiced',
    stopped_by_hold: false,
    advice: { draft: 'Approve and issue it first.', approved: 'Issue it first.' },
  },
  amend: {
    from: ['draft', 'approved', 'issued', 'partially_delivered'],
    done: 'changed',
    stopped_by_hold: false,
    advice: endAdvice,
  },
  hold: {
    from: ['draft', 'approved', 'issued', 'partially_delivered'],
    done: 'held or released',
    stopped_by_hold: false,
    advice: endAdvice,
  },
  cancel: {
    from: ['draft', 'approved', 'issued'],
    done: 'cancelled',
    stopped_by_hold: false,
    advice: {
      ...endAdvice,
      partially_delivered: 'Goods have arrived; close it instead, or remove its deliveries first.',
    },
  },
  close: {
    from: ['issued', 'partially_delivered'],
    done: 'closed',
    stopped_by_hold: false,
    advice: { ...endAdvice, draft: 'Cancel it instead.', approved: 'Cancel it instead.' },
  },
  delete: {
    from: ['draft', 'cancelled'],
    done: 'deleted',
    stopped_by_hold: false,
    advice: { approved: 'Cancel it first.', issued: 'The supplier already has it; cancel it instead.' },
  },
} as const satisfies Record<string, Act>
export type ActName = keyof typeof acts

export type OrderState = Pick<LockedOrder, 'name' | 'order_type' | 'status' | 'on_hold' | 'hold_reason'>

/** Status names in sentences. */
const statusNames: Record<OrderStatus, string> = {
  draft: 'a draft',
  approved: 'approved',
  issued: 'issued',
  partially_delivered: 'partially delivered',
  delivered: 'delivered',
  closed: 'closed',
  cancelled: 'cancelled',
}

/** Refuses an action that the order's status or hold forbids with `conflict`, and says what to do instead. */
export function checkAct(name: ActName, order: OrderState): void {
  const act: Act = acts[name]
  const data = { act: name, status: order.status, on_hold: order.on_hold, allowed_statuses: [...act.from] }
  if (!act.from.includes(order.status)) {
    const advice = act.advice?.[order.status]
    refuse('conflict', {
      desc: `${order.name} is ${statusNames[order.status]} and cannot be ${act.done}.${advice === undefined ? '' : ` ${advice}`}`,
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

/** The status that follows from the lines after an arrival, a correction or a removal. */
export function statusByLines(
  order: { status: OrderStatus; issued_at: string | null },
  lines: readonly Progress[],
): OrderStatus {
  if (order.status === 'draft' || order.status === 'closed' || order.status === 'cancelled') return order.status
  if (lines.length > 0 && lines.every((line) => line.delivered_quantity >= line.quantity)) return 'delivered'
  if (lines.some((line) => line.delivered_quantity > 0)) return 'partially_delivered'
  return order.issued_at === null ? 'approved' : 'issued'
}

/**
 * Closing a transfer wrote off what had not arrived, and ended it: units that a correction took back would be in transit on
 * an order that can neither receive them nor write them off.
 */
export function checkNotTakenBack(order: OrderState): void {
  if (order.order_type !== 'transfer' || order.status !== 'closed') return
  refuse('conflict', {
    desc: `${order.name} is closed, and what had not arrived was written off, so no units of its deliveries can be taken back. Adjust the stock at its destination instead.`,
    data: { act: 'mend_delivery', status: order.status },
  })
}

/** Units in transit must arrive, or be written off by closing, before the order can be cancelled. */
export function checkNotInTransit(order: OrderState, lines: readonly { in_transit_quantity: number }[]): void {
  const units = lines.reduce((sum, line) => sum + line.in_transit_quantity, 0)
  if (units === 0) return
  const advice =
    order.order_type === 'transfer'
      ? 'Record their arrival, or close the order to write off what is missing.'
      : 'Record their arrival first.'
  refuse('conflict', {
    desc: `${order.name} has ${units} units in transit and cannot be cancelled. ${advice}`,
    data: { act: 'cancel', status: order.status, in_transit_quantity: units },
  })
}
