/** What somebody should see to about a supplier, most pressing first. Facts in, items out. Pure. */

export const severities = ['blocking', 'warning', 'info'] as const
export type Severity = (typeof severities)[number]

/** In the order in which they stand under one severity. */
export const attention_kinds = [
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
export type AttentionKind = (typeof attention_kinds)[number]

export const subject_types = ['purchase_order', 'exception', 'supplier_signal', 'variant'] as const

export interface Subject {
  type: (typeof subject_types)[number]
  id: string
  name: string
  /** The day since which it waits, or was due. */
  since: string | null
  units: number | null
}

/** Rows of one kind: how many there are, the first few of them, and the most pressing one. */
export interface Found {
  kind: AttentionKind
  count: number
  severity: Severity | null
  subjects: Subject[]
}

export interface SupplierFacts {
  name: string
  order_channel: string
  order_email: string | null
  lead_time_days: number | null
  is_active: boolean
  has_primary_contact: boolean
  /** Takes orders where the supplier states no address for them. */
  primary_contact_email: string | null
  variants: number
  primary_variants: number
  open_orders: number
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

interface Words {
  severity: Severity
  sentence: (found: Found, today: string) => string
  action: string
}

const words: Partial<Record<AttentionKind, Words>> = {
  exceptions_open: {
    severity: 'warning',
    sentence: ({ count }) =>
      `${count === 1 ? '1 exception about its orders waits' : `${count} exceptions about its orders wait`} for a decision.`,
    action: 'Decide on each: accept what happened, or correct the order or the delivery.',
  },
  orders_overdue: {
    severity: 'warning',
    sentence({ count, subjects: [first] }, today) {
      const orders = count === 1 ? '1 open order is' : `${count} open orders are`
      const late = daysBetween(first!.since!, today)
      return `${orders} past the day of delivery; ${first!.name} by ${counted(late, 'day', 'days')}.`
    },
    action: 'Ask for new dates and write them down, or close what no longer comes.',
  },
  supplier_updates_pending: {
    severity: 'warning',
    sentence: ({ count }) =>
      `The supplier told of ${counted(count, 'change', 'changes')} to its orders that nobody has decided on.`,
    action: 'Read them and change the orders, or dismiss them.',
  },
  orders_on_hold: {
    severity: 'warning',
    sentence: ({ count }) => `${count === 1 ? '1 open order is' : `${count} open orders are`} on hold.`,
    action: 'Settle what holds them and release them, or cancel them.',
  },
  stock_at_risk: {
    severity: 'warning',
    sentence: ({ count }) =>
      `${counted(count, 'variant', 'variants')} bought here first will run out within the lead time, with what is on its way counted in.`,
    action: 'Order them, or bring an open order forward.',
  },
  orders_to_issue: {
    severity: 'info',
    sentence: ({ count }) =>
      `${count === 1 ? '1 order is' : `${count} orders are`} approved and not sent to the supplier.`,
    action: 'Issue them.',
  },
  costs_missing: {
    severity: 'info',
    sentence: ({ count }) =>
      `${counted(count, 'variant', 'variants')} it supplies ${count === 1 ? 'has' : 'have'} no cost.`,
    action: 'State what a unit costs, so that orders and landed costs can be valued.',
  },
}

const pressing = (a: Severity, b: Severity): Severity => (severities.indexOf(a) <= severities.indexOf(b) ? a : b)

function itemOf(found: Found, today: string): AttentionItem {
  const { severity, sentence, action } = words[found.kind]!
  const { kind, count, subjects } = found
  return {
    kind,
    severity: found.severity === null ? severity : pressing(found.severity, severity),
    sentence: sentence(found, today),
    action,
    count,
    subjects,
  }
}

/** What the supplier's own record lacks. */
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
      'Orders are to reach it by e-mail, and neither the supplier nor its primary contact has an address.'
    gaps.push(gap('order_address_missing', 'blocking', sentence, 'State order_email, or choose another order_channel.'))
  }
  if (!facts.is_active && (facts.open_orders > 0 || facts.primary_variants > 0)) {
    const orders = counted(facts.open_orders, 'open order', 'open orders')
    const variants = counted(facts.primary_variants, 'variant', 'variants')
    const sentence = `It is not ordered from any more, yet ${variants} are bought here first and ${orders} ${facts.open_orders === 1 ? 'names' : 'name'} it.`
    gaps.push(gap('inactive_in_use', 'warning', sentence, 'Name another primary supplier, or make it active again.'))
  }
  if (facts.lead_time_days === null && facts.variants > 0) {
    const sentence = 'It states no lead time, so the health of its stock rests on a usual one.'
    gaps.push(gap('lead_time_missing', 'info', sentence, 'State lead_time_days.'))
  }
  if (!facts.has_primary_contact) {
    gaps.push(
      gap('primary_contact_missing', 'info', 'Nobody is its primary contact.', 'Make one of its contacts primary.'),
    )
  }
  return gaps
}

/** The most pressing first, and in the order of the kinds among those that press alike. */
export function attentionItems(facts: SupplierFacts, found: readonly Found[], today: string): AttentionItem[] {
  const items = [...gapsOf(facts), ...found.map((one) => itemOf(one, today))]
  const rank = ({ severity, kind }: AttentionItem) =>
    severities.indexOf(severity) * attention_kinds.length + attention_kinds.indexOf(kind)
  return items.toSorted((a, b) => rank(a) - rank(b))
}
