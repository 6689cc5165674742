/** The settings of the cash gate: opening balance, floor, and the day from which payments are recorded. */
import { assignments, differences, list } from '../../../db/sql/lists.ts'
import { recordAudit } from '../../audit/record.ts'
import { limits } from '../../contract/limits.ts'
import type { Sql } from '../../contract/call.ts'
import { money } from '../../contract/money.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { CalendarDate, Instant, Money, Nullable, Shape, Type, Whole } from '../../contract/schema.ts'
import { actorOf } from '../../ledger/actor.ts'
import { readSettings } from './cash_facts.store.ts'

export const service = 'commitments'

const size = limits.supplier_payment_cents_max
const unset = 'It has not been set.'

const CashSettings = Shape(
  {
    opening_balance: Money('Cash at the start of the day `opening_balance_on`.'),
    opening_balance_on: Nullable(CalendarDate('Day of the opening balance; null if it has not been set.')),
    cash_floor: Money('Amount below which cash should not fall.'),
    payables_since: Nullable(
      CalendarDate('Deliveries and deposits before this day count as paid; null if payments were always recorded.'),
    ),
    updated_at: Nullable(Instant('When the settings were last changed; null if they never were.')),
  },
  { $id: 'CashSettings' },
)

async function answerSettings(sql: Sql, organization_id: string, organizationCurrency: string) {
  const stored = await readSettings(sql, organization_id)
  const currency = stored?.currency ?? organizationCurrency
  return {
    opening_balance: money(stored?.opening_balance_cents ?? null, currency, unset),
    opening_balance_on: stored?.opening_balance_on ?? null,
    cash_floor: money(stored?.cash_floor_cents ?? null, currency, unset),
    payables_since: stored?.payables_since ?? null,
    updated_at: stored?.updated_at ?? null,
  }
}

export const getCashSettings = sessionOperation({
  id: 'session.get_cash_settings',
  route: 'GET /api/v1/cash/settings',
  summary: 'Get the cash settings',
  description:
    'Returns the opening balance, the cash floor and the day since which payments to suppliers are recorded.',
  service,
  answer: CashSettings,
  run: ({ sql, caller: { organization_id, currency } }) => answerSettings(sql, organization_id, currency),
})

const settingNames = ['currency', 'opening_balance_cents', 'opening_balance_on', 'cash_floor_cents', 'payables_since']

export const setCashSettings = sessionOperation({
  id: 'session.set_cash_settings',
  route: 'PUT /api/v1/cash/settings',
  summary: 'Set the cash settings',
  desc: () => 'Cash settings saved.',
  description:
    "Replaces the settings of the cash gate, in the organisation's currency. A field that is null is not set. A request that changes nothing leaves `updated_at` as it is. Where payments are recorded only from some day on, `payables_since` names it: deliveries received and deposits due before it count as paid, and payments before it are ignored.",
  service,
  needs: 'admin',
  body: Shape(
    {
      opening_balance_cents: Nullable(
        Whole("Cash at the start of `opening_balance_on`, in hundredths of the organisation's currency.", {
          minimum: -size,
          maximum: size,
          examples: [25_000_000],
        }),
      ),
      opening_balance_on: Nullable(CalendarDate('Day of the opening balance; required with it.')),
      cash_floor_cents: Nullable(
        Whole("Amount below which cash should not fall, in hundredths of the organisation's currency.", {
          minimum: 0,
          maximum: size,
          examples: [5_000_000],
        }),
      ),
      payables_since: Type.Optional(
        Nullable(CalendarDate('Day from which payments are recorded; absent or null if they always were.')),
      ),
    },
    {
      examples: [{ opening_balance_cents: 25_000_000, opening_balance_on: '2026-11-01', cash_floor_cents: 5_000_000 }],
    },
  ),
  answer: CashSettings,
  async run({ sql, caller, body, now }) {
    const { organization_id, currency } = caller
    const { opening_balance_cents, opening_balance_on, cash_floor_cents, payables_since = null } = body
    if ((opening_balance_cents === null) !== (opening_balance_on === null))
      refuseField('opening_balance_on', 'must be set together with opening_balance_cents, or both must be null')
    const { count } = await sql`
      insert into cash_settings as s (organization_id, ${list(settingNames)}, updated_by, updated_at)
      values (${organization_id}, ${currency}, ${opening_balance_cents}, ${opening_balance_on}, ${cash_floor_cents},
        ${payables_since}, ${actorOf(caller)}, ${now})
      on conflict (organization_id) do update set ${assignments([...settingNames, 'updated_by', 'updated_at'])}
      where ${differences(settingNames, 's')}`
    const sentence = 'Settings of the cash gate saved.'
    if (count > 0)
      await recordAudit(sql, caller, { kind: 'settings.changed', subject_id: null, subject: 'cash gate', sentence })
    return answerSettings(sql, organization_id, currency)
  },
})
