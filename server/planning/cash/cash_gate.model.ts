/** The response of the cash gate. */
import { Cause } from '../../contract/money/causes.ts'
import {
  CalendarDate,
  Count,
  Flag,
  Instant,
  Money,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Reason,
  Shape,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { termsSources } from '../known_values.ts'

const Usd = (description: string) => Num(description, { examples: [12_500] })
const GroupKey = Text('Key of a group.', { examples: ['net_30'] })

const UsdFigure = (description: string) =>
  Shape(
    {
      usd: Nullable(Usd('Amount in US dollars; null if a part of it is not measured.')),
      known_part_usd: Nullable(
        Usd('Sum of the measured parts, in US dollars; null if the amount is present or nothing of it is known.'),
      ),
      cause: Cause,
      reason: Reason,
    },
    {
      $id: 'CashFigure',
      about: 'An amount in US dollars, or why it is missing and what of it is known.',
      description,
    },
  )

const GroupRead = Shape(
  {
    key: Text('Key of the group: net_ and the declared days, or no_terms.', { examples: ['net_30'] }),
    name: Text('Name of the group.', { examples: ['Net 30 days'] }),
    open_buy_usd: Nullable(
      Usd('Open buy of the months that start in the weeks, in US dollars; null without a live buy plan.'),
    ),
    terms_days: Nullable(
      Whole('Days from receipt to payment; null if they are unknown.', { minimum: 0, examples: [30] }),
    ),
    terms_source: Nullable(
      OpenChoice(
        termsSources,
        'measured: the median of the deliveries that were paid. declared: the net days that the suppliers state. scenario: as the scenario sets them.',
      ),
    ),
    terms_measured_from: Whole('Number of paid deliveries that the terms were measured from.', {
      minimum: 0,
      examples: [0],
    }),
    weekly_draw_usd: Type.Array(Usd('Measured US dollars to be paid in the week.'), {
      description:
        'Measured draw of open orders, unpaid deliveries and the open buy, one entry for each week. `weekly_draw` says whether it is the whole draw.',
    }),
    later_draw_usd: Usd('Measured US dollars to be paid after the last week; `later_draw` says whether that is all.'),
    open_buy: UsdFigure('Open buy of the months that start in the weeks.'),
    weekly_draw: Type.Array(UsdFigure('What is to be paid in the week.'), {
      description: 'The whole draw, one entry for each week; null where something that is due is not measured.',
    }),
    later_draw: UsdFigure('What is to be paid after the last week.'),
  },
  { $id: 'CashGroup' },
)

const LeverRead = Shape(
  {
    key: Text('Key of the lever.', { examples: ['delay_receipts'] }),
    name: Text('Name of the lever.', { examples: ['Delay receipts by 4 weeks'] }),
    buy_effect_usd: Usd('Change of the goods that are bought, in US dollars; negative if fewer are.'),
    reversible: Flag('Whether the goods can still be had after the lever was used.'),
    releases: Type.Array(
      Shape({ cash_usd: Usd('US dollars that are not paid within the weeks.'), group_key: GroupKey }),
      { description: 'Cash that the lever keeps within the weeks, by group.' },
    ),
    reason: Nullable(Text('Why the lever has no effect; null if it has one.')),
    not_measured_reason: Nullable(
      Text('Why the effect is that of the measured draw alone; null if the whole draw is measured.', {
        examples: ['No exchange rate between EUR and USD is stored.'],
      }),
    ),
    why: Text('Why the lever releases cash.', { examples: ['Later receipts are paid later.'] }),
  },
  { $id: 'CashLever' },
)

export const CashGate = Shape(
  {
    as_of: CalendarDate("The current day in the organisation's time zone; the first week contains it."),
    computed_at: Instant('When the figures were calculated.'),
    opening_balance_usd: Nullable(
      Usd('Cash at the start of `opening_balance_on`, in US dollars; null if it is unknown.'),
    ),
    opening_balance_on: Nullable(CalendarDate('Day of the opening balance; null if it has not been set.')),
    cash_floor_usd: Nullable(Usd('Amount below which cash should not fall, in US dollars; null if it is unknown.')),
    scenario: Nullable(
      Shape({
        scenario_id: OwnId('The scenario.'),
        name: Text('Name of the scenario.', { examples: ['Slower spring'] }),
      }),
    ),
    weeks: Type.Array(
      Shape({ start_date: CalendarDate('First day, a Monday.'), end_date: CalendarDate('Last day.') }),
      {
        description: 'Weeks of the draw and of the projection, the current one first.',
      },
    ),
    groups: Type.Array(GroupRead, {
      description: 'Groups of suppliers with the same declared terms, the shortest first.',
    }),
    planned_out_coverage: Shape(
      {
        orders_counted: Count('Number of orders with an unpaid amount that is known in US dollars.', { examples: [3] }),
        orders_left_out: Count('Number of orders of which a part is not measured.', { examples: [0] }),
        open_buy_months_counted: Count('Number of months of categories whose open buy the draw contains.', {
          examples: [2],
        }),
        open_buy_months_left_out: Count('Number of months of categories whose open buy is not measured.', {
          examples: [0],
        }),
        plans: Type.Array(
          Shape({
            mfp_id: OwnId('The buy plan.'),
            name: Text('Name of the buy plan.', { examples: ['Fiscal year 2026'] }),
            version_id: OwnId('The version in force.'),
            label: Text('Label of the version.', { examples: ['Board budget'] }),
          }),
          { description: 'Live buy plans that the open buy and the projection come from.' },
        ),
      },
      { description: 'How much of what is planned to be paid the draw contains.' },
    ),
    not_measured: Type.Array(
      Shape({
        subject: OpenChoice(
          [
            'purchase_order',
            'supplier_payment',
            'open_buy',
            'group_terms',
            'opening_balance',
            'cash_floor',
            'receivable',
          ],
          'What is left out.',
        ),
        name: Text('Name of the order, supplier, category or group.', { examples: ['PO-1042'] }),
        group_key: Nullable(GroupKey),
        amount: Money('Amount that is left out; null if it is unknown.'),
        reason: Text('Why it is left out, as a sentence.', {
          examples: ['No exchange rate between EUR and USD is stored.'],
        }),
      }),
      { description: 'What the figures do not contain, and why. Months of a category with one reason are one entry.' },
    ),
    levers: Type.Array(LeverRead, { description: 'What can still be done, each lever by itself.' }),
    committed_in_source: Nullable(
      OpenChoice(['receivables'], 'receivables: issued invoices that are still to become due. Null without any.'),
    ),
    committed_in_reason: Nullable(
      Text('Why no committed money in is known, as a sentence; null if it is.', {
        examples: ['No invoice was issued in the last 365 days.'],
      }),
    ),
    committed_in_usd: Nullable(
      Type.Array(Usd('Measured US dollars of issued invoices that become due in the week.'), {
        description: 'Committed money in, one entry for each week; null if none is known.',
      }),
    ),
    committed_in: Nullable(
      Type.Array(UsdFigure('Issued invoices that become due in the week.'), {
        description:
          'Committed money in, one entry for each week; null where an invoice that becomes due has no known rate. Null if no invoice is still to become due.',
      }),
    ),
    committed_in_later_usd: Nullable(
      Usd('US dollars of issued invoices that become due after the last week; null if none is known.'),
    ),
    committed_in_later: Nullable(
      UsdFigure('Issued invoices that become due after the last week; null if none is known.'),
    ),
    projected_in_source: Nullable(
      OpenChoice(
        ['forward_curve'],
        'forward_curve: planned net sales of the live buy plans. Null without a projection.',
      ),
    ),
    projected_in_reason: Nullable(
      Text('Why there is no projection, or none of some weeks, as a sentence; null if every week has a figure.'),
    ),
    projected_in_usd: Nullable(
      Type.Array(Nullable(Usd('US dollars projected to come in during the week; null if a day is not planned.')), {
        description: 'Projected money in, one entry for each week; null without a projection.',
      }),
    ),
    basis_note: Text('Basis of the figures.', {
      examples: ['Deposits are due at issue, balances at terms from receipt.'],
    }),
  },
  { $id: 'CashGate' },
)
