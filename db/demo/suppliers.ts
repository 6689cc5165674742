/** Suppliers with character: their terms, how punctual and how complete they are, and the people there. */
import type { Cell } from './copy.ts'
import type { Rows } from './places.ts'
import type { MakeId, Random } from './random.ts'
import { first_names, last_names, supplier_places, supplier_trades } from './words.ts'

/** prompt is on time, late is not, short leaves some of it out, steady is now and then a week behind. */
const characters = ['prompt', 'late', 'short', 'steady'] as const
export type Character = (typeof characters)[number]

export interface Supplier {
  supplier_id: string
  name: string
  city: string
  country_code: string
  character: Character
  /** Of an order that falls short. */
  fill_share: number
  lead_time_days: number
  review_period_days: number
  min_order_quantity: number
  batch_size: number
}

/** Goods come by sea, in containers. */
export const overseas: readonly string[] = ['CN', 'VN', 'IN', 'BD', 'PE']

export function planSupplier(makeId: MakeId, random: Random, i: number): Supplier {
  const [country_code, city] = supplier_places[i % supplier_places.length]!
  const trade = supplier_trades[Math.floor(i / supplier_places.length) % supplier_trades.length]!
  const character = characters[i % characters.length]!
  return {
    supplier_id: makeId('supplier', i),
    name: `${city} ${trade}`,
    city,
    country_code,
    character,
    fill_share: character === 'short' ? 0.88 : 1,
    lead_time_days: 7 * random.whole(3, 12),
    review_period_days: random.pick([7, 14, 28]),
    min_order_quantity: random.pick([12, 24, 36]),
    batch_size: random.pick([6, 12]),
  }
}

/** Weeks past the agreed one for which each part of the orders comes, the first part up to which share. */
const lateness: Record<Character, readonly number[]> = {
  prompt: [0.95, 1],
  late: [0.2, 0.6, 0.85, 1],
  short: [0.7, 1],
  steady: [0.6, 0.9, 1],
}
export const arrivesLate = ({ character }: Supplier, chance: number): number =>
  lateness[character].findIndex((reach) => chance < reach)

const payment = ['net_30', 'net_60', 'net_45', '2_10_net_30'] as const
const order_channels = ['email', 'edi', 'link'] as const
const slug = (words: string) => words.toLowerCase().replaceAll(/[^a-z]+/g, '-')
const domain = ({ name }: Supplier) => `${slug(name)}.example`

export function supplierRows(suppliers: readonly Supplier[], since: string, currency: string): Rows {
  return {
    table: 'suppliers',
    columns:
      'supplier_id name external_id currency country_code address website lead_time_days review_period_days min_order_value_cents min_order_quantity payment_terms deposit_bp incoterm order_channel order_email edi_qualifier edi_id created_at updated_at',
    rows: suppliers.map((one, i): Cell[] => {
      const channel = order_channels[i % order_channels.length]!
      const is_edi = channel === 'edi'
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
        is_edi ? '12' : null,
        is_edi ? String(5_550_100_000 + i) : null,
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

/** Somebody in sales at each supplier, somebody in production at every third, and the customs broker. */
function people(suppliers: readonly Supplier[]): Person[] {
  const named = (i: number) => `${first_names[i % first_names.length]} ${last_names[(i * 3) % last_names.length]}`
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

/** With numbers that the database set aside, one each. */
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
  const notes = suppliers.flatMap(({ character }, i): Cell[][] => {
    if (character !== 'late' && character !== 'short') return []
    const words =
      character === 'late'
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
