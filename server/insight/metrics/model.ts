/** The shapes of the dictionary and of queries. */
import { limits } from '../../contract/limits.ts'
import {
  CalendarDate,
  Choice,
  Count,
  Flag,
  Instant,
  Money,
  Nullable,
  OpenChoice,
  Shape,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { windowShape } from '../../calendar/window.ts'
import { basis_note, WindowCoverage } from '../sales/sales_basis.ts'
import { formats, metricGrains } from './dictionary.model.ts'
import { domainKeys } from './dictionary.ts'
import { dimensions } from './dimensions.ts'
import { publishedDictionary } from './published_dictionary.ts'
import { sampleColumns, sampleExplanation, sampleFormats, sampleQuery, sampleRows, sampleWindow } from './samples.ts'
import { rangeKinds, rangeUnits } from './time_range.rules.ts'

const keyLengthMax = 60
const Key = (description: string, example: string) =>
  Text(description, { minLength: 1, maxLength: keyLengthMax, examples: [example] })

const TimeRange = Shape(
  {
    kind: Choice(
      rangeKinds,
      'relative: the last `amount` units, ending today. complete: the last `amount` whole units before the current one. to_date: from the start of the current unit to today. absolute: from `start` to `end`.',
      { examples: ['relative'] },
    ),
    amount: Type.Optional(
      Whole('Number of units; for relative and complete.', {
        minimum: 1,
        maximum: limits.metrics_window_days_max,
        examples: [13],
      }),
    ),
    unit: Type.Optional(
      Choice(rangeUnits, 'Unit, for every kind but absolute. Weeks run Monday to Sunday.', { examples: ['week'] }),
    ),
    start: Type.Optional(CalendarDate('First day, for absolute; not after today.', { examples: ['2026-11-01'] })),
    end: Type.Optional(CalendarDate('Last day, included, for absolute.', { examples: ['2026-11-21'] })),
  },
  {
    $id: 'MetricTimeRange',
    description: `The window of days, in the time zone of the organisation; at most ${limits.metrics_window_days_max} days. Required for every domain with \`supports_time_range\`, and refused for the others.`,
  },
)

const Filter = Shape({
  dimension: Key('Dimension that every measure of the query has.', 'sales_channel'),
  values: Type.Array(
    Text('Id of a record, or one of the values of the dimension.', {
      minLength: 1,
      maxLength: 64,
      examples: ['019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41'],
    }),
    { minItems: 1, maxItems: limits.filter_values_max, description: 'Only figures of these.' },
  ),
})

export const Query = Shape(
  {
    domain: Key('Domain of the dictionary.', 'sales'),
    measures: Type.Array(Key('Measure of the domain.', 'net_sales'), {
      minItems: 1,
      maxItems: limits.metrics_measures_max,
      description: 'Measures of the domain; the columns of the answer have their order.',
    }),
    dimensions: Type.Optional(
      Type.Array(Key('Dimension that every measure has.', 'sales_channel'), {
        maxItems: limits.metrics_dimensions_max,
        description: 'What the figures are split by; none for one total per period.',
      }),
    ),
    grain: Type.Optional(
      Choice(metricGrains, 'Length of a period; omit it for one figure over the whole window.', {
        examples: ['week'],
      }),
    ),
    time_range: Type.Optional(TimeRange),
    filters: Type.Optional(
      Type.Array(Filter, {
        maxItems: limits.metrics_filters_max,
        description: 'Filters by dimension; they combine with AND, the values of one with OR.',
      }),
    ),
    order_by: Type.Optional(
      Shape(
        {
          key: Key('`period_start`, or a dimension or a measure of the query.', 'net_sales'),
          direction: Type.Optional(
            Choice(['ascending', 'descending'], 'Default: descending for a measure, otherwise ascending.', {
              examples: ['descending'],
            }),
          ),
        },
        { description: 'Order of the rows; by default by period, then by the dimensions. Missing values come last.' },
      ),
    ),
    limit: Type.Optional(
      Whole('Maximum number of rows in the answer.', {
        minimum: 1,
        maximum: limits.metrics_rows_max,
        default: limits.metrics_rows_max,
        examples: [100],
      }),
    ),
  },
  { $id: 'MetricQuery', description: 'The query.', examples: [sampleQuery] },
)

const Served = {
  served: Flag('Whether it can be queried.'),
  unsupported_reason: Nullable(Text('Why it cannot be queried, as a sentence; null if it can.', { examples: [null] })),
}

const DimensionEntry = Shape(
  {
    dimension: Text('Key of the dimension in queries.', { examples: ['sales_channel'] }),
    label: Text('Name of the dimension.', { examples: ['Sales channel'] }),
    description: Text('What the dimension is.', { examples: ['Sales channel.'] }),
    columns: Type.Array(Text('Key of a column.', { examples: ['sales_channel_id'] }), {
      description: 'Columns of the answer: an id and a name, or a value.',
    }),
    values: Nullable(
      Type.Array(Text('A value.', { examples: ['consumer'] }), {
        description: 'Values of the dimension; null where its values are records of the organisation.',
      }),
    ),
  },
  { $id: 'MetricDimension' },
)

const dataSource = Type.Array(Text('Name of a record type.', { examples: ['sales_daily'] }), {
  description: 'The records that the figures are computed from.',
})
const grainList = Type.Array(OpenChoice(metricGrains, 'Length of a period.'), {
  description: 'Grains of queries; empty if figures cannot be split by time.',
})

const DomainEntry = Shape(
  {
    domain: OpenChoice(domainKeys, 'Key of the domain in queries.'),
    label: Text('Name of the domain.', { examples: ['Sales'] }),
    description: Text('What the domain covers.', { examples: ['Stock as it is at the moment of the query.'] }),
    data_source: dataSource,
    grain: OpenChoice(['day', 'now'], 'Finest grain of the data; now for figures of the moment of the query.'),
    grains: grainList,
    supports_time_range: Flag('Whether queries have a time range; otherwise the figures are of now.'),
    ...Served,
    measures: Type.Array(Text('Key of a measure.', { examples: ['net_sales'] }), {
      description: 'Measures of the domain.',
    }),
    dimensions: Type.Array(Text('Key of a dimension.', { examples: ['sales_channel'] }), {
      description: 'Dimensions that at least one measure of the domain has.',
    }),
  },
  { $id: 'MetricDomain' },
)

const MetricEntry = Shape(
  {
    metric: Text('Key of the measure in queries.', { examples: ['net_sales'] }),
    label: Text('Name of the measure.', { examples: ['Net sales'] }),
    definition: Text('What it measures, in one sentence.', {
      examples: ['Gross sales minus discounts and returns.'],
    }),
    unit: Text('Unit of the figure.', { examples: ["cents of the organisation's currency"] }),
    format: OpenChoice(formats, 'How the figure is answered and shown.'),
    exclusions: Type.Array(Text('What is left out, as a sentence.', { examples: ['Taxes are excluded.'] }), {
      description: 'What the measure leaves out.',
    }),
    data_source: dataSource,
    domains: Type.Array(
      Shape({
        domain: OpenChoice(domainKeys, 'Domain that has the measure.'),
        label: Text('Name of the domain.', { examples: ['Sales'] }),
        ...Served,
        grains: grainList,
        dimensions: Type.Array(OpenChoice(Object.keys(dimensions), 'Dimension of the measure.'), {
          description: 'What the measure can be split and filtered by.',
        }),
      }),
      { description: 'Domains that have the measure.' },
    ),
  },
  { $id: 'Metric' },
)

const dictionary = publishedDictionary()

export const Dictionary = Shape({
  domains: Type.Array(DomainEntry, { description: 'Domains of metrics.', examples: [dictionary.domains.slice(0, 1)] }),
  dimensions: Type.Array(DimensionEntry, {
    description: 'Dimensions of metrics.',
    examples: [dictionary.dimensions.slice(0, 1)],
  }),
  metrics: Type.Array(MetricEntry, {
    description: 'Measures, by domain.',
    examples: [dictionary.metrics.filter(({ metric }) => metric === 'net_sales')],
  }),
  row_limit: Whole('Maximum number of rows of an answer.', { examples: [limits.metrics_rows_max] }),
})

const ColumnEntry = Shape(
  {
    key: Text('Key of the column in rows.', { examples: ['net_sales'] }),
    label: Text('Name of the column.', { examples: ['Net sales'] }),
    kind: OpenChoice(['period', 'dimension', 'measure', 'reason'], 'What the column contains.'),
    type: OpenChoice(['text', 'date', 'id', 'number', 'money'], 'Type of its values.'),
    format: Nullable(OpenChoice(formats, 'Format of a measure; null for other columns.')),
    unit: Nullable(Text('Unit of a measure; null for other columns.', { examples: ['units'] })),
  },
  { $id: 'MetricColumn' },
)

const Cell = Type.Union([Type.String(), Type.Number(), Money('An amount of money.'), Type.Null()], {
  description:
    'Value of a column: a date, an id, a text, a number, or for a measure with the format money an amount of money. A figure that cannot be computed is null, with its reason in the amount or in the column `<measure>_reason`.',
})

export const Result = Shape(
  {
    columns: Type.Array(ColumnEntry, {
      description: 'Columns of the rows, in their order.',
      examples: [sampleColumns],
    }),
    rows: Type.Array(Type.Record(Type.String(), Cell, { description: 'Values by the key of their column.' }), {
      description: 'Groups with figures. Without dimensions there is a row for every period that has begun.',
      examples: [sampleRows],
    }),
    row_count: Count('Number of rows in the answer.', { examples: [1] }),
    total_row_count: Count('Number of rows that the query has without its limit.', { examples: [1] }),
    row_limit: Whole('Limit of the rows in the answer.', { examples: [limits.metrics_rows_max] }),
    is_truncated: Flag('Whether the limit was reached, so that rows are missing.', { examples: [false] }),
    formats: Type.Record(Type.String(), OpenChoice(formats, 'Format of the measure.'), {
      description: 'Format of each measure of the query.',
      examples: [sampleFormats],
    }),
    explanation: Text('What the figures are, as a sentence.', {
      examples: [sampleExplanation],
    }),
    query: Query,
    resolved_time_range: Nullable(
      Shape(
        {
          start: CalendarDate('First day.'),
          end: CalendarDate('Last day, included.'),
          end_exclusive: CalendarDate('Day after the last day.'),
          time_zone: Text('Time zone of the days, as an IANA name.', { examples: ['UTC'] }),
        },
        { description: 'The days of the time range; null for figures of now.', examples: [sampleWindow] },
      ),
    ),
    window: Nullable(windowShape('The days of `resolved_time_range`; null for figures of now.')),
    calendar: OpenChoice(['gregorian'], 'Calendar of the periods. Weeks run Monday to Sunday.'),
    coverage: Nullable(WindowCoverage),
    basis_note: Text('Basis of the figures.', { examples: [basis_note] }),
    as_of: Instant('Time of the query.'),
  },
  { $id: 'MetricResult' },
)
