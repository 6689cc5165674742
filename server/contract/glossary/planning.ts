/** Words of plans, money and figures. */
import type { TermGroup } from './term.ts'

export const planningTerms: TermGroup = {
  group: 'planning',
  title: 'Planning and figures',
  terms: [
    {
      term: 'buy plan',
      meaning:
        'The merchandise financial plan: sales, margin, receipts and stock that are planned for a fiscal year, by category and month.',
      names: ['mfp_id', '/mfp', '/mfp/{mfp_id}/plan-side'],
      not: ['plan without its kind', 'subscription plan', 'diff: what a write would change'],
    },
    {
      term: 'plan of record',
      meaning: 'The plan of one commitment at cost on 4-5-4 months, of which the newest locked version counts.',
      names: ['/commitments/{commitment_id}/money', '/commitments/{commitment_id}/money/plan/versions'],
      not: ['buy plan: a plan of the company, not of one commitment'],
    },
    {
      term: 'open-to-buy',
      meaning: 'What may still be bought in a month: planned receipts minus what is on order or received.',
      names: ['/otb/{mfp_id}/rollup', '/finance/reports/open-to-buy'],
    },
    {
      term: 'intake',
      meaning: 'The units, or their cost, that come in during a month: receipts and outstanding units of orders.',
      names: ['intake_committed'],
    },
    {
      term: 'chase reserve',
      meaning: 'The part of the open-to-buy that is held back for reorders in the season.',
      names: ['chase_reserve'],
    },
    {
      term: 'season',
      meaning: 'A selling period with a code such as SS27, to which commitments and bookings belong.',
      names: ['season_code'],
    },
    {
      term: '4-5-4 calendar',
      meaning: 'The fiscal calendar of retail, whose quarters are months of four, five and four weeks.',
      names: ['fiscal_year', 'calendar', 'calendar_note'],
    },
    {
      term: 'markdown',
      meaning: 'A permanent reduction of a selling price, counted at cost or at retail.',
      names: ['planned_markdown_cents', 'realised_markdown'],
    },
    {
      term: 'planning cycle',
      meaning: 'The steps, with owners and dates, by which a company makes and signs a buy plan.',
      names: ['cycle.step_closed', 'cycle.signed'],
    },
    {
      term: 'cash gate',
      meaning:
        'When the buy draws on cash, week by week, held against the cash floor, and the levers that would release cash.',
      names: ['/commitments/cash-gate', 'cash_floor_usd', 'levers'],
    },
    {
      term: 'money figure',
      meaning: 'An amount in cents with its currency, or null with the reason why it is not known.',
      names: ['cents', 'currency', 'reason', 'usd'],
    },
    {
      term: 'basis',
      meaning: 'What a figure is measured in or taken from, such as unit cost, net sales or cash.',
      names: ['basis', 'basis_note', 'basis_line'],
    },
    {
      term: 'coverage',
      meaning: 'How much of the requested period or set the recorded data covers.',
      names: ['coverage', '/sell-out/coverage'],
    },
    {
      term: 'metric',
      meaning: 'A defined figure that can be queried by measure, dimension and grain.',
      names: ['metrics:read', '/metrics/query', 'measures', 'dimensions'],
    },
    {
      term: 'grain',
      meaning: 'The size of one row of a figure: day, week or month, or store or distribution centre.',
      names: ['grain', 'location_grain'],
    },
  ],
}
