/** Response of a preview of a report. */
import { IgnoredColumns } from '../../imports/request_fields.ts'
import { confidences } from '../../imports/mapping/propose.ts'
import { CalendarDate, Nullable, OpenChoice, OwnId, Shape, Text, Type, Whole } from '../../contract/schema.ts'
import { absenceConventions, locationGrains, priceTaxBases } from '../known_values.ts'
import { Fault, NotMatched, PeriodRead } from './import.model.ts'
import { sellOutFieldNames } from './reading/sell_out_fields.ts'

const dow = () => Nullable(Whole('Day on which its weeks end, Monday = 0 to Sunday = 6.', { examples: [6] }))
const profileKey = () =>
  Nullable(Text('The built-in format of its files; null without one.', { examples: ['weekly_sell_out'] }))
const absence = () => OpenChoice(absenceConventions, 'What a variant without a row means.')
const grain = () => OpenChoice(locationGrains, 'The places that the account reports for.')

export const ProposedColumn = Shape(
  {
    position: Whole('Place of the column in the file, from 1.', { minimum: 0, examples: [4] }),
    header: Text('Header of the column.', { examples: ['Store No'] }),
    samples: Type.Array(Text('A value.'), { description: 'The first values.', examples: [['0117', '0118']] }),
    field: Nullable(
      Text(
        `The field that is read from it, one of ${sellOutFieldNames.join(', ')}; null if the column is not read. New values may be added.`,
        {
          examples: ['door'],
        },
      ),
    ),
    confidence: OpenChoice(confidences, 'How sure the proposal is.'),
    reason: Text('Why this field is proposed.', { examples: ['The header is a usual name of door.'] }),
  },
  { $id: 'ProposedSellOutColumn' },
)

export const SellOutPreview = Shape(
  {
    account: Nullable(Text('Name of the account; null without account_id.', { examples: ['Meridian'] })),
    account_id: Nullable(OwnId('The account.')),
    file_name: Nullable(Text('Name of the file.', { examples: ['w46.csv'] })),
    recognised_as: Nullable(
      Text('The format that reads the file, with its version; null if the format is not known.', {
        examples: ['weekly_sell_out v1'],
      }),
    ),
    profile: Nullable(
      Shape(
        {
          source_profile_key: Text('Key of the built-in format.', { examples: ['weekly_sell_out'] }),
          title: Text('Name of the format.', { examples: ['Weekly sell-out template'] }),
          version: Whole('Version of the format.', { minimum: 1, examples: [1] }),
        },
        { description: 'The built-in format that recognised the file; null for a confirmed mapping, or without any.' },
      ),
    ),
    resolved_week: Nullable(
      Shape(
        {
          period_start: CalendarDate('First day of the period.', { examples: ['2026-11-09'] }),
          period_end: CalendarDate('Last day of the period.', { examples: ['2026-11-15'] }),
        },
        { description: 'The one period of the file; null if it has several, or if its format is not known.' },
      ),
    ),
    rows_submitted: Nullable(
      Whole('Rows of the file; null if its format is not known.', { minimum: 0, examples: [1200] }),
    ),
    rows_that_would_land: Nullable(
      Whole('Rows that an import would accept; without account_id, rows that can be read.', {
        minimum: 0,
        examples: [1180],
      }),
    ),
    not_matched: Nullable(NotMatched),
    faults: Type.Array(Fault, { description: 'The first values that cannot be read, at most 20.' }),
    ignored_columns: IgnoredColumns,
    periods: Type.Array(PeriodRead, { description: 'The periods of the file, oldest first.' }),
    outstanding_confirmations: Type.Array(Text('An answer or `mapping`.'), {
      description:
        'What must or should be confirmed: the four answers of the declaration, week_anchor_dow (optional), and the mapping.',
      examples: [['week_anchor_dow']],
    }),
    confirmed: Nullable(
      Shape(
        {
          absence_convention: absence(),
          location_grain: grain(),
          currency: Text('Currency of the sales values, as an ISO 4217 code.', { examples: ['EUR'] }),
          price_tax_basis: OpenChoice(priceTaxBases, 'Whether the sales values contain sales tax.'),
          week_anchor_dow: dow(),
          source_profile_key: profileKey(),
        },
        { description: 'What the account has declared; null without account_id.' },
      ),
    ),
    we_read_it_as: Nullable(
      Shape(
        {
          absence_convention: absence(),
          location_grain: grain(),
          currency: Nullable(Text('Currency that the file names; null if none.', { examples: ['EUR'] })),
          week_anchor_dow: dow(),
          source_profile_key: profileKey(),
        },
        { description: 'What the file itself suggests for the declaration; null if its format is not known.' },
      ),
    ),
    week_anchor_dow: dow(),
    week_ends_on: Nullable(Text('Name of the day on which its weeks end; null if unknown.', { examples: ['Sunday'] })),
    mapping: Type.Array(ProposedColumn, {
      description: 'How each column is read; of a format that is not known, one proposal for each column.',
    }),
  },
  { $id: 'SellOutPreview' },
)
