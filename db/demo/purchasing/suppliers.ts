/** Suppliers: terms, reliability (punctual and complete deliveries) and contacts. */
import type { Cell } from '../copy.ts'
import type { Rows } from '../master_data.ts'
import type { MakeId, Random } from '../random.ts'
import { firstNames, lastNames, supplierPlaces, supplierTrades } from '../vocabulary.ts'

/** prompt: on time. late: often late. short: under-delivers. steady: sometimes a week late. */
const reliabilities = ['prompt', 'late', 'short', 'steady'] as const
export type Reliability = (typeof reliabilities)[number]

export interface Supplier {
  supplier_id: string
  name: string
  city: string
  country_code: string
  reliability: Reliability
  /** Share delivered of an order that is under-delivered. */
  fill_share: number
  lead_time_days: number
  review_period_days: number
  min_order_quantity: number
  batch_size: number
}

/** Countries whose goods arrive by sea in containers. */
export const overseas: readonly string[] = ['CN', 'VN', 'IN', 'BD', 'PE']

export function planSupplier(makeId: MakeId, random: Random, i: number): Supplier {
  const [country_code, city] = supplierPlaces[i % supplierPlaces.length]!
  const trade = supplierTrades[Math.floor(i / supplierPlaces.length) % supplierTrades.length]!
  const reliability = reliabilities[i % reliabilities.length]!
  return {
    supplier_id: makeId('supplier', i),
    name: `${city} ${trade}`,
    city,
    country_code,
    reliability,
    fill_share: reliability === 'short' ? 0.88 : 1,
    lead_time_days: 7 * random.whole(3, 12),
    review_period_days: random.pick([7, 14, 28]),
    min_order_quantity: random.pick([12, 24, 36]),
    batch_size: random.pick([6, 12]),
  }
}

/** Cumulative share of orders that arrive 0, 1, 2 … weeks late. */
const lateness: Record<Reliability, readonly number[]> = {
  prompt: [0.95, 1],
  late: [0.2, 0.6, 0.85, 1],
  short: [0.7, 1],
  steady: [0.6, 0.9, 1],
}
export const weeksLate = ({ reliability }: Supplier, chance: number): number =>
  lateness[reliability].findIndex((share) => chance < share)

const payment = ['net_30', 'net_60', 'net_45', '2_10_net_30'] as const
const orderChannels = ['email', 'edi', 'link'] as const
const slug = (words: string) => words.toLowerCase().replaceAll(/[^a-z]+/g, '-')
const domain = ({ name }: Supplier) => `${slug(name)}.example`

export function supplierRows(suppliers: readonly Supplier[], since: string, currency: string): Rows {
  return {
    table: 'suppliers',
    columns:
      'supplier_id name external_id currency country_code address website lead_time_days review_period_days min_order_value_cents min_order_quantity payment_terms deposit_bp incoterm order_channel order_email edi_qualifier edi_id created_at updated_at',
    rows: suppliers.map((one, i): Cell[] => {
      const channel = orderChannels[i % orderChannels.length]!
      const isEdi = channel === 'edi'
      return [
        one.supplier_id,
        one.name,
        `V-${1_000 + i}`,
        currency,
        one.country_code,
        `${12 + i} Mill Road, ${one.city}`,
        `https://www.${domain(one)}`,
        one.lead_time_days,
        one.review_period_days,
        50_000 * (1 + (i % 5)),
        one.min_order_quantity,
        payment[i % payment.length],
        overseas.includes(one.country_code) ? 3_000 : 0,
        overseas.includes(one.country_code) ? 'FOB' : 'DAP',
        channel,
        channel === 'link' ? null : `orders@${domain(one)}`,
        isEdi ? '12' : null,
        isEdi ? String(5_550_100_000 + i) : null,
        since,
        since,
      ]
    }),
  }
}

interface Person {
  name: string
  supplier: number | null
  role: string
  department: string
  by_phone: boolean
}

/** A sales contact at each supplier, a production contact at every third, and the customs broker. */
function people(suppliers: readonly Supplier[]): Person[] {
  const named = (i: number) => `${firstNames[i % firstNames.length]} ${lastNames[(i * 3) % lastNames.length]}`
  const sales = suppliers.map((_, i) => ({
    name: named(i),
    supplier: i,
    role: 'Sales manager',
    department: 'Sales',
    by_phone: i % 4 === 3,
  }))
  const production = suppliers.flatMap((_, i) =>
    i % 3 > 0
      ? []
      : [{ name: named(i + 7), supplier: i, role: 'Merchandiser', department: 'Production', by_phone: true }],
  )
  const broker = { name: named(11), supplier: null, role: 'Customs broker', department: 'Imports', by_phone: false }
  return [...sales, ...production, broker]
}

/** Takes one reserved id for each contact. */
export function contactRows(
  suppliers: readonly Supplier[],
  contact_ids: readonly string[],
  makeId: MakeId,
  since: string,
): Rows[] {
  const all = people(suppliers)
  const contacts = all.map((one, i): Cell[] => {
    const at = one.supplier === null ? null : suppliers[one.supplier]!
    return [
      contact_ids[i],
      one.name,
      one.by_phone && i % 2 === 1 ? null : `${slug(one.name)}-${i}@${at ? domain(at) : 'harbour-brokers.example'}`,
      one.by_phone ? `+1 555 01${String(i % 100).padStart(2, '0')}` : null,
      at?.city,
      at?.country_code,
      at ? null : 'Clears what comes by sea.',
      one.role,
      one.department,
      one.by_phone ? 'phone' : 'email',
      at?.supplier_id,
      one.role === 'Sales manager',
      since,
      since,
    ]
  })
  const notes = suppliers.flatMap(({ reliability }, i): Cell[][] => {
    if (reliability !== 'late' && reliability !== 'short') return []
    const words =
      reliability === 'late'
        ? ['Dates slip', 'Promises the week and ships in the next. Ask for the vessel before confirming.']
        : ['Counts fall short', 'Closes orders a tenth below. Order the cover with it.']
    return [[makeId('contact_note', i), contact_ids[i], ...words, since, since]]
  })
  return [
    {
      table: 'contacts',
      columns:
        'contact_id name email phone city country description role department preferred_contact_method supplier_id is_primary created_at updated_at',
      rows: contacts,
    },
    { table: 'contact_notes', columns: 'note_id contact_id title body created_at updated_at', rows: notes },
  ]
}

export const contactCount = (suppliers: readonly Supplier[]): number => people(suppliers).length
