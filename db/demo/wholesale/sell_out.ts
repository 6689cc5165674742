/** Accounts that report what they sell: two years of weekly units and shelf counts by door. */
import type { Calendar } from '../calendar.ts'
import { endOf, mondayOf } from '../calendar.ts'
import { CopyBuffer } from '../copy.ts'
import { type MakeId, randomOf } from '../random.ts'

interface AccountPlan {
  name: string
  reference: string
  doors: number
  /** Percent of the weeks that a door reports. */
  reports_pct: number
}

const plans: readonly AccountPlan[] = [
  { name: 'Meridian Stores', reference: 'A-100', doors: 12, reports_pct: 98 },
  { name: 'Harbour & Sons', reference: 'A-200', doors: 6, reports_pct: 90 },
  { name: 'Northgate', reference: 'A-300', doors: 3, reports_pct: 75 },
]
const towns = [
  'Porto',
  'Lisbon',
  'Braga',
  'Faro',
  'Madrid',
  'Vigo',
  'Bilbao',
  'Lyon',
  'Nantes',
  'Lille',
  'Ghent',
  'Cork',
]

/** Percent of a door's range that has a row in a week. */
const densityPct = 15
const itemsMax = 60

export interface SellOutFacts {
  organization_id: string
  currency: string
  seed: number
  calendar: Calendar
  makeId: MakeId
  /** Variants in the order of the catalogue, with their SKUs. */
  variants: readonly { variant_id: string; sku: string }[]
}

const buffers = () => ({
  trading_partners: new CopyBuffer(
    'trading_partners',
    'trading_partner_id name account_reference currency created_at updated_at',
  ),
  account_doors: new CopyBuffer(
    'account_doors',
    'door_id trading_partner_id door_reference name kind country_code created_at updated_at',
  ),
  account_items: new CopyBuffer('account_items', 'trading_partner_id buyer_sku variant_id created_at updated_at'),
  sell_out_declarations: new CopyBuffer(
    'sell_out_declarations',
    'trading_partner_id absence_convention location_grain currency price_tax_basis week_anchor_dow confirmed_at confirmed_by confirmed_by_name',
  ),
  sell_out_reports: new CopyBuffer(
    'sell_out_reports',
    'trading_partner_id period_start period_end door_id currency reported_at',
  ),
})
type Buffers = ReturnType<typeof buffers>

const rowsBuffer = () =>
  new CopyBuffer(
    'sell_out_rows',
    'trading_partner_id variant_id door_id period_start period_end units on_hand sales_cents',
  )

/**
 * The tables in the order in which they are written: the rows come behind what their sums refer to. Each period of an
 * account is a statement of its own, as a file is, because its sums are made from all rows of the statement.
 */
export function sellOutBuffers(facts: SellOutFacts): CopyBuffer[] {
  const tables = buffers()
  const periods = plans.flatMap((plan, at) => addAccount(tables, facts, plan, at))
  return [...Object.values(tables), ...periods]
}

/** Returns the rows of each period. */
function addAccount(tables: Buffers, facts: SellOutFacts, plan: AccountPlan, at: number): CopyBuffer[] {
  const { organization_id, currency, seed, calendar, makeId, variants } = facts
  const account_id = makeId('trading_partner', at)
  const range = variants.filter((_, i) => i % plans.length === at).slice(0, itemsMax)
  const confirmed_at = `${calendar.days[0]} 09:00:00+00`
  tables.trading_partners.add(organization_id, [
    account_id,
    plan.name,
    plan.reference,
    currency,
    confirmed_at,
    confirmed_at,
  ])
  for (const { variant_id, sku } of range)
    tables.account_items.add(organization_id, [
      account_id,
      `${plan.reference}-${sku}`,
      variant_id,
      confirmed_at,
      confirmed_at,
    ])
  const declared = ['row_omitted', 'store', currency, 'inclusive', 6, confirmed_at, 'user:Sales', 'Sales']
  tables.sell_out_declarations.add(organization_id, [account_id, ...declared])
  // The current week has not been reported yet.
  const weeks = Array.from({ length: calendar.week_count - 1 }, rowsBuffer)
  for (let door = 0; door < plan.doors; door++) {
    const door_id = makeId('door', at * 100 + door)
    const reference = String(101 + door).padStart(4, '0')
    const town = towns[door % towns.length]!
    const door_name = `${plan.name} ${town}`
    const place = [reference, door_name, 'store', 'PT', confirmed_at, confirmed_at]
    tables.account_doors.add(organization_id, [door_id, account_id, ...place])
    const random = randomOf(seed, 9_000 + at, door)
    for (const [week, rows] of weeks.entries()) {
      if (!random.chance(plan.reports_pct / 100)) continue
      const period = [mondayOf(calendar, week), endOf(calendar, week)] as const
      const reported_at = `${calendar.days[week * 7 + 7]} 06:00:00+00`
      tables.sell_out_reports.add(organization_id, [account_id, ...period, door_id, currency, reported_at])
      for (const { variant_id } of range) {
        if (!random.chance(densityPct / 100)) continue
        const units = random.chance(0.03) ? -1 : random.poisson(2.5)
        const on_hand = random.poisson(6)
        const cents = units * random.whole(30, 120) * 100
        rows.add(organization_id, [account_id, variant_id, door_id, ...period, units, on_hand, cents])
      }
    }
  }
  return weeks
}
