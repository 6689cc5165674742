/** The shape of every report: head figures, and the sections whose cells they come from. */
import { Cause } from '../../contract/money/causes.ts'
import { named } from '../../contract/openapi/named.ts'
import {
  CalendarDate,
  Flag,
  Instant,
  Nullable,
  Num,
  OpenChoice,
  Reason,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'

export const reportKinds = named('ReportKind', ['cash-from-the-buy', 'open-to-buy', 'weekly-trade'])
export type ReportKind = (typeof reportKinds)[number]

export const columnFormats = ['money', 'units', 'percent', 'weeks', 'days', 'date', 'text'] as const

const figureFields = {
  cents: Nullable(Whole('Amount in hundredths of the currency; null if the column is not money.')),
  currency: Nullable(Text('ISO 4217 code; null if the column is not money.', { examples: ['USD'] })),
  usd: Nullable(Num('Amount in US dollars at the exchange rates in force; null if there is no such rate.')),
  value: Nullable(Num('Number of units, weeks or days, or a percentage; null in columns of money, dates and text.')),
  text: Nullable(Text('Date or text; null in columns of figures.')),
  reason: Reason,
  cause: Cause,
  known_part: Nullable(
    Whole(
      'What is known of an amount that is missing, in hundredths of the currency: the sum of the parts that were measured. null if the amount is present or nothing of it is known.',
    ),
  ),
}
const ReportFigure = (description: string) =>
  Shape(figureFields, {
    $id: 'ReportFigure',
    about: 'A figure of a report, or the reason why it is missing.',
    description,
  })
export type ReportFigure = Static<ReturnType<typeof ReportFigure>>

const FootsTo = Shape(
  {
    section: Text('Key of the section.', { examples: ['plans'] }),
    row: Text('Key of the row.', { examples: ['total'] }),
    column: Text('Key of the column.', { examples: ['open_to_buy_cost'] }),
  },
  { $id: 'ReportCellAddress', description: 'The cell that states the same figure.' },
)
export type FootsTo = Static<typeof FootsTo>

const Head = Shape(
  {
    key: Text('Key of the figure.', { examples: ['open_to_buy_cost'] }),
    label: Text('Name of the figure.', { examples: ['Open-to-buy at cost'] }),
    figure: ReportFigure('The figure.'),
    against: Nullable(
      Shape(
        {
          label: Text('Name of the figure that it is compared with.', { examples: ['Plan'] }),
          figure: ReportFigure('The figure that it is compared with.'),
          foots_to: FootsTo,
        },
        { description: 'What the figure is compared with; null for nothing.' },
      ),
    ),
    foots_to: FootsTo,
  },
  { $id: 'ReportHead' },
)
export type Head = Static<typeof Head>

const Column = Shape({
  key: Text('Key of the column.', { examples: ['open_to_buy_cost'] }),
  label: Text('Name of the column.', { examples: ['Open-to-buy at cost'] }),
  format: OpenChoice(columnFormats, 'What the cells of the column contain.'),
})
export type Column = Static<typeof Column>

const Row = Shape({
  key: Text('Key of the row: an id, a period, or `total`.', { examples: ['total'] }),
  label: Text('Name of the row.', { examples: ['Total'] }),
  is_total: Flag('Whether the row sums up the rows before it.', { examples: [true] }),
  cells: Type.Array(
    Shape(
      { column: Text('Key of the column.', { examples: ['open_to_buy_cost'] }), ...figureFields },
      { $id: 'ReportCell' },
    ),
    { description: 'One cell for every column, in their order.' },
  ),
})
export type Row = Static<typeof Row>

const Section = Shape(
  {
    key: Text('Key of the section.', { examples: ['plans'] }),
    label: Text('Name of the section.', { examples: ['Plans'] }),
    absence: Nullable(Text('Why the section has no rows, as a sentence; null if it has some.')),
    as_of: Instant('When the figures of the section were read.'),
    data_source: Text('Records that the figures come from.', {
      examples: ['Buy plans, stock movements, purchase orders'],
    }),
    note: Nullable(Text('How to read the section; null if there is nothing to add.')),
    columns: Type.Array(Column, { description: 'Columns, in order.' }),
    rows: Type.Array(Row, { description: 'Rows, in order.' }),
  },
  { $id: 'ReportSection' },
)
export type Section = Static<typeof Section>

export const Report = Shape(
  {
    kind: OpenChoice(reportKinds, 'Type of the report.'),
    label: Text('Title of the report.', { examples: ['Open-to-buy'] }),
    period: Text('Period that was requested: a fiscal year, a fiscal week or a day.', { examples: ['2026'] }),
    period_detail: Shape(
      {
        sentence: Text('The period in words.', { examples: ['Fiscal year 2026'] }),
        start_date: CalendarDate('First day of the period.', { examples: ['2026-02-01'] }),
        end_date: CalendarDate('Last day of the period, included.', { examples: ['2027-01-30'] }),
        end_exclusive: CalendarDate('Day after the last day of the period.', { examples: ['2027-01-31'] }),
      },
      { description: 'The days of the period.' },
    ),
    as_of: Instant('When the report was computed.'),
    basis_line: Text('Basis of the figures.', {
      examples: ['Planned figures are those of the newest published version.'],
    }),
    calendar_note: Text('Calendar of the periods.', { examples: ['4-5-4 retail calendar, weeks Sunday to Saturday.'] }),
    coverage: Text('What the figures cover, and what is missing.', { examples: ['The plan Fiscal year 2026.'] }),
    head: Type.Array(Head, { description: 'The main figures. Each states the cell of a section that it equals.' }),
    sections: Type.Array(Section, { description: 'Tables of the report, in order.' }),
  },
  { $id: 'TradeReport' },
)
export type Report = Static<typeof Report>
