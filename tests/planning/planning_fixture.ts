/** An organisation with categories, channels and stock whose current fiscal month is the second of its year. */
import { addDays } from '../../server/calendar/days.ts'
import { planMonths } from '../../server/planning/buy_plans/plan_calendar.rules.ts'
import { type Catalogue, setFixture } from '../support/fixtures/catalogue.ts'
import type { Fixture } from '../support/fixtures/fixture.ts'
import { newSession, type Session } from '../support/service/session.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'

export const plans = '/api/v1/mfp'
export const today = new Date().toISOString().slice(0, 10)

/** Calendar months from the one before the current month. */
const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
export const startMonth = month === 1 ? 12 : month - 1
export const fiscal_year = month === 1 ? year - 1 : year
export const months = planMonths({ fiscal_year, fiscal_year_start_month: startMonth, calendar: 'gregorian' })
export const yearStart = months[0]!.start
export const longAgo = `${addDays(yearStart, -500)}T12:00:00Z`

export interface Planning {
  tenant: Tenant
  session: Session
  ids: Catalogue
}

const catalogue: Fixture = {
  locations: ['Main'],
  sales_channels: [
    { name: 'Web', channel_type: 'online' },
    { name: 'Shop', channel_type: 'store' },
  ],
  categories: ['Coats', 'Knitwear'],
  suppliers: ['Mill'],
  products: [
    {
      title: 'Jumper',
      category: 'Knitwear',
      variants: [
        {
          sku: 'J',
          price_cents: 10_000,
          stock: { Main: { on_hand: 100, unit_cost: '40.0000', occurred_at: longAgo } },
        },
      ],
    },
    { title: 'Coat', category: 'Coats', variants: [{ sku: 'C', price_cents: 25_000 }] },
    { title: 'Card', variants: [{ sku: 'X', price_cents: 5_000 }] },
  ],
}

export async function newPlanning(more: Partial<Fixture> = {}): Promise<Planning> {
  const tenant = await newTenant()
  await tenant.service.database.sql`
    update organizations set fiscal_year_start_month = ${startMonth}
    where organization_id = ${tenant.organization_id}`
  const ids = await setFixture(tenant, { ...catalogue, ...more })
  return { tenant, ids, session: await newSession(tenant) }
}

export const emptyPlan = { name: 'Plan', fiscal_year, baseline_source: 'empty', calendar: 'gregorian' }

/** Creates a plan and answers its id. */
export async function createPlan({ session }: Planning, changes: object = {}): Promise<string> {
  const created = await session.post(plans, { ...emptyPlan, ...changes })
  if (created.status !== 201) throw new Error(created.text)
  return created.body.data.mfp_id
}

export const dollars = (cents: number) => ({ cents, currency: 'USD', reason: null, usd: cents / 100 })
export const refusal = ({ status, body }: any) => [status, body.data?.field ?? body.message.code]
