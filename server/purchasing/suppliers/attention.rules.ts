/** What needs attention at a supplier, most severe first. Pure: takes facts, returns items. */
import type { SupplierFacts } from './attention.store.ts'

export const severities = ['blocking', 'warning', 'info'] as const
export type Severity = (typeof severities)[number]

/** Sort order of items with the same severity. */
export const attentionKinds = [
  'order_address_missing',
  'inactive_in_use',
  'exceptions_open',
  'orders_overdue',
  'supplier_updates_pending',
  'orders_on_hold',
  'stock_at_risk',
  'orders_to_issue',
  'costs_missing',
  'lead_time_missing',
  'primary_contact_missing',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

export const subjectTypes = ['purchase_order', 'exception', 'supplier_signal', 'variant'] as const

export interface Subject {
  type: (typeof subjectTypes)[number]
  id: string
  name: string
  /** Day since which it is waiting, or on which it was due. */
  since: string | null
  units: number | null
}

/** Findings of one kind: their number, the first few, and the highest severity. */
export interface Found {
  kind: AttentionKind
  count: number
  severity: Severity | null
  subjects: Subject[]
}

export interface AttentionItem {
  kind: AttentionKind
  severity: Severity
  sentence: string
  action: string
  count: number
  subjects: Subject[]
}

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

interface Template {
  severity: Severity
  sentence: (found: Found, today: string) => string
  action: string
}

const templates: Partial<Record<AttentionKind, Template>> = {
  exceptions_open: {
    severity: 'warning',
    sentence: ({ count }) =>
      `${count === 1 ? '1 exception about its orders waits' : `${count} exceptions about its orders wait`} for a decision.`,
    action: 'Decide each one: accept it, or correct the order or the delivery.',
  },
  orders_overdue: {
    severity: 'warning',
    sentence({ count, subjects: [first] }, today) {
      const orders = count === 1 ? '1 open order is' : `${count} open orders are`
      const late = daysBetween(first!.since!, today)
      return `${orders} past the expected delivery date; ${first!.name} is ${counted(late, 'day', 'days')} late.`
    },
    action: 'Ask for new dates and update the orders, or close orders that will not arrive.',
  },
  supplier_updates_pending: {
    severity: 'warning',
    sentence: ({ count }) =>
      `The supplier reported ${counted(count, 'change', 'changes')} to its orders that nobody has decided.`,
    action: 'Review them and change the orders, or dismiss them.',
  },
  orders_on_hold: {
    severity: 'warning',
    sentence: ({ count }) => `${count === 1 ? '1 open order is' : `${count} open orders are`} on hold.`,
    action: 'Resolve the reasons and release the orders, or cancel them.',
  },
  stock_at_risk: {
    severity: 'warning',
    sentence: ({ count }) =>
      `${counted(count, 'variant', 'variants')} with this primary supplier will run out within the lead time, even with incoming stock.`,
    action: 'Order them, or bring an open order forward.',
  },
  orders_to_issue: {
    severity: 'info',
    sentence: ({ count }) =>
      `${count === 1 ? '1 order is' : `${count} orders are`} approved but not sent to the supplier.`,
    action: 'Issue the orders.',
  },
  costs_missing: {
    severity: 'info',
    sentence: ({ count }) =>
      `${counted(count, 'variant', 'variants')} of this supplier ${count === 1 ? 'has' : 'have'} no cost.`,
    action: 'Enter their unit costs, so that orders and landed costs can be valued.',
  },
}

const higher = (a: Severity | null, b: Severity): Severity => severities.find((one) => one === a || one === b)!

function itemOf(found: Found, today: string): AttentionItem {
  const { severity, sentence, action } = templates[found.kind]!
  const { kind, count, subjects } = found
  return {
    kind,
    severity: higher(found.severity, severity),
    sentence: sentence(found, today),
    action,
    count,
    subjects,
  }
}

/** Gaps in the supplier's own record. */
function gapsOf(facts: SupplierFacts): AttentionItem[] {
  const gap = (kind: AttentionKind, severity: Severity, sentence: string, action: string): AttentionItem => ({
    kind,
    severity,
    sentence,
    action,
    count: 1,
    subjects: [],
  })
  const gaps: AttentionItem[] = []
  if (facts.order_channel === 'email' && (facts.order_email ?? facts.primary_contact_email) === null) {
    const sentence =
      'Orders go to the supplier by e-mail, but neither the supplier nor its primary contact has an address.'
    gaps.push(gap('order_address_missing', 'blocking', sentence, 'Set order_email, or choose another order_channel.'))
  }
  if (!facts.is_active && (facts.open_orders > 0 || facts.primary_variants > 0)) {
    const orders = counted(facts.open_orders, 'open order', 'open orders')
    const variants = counted(facts.primary_variants, 'variant', 'variants')
    const sentence = `The supplier is inactive but still in use: it is the primary supplier of ${variants} and has ${orders}.`
    gaps.push(
      gap('inactive_in_use', 'warning', sentence, 'Choose another primary supplier, or activate the supplier again.'),
    )
  }
  if (facts.lead_time_days === null && facts.variants > 0) {
    const sentence = 'The supplier has no lead time, so its stock health uses a default lead time.'
    gaps.push(gap('lead_time_missing', 'info', sentence, 'Set lead_time_days.'))
  }
  if (!facts.has_primary_contact) {
    gaps.push(
      gap(
        'primary_contact_missing',
        'info',
        'The supplier has no primary contact.',
        'Make one of its contacts primary.',
      ),
    )
  }
  return gaps
}

/** Most severe first; items of the same severity in the order of their kinds. */
export function attentionItems(facts: SupplierFacts, found: readonly Found[], today: string): AttentionItem[] {
  const items = [...gapsOf(facts), ...found.map((one) => itemOf(one, today))]
  const rank = ({ severity, kind }: AttentionItem) =>
    severities.indexOf(severity) * attentionKinds.length + attentionKinds.indexOf(kind)
  return items.toSorted((a, b) => rank(a) - rank(b))
}
