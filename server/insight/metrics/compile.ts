/**
 * Compiles a checked query to one statement. Each fact is summed to the rows of the result by itself; the sums are then
 * stacked and summed once more, so that facts of different grain never multiply each other. The text is made of the
 * dictionary alone; what a request sends are parameters.
 */
import type { Period } from '../../calendar/retail_calendar.ts'
import type { Statement } from '../../tables/page.ts'
import type { CheckedQuery } from './check_query.rules.ts'
import type { Computation, MetricGrain, StatementParams, Term, Terms } from './dictionary.model.ts'
import { componentOf, factKeyOf, factOf, factsOf, termsOf } from './dictionary.ts'
import { type DimensionKey, dimensions } from './dimensions.ts'
import type { FactKey } from './measures.ts'

export interface CompileContext {
  organization_id: string
  currency: string
  time_zone: string
  /** null for figures of now. */
  window: Period | null
  today: string
  has_running_sums: boolean
  has_stock_sums: boolean
}

type Param = (value: unknown, type: string) => string

/** Names of the columns of a statement; the order of dimensions is that of the query. */
export const columnOfTerm = (term: Term) => term.replace('.', '__')
export const unratedOf = (key: FactKey) => `${key}__unrated`
const dimensionColumn = (i: number) => `d${i}`

class Params {
  readonly list: unknown[] = []
  private readonly known = new Map<string, string>()
  add: Param = (value, type) => `$${this.list.push(value)}::${type}`
  once(name: string, value: unknown, type: string): string {
    const parameter = this.known.get(name) ?? this.add(value, type)
    this.known.set(name, parameter)
    return parameter
  }
}

function paramsOf(params: Params, context: CompileContext): StatementParams {
  const { organization_id, time_zone, window, today, has_running_sums, has_stock_sums } = context
  const date = (name: 'start' | 'end') => params.once(name, window?.[name] ?? null, 'date')
  const zone = () => params.once('time_zone', time_zone, 'text')
  return {
    has_running_sums,
    has_stock_sums,
    get organization_id() {
      return params.once('organization_id', organization_id, 'uuid')
    },
    get start() {
      return date('start')
    },
    get end() {
      return date('end')
    },
    get start_instant() {
      return `(${date('start')}::timestamp at time zone ${zone()})`
    },
    get end_instant() {
      return `((${date('end')} + 1)::timestamp at time zone ${zone()})`
    },
    get time_zone() {
      return zone()
    },
    get today() {
      return params.once('today', today, 'date')
    },
  }
}

/** A Monday before every date that is accepted. */
const firstMonday = `date '1900-01-01'`

/** First day of the period of a day, cut to the window. */
function periodSql(grain: MetricGrain | null, day: string, start: string): string {
  switch (grain) {
    case null:
      return 'null::date'
    case 'day':
      return day
    case 'week':
      return `greatest(${firstMonday} + (${day} - ${firstMonday}) / 7 * 7, ${start})`
    case 'month':
      return `greatest(date_trunc('month', ${day}::timestamp)::date, ${start})`
  }
}

interface Compilation {
  query: CheckedQuery
  context: CompileContext
  params: Params
  shared: StatementParams
  terms: readonly Term[]
}

const numbered = (count: number, from = 1) => Array.from({ length: count }, (_, i) => i + from).join(', ')

interface Source {
  /** Rows, with everything up to `group by`. */
  from: string
  day: string | null
  currency: string | undefined
  dimensions: readonly string[]
  sums: readonly string[]
  having: string
}

const grouped = (columns: readonly string[], { from, sums, having }: Source) =>
  `select ${[...columns, ...sums].join(', ')}\n${from}\ngroup by ${numbered(columns.length)}${having}`

const namedDimensions = ({ dimensions: list }: Source) => list.map((sql, i) => `${sql} as ${dimensionColumn(i)}`)

function sourceOf({ query, params, shared }: Compilation, key: FactKey, own: readonly Term[]): Source {
  const fact = factOf(key)
  const split = query.dimensions
  const rows = fact.rows(new Set<DimensionKey>([...split, ...query.filters.map(({ dimension }) => dimension)]), shared)
  const filters = query.filters.map(({ dimension, values }) => {
    const type = dimensions[dimension].records === null ? 'text[]' : 'uuid[]'
    return ` and ${rows.dimensions[dimension]} = any(${params.once(`filter ${dimension}`, `{${values.join(',')}}`, type)})`
  })
  return {
    from: `from ${rows.from}\nwhere ${rows.where}${filters.join('')}`,
    day: rows.day,
    currency: rows.currency,
    dimensions: split.map((dimension) => rows.dimensions[dimension]!),
    sums: own.map((term) => `${fact.components[componentOf(term)]!.sql} as ${columnOfTerm(term)}`),
    having: fact.having === undefined ? '' : `\nhaving ${fact.having}`,
  }
}

/** The sums of each day: the planner knows how many days there are, but not how many periods. */
const byDay = (source: Source, own: readonly Term[]): Source => ({
  from: `from (\n${grouped([`${source.day} as day`, `${source.currency} as currency`, ...namedDimensions(source)], source)}\n) g`,
  day: 'g.day',
  currency: 'g.currency',
  dimensions: source.dimensions.map((_, i) => `g.${dimensionColumn(i)}`),
  sums: own.map((term) => `sum(g.${columnOfTerm(term)}) as ${columnOfTerm(term)}`),
  having: '',
})

/** One fact, summed by period and dimensions. */
function factSql(compilation: Compilation, key: FactKey): string {
  const { query, context, params, shared, terms } = compilation
  const fact = factOf(key)
  const own = terms.filter((term) => factKeyOf(term) === key)
  const converted = own.filter((term) => fact.components[componentOf(term)]!.is_converted)
  const rows = sourceOf(compilation, key, own)
  const isConverted = rows.currency !== undefined && converted.length > 0
  // Products are too many to be summed by day first.
  const source = isConverted && !query.dimensions.includes('product') ? byDay(rows, own) : rows
  const period = source.day === null ? 'null::date' : periodSql(query.grain, source.day, shared.start)
  const groups = [`${period} as period`, ...namedDimensions(source)]
  if (!isConverted) return grouped(groups, source)
  const currency = params.once('currency', context.currency, 'text')
  const foreign = [
    `case when ${source.currency} <> ${currency} then ${source.currency} end as foreign_currency`,
    `case when ${source.currency} <> ${currency} then ${source.day} end as foreign_day`,
  ]
  const keys = ['period', ...query.dimensions.map((_, i) => dimensionColumn(i))]
  const rate = 'coalesce(r.rate, case when f.foreign_currency is null then 1 end)'
  const outer = own.map((term) => {
    const name = columnOfTerm(term)
    return `sum(f.${name}${converted.includes(term) ? ` * ${rate}` : ''}) as ${name}`
  })
  const isUnrated = `f.foreign_currency is not null and r.rate is null and (${converted.map((term) => `f.${columnOfTerm(term)} <> 0`).join(' or ')})`
  return `select ${[...keys.map((name) => `f.${name}`), ...outer].join(', ')},
  min(f.foreign_currency) filter (where ${isUnrated}) as ${unratedOf(key)}
from (
${grouped([...groups, ...foreign], source)}
) f
left join lateral (
  select x.organization_currency_per_unit as rate from exchange_rates x
  where x.organization_id = ${shared.organization_id} and x.currency = f.foreign_currency and x.rate_date <= f.foreign_day
  order by x.rate_date desc limit 1
) r on f.foreign_currency is not null
group by ${numbered(keys.length)}`
}

const convertsIn = (terms: readonly Term[], key: FactKey) =>
  terms.some((term) => factKeyOf(term) === key && factOf(key).components[componentOf(term)]!.is_converted)

/** Every period that has begun, so that a series without dimensions has no gaps. */
function periodsSql({ query, context, params, shared }: Compilation): string {
  if (query.grain === null || context.window === null) return 'select null::date as period'
  const today = params.once('today', context.today, 'date')
  const day = `generate_series(${shared.start}, least(${shared.end}, ${today}), interval '1 day')`
  return `select distinct ${periodSql(query.grain, 'one.day::date', shared.start)} as period from ${day} as one (day)`
}

/** The sums of all facts, one under the other; a column that a branch has not is null. */
function stackedSql(compilation: Compilation): string {
  const { query, terms } = compilation
  const keys = factsOf(query.measures.map(({ measure }) => measure))
  const unrated = keys.filter((key) => convertsIn(terms, key))
  const split = query.dimensions.map((_, i) => dimensionColumn(i))
  const branches = keys.map((key) => {
    const own = (name: string, isOwn: boolean, type: string) => (isOwn ? `b.${name}` : `null::${type} as ${name}`)
    const columns = [
      'b.period',
      ...split.map((name) => `b.${name}`),
      ...terms.map((term) => own(columnOfTerm(term), factKeyOf(term) === key, 'numeric')),
      ...unrated.map((one) => own(unratedOf(one), one === key, 'text')),
    ]
    return `select ${columns.join(', ')} from (\n${factSql(compilation, key)}\n) b`
  })
  if (split.length === 0) {
    const empty = [
      'b.period',
      ...terms.map((term) => `null::numeric as ${columnOfTerm(term)}`),
      ...unrated.map((one) => `null::text as ${unratedOf(one)}`),
    ]
    branches.push(`select ${empty.join(', ')} from (\n${periodsSql(compilation)}\n) b`)
  }
  return `select ${[
    's.period',
    ...split.map((name) => `s.${name}`),
    ...terms.map((term) => `coalesce(sum(s.${columnOfTerm(term)}), 0) as ${columnOfTerm(term)}`),
    ...unrated.map((one) => `min(s.${unratedOf(one)}) as ${unratedOf(one)}`),
  ].join(', ')}
from (
${branches.join('\nunion all\n')}
) s
group by ${numbered(split.length + 1)}`
}

const sumSql = ({ plus, less = [] }: Terms) =>
  `(${plus.map((term) => `u.${columnOfTerm(term)}`).join(' + ')}${less.map((term) => ` - u.${columnOfTerm(term)}`).join('')})`

/** SQL by which a measure is sorted; null for figures that cannot be computed, e.g. without an exchange rate. */
function sortSql(computation: Computation): string {
  const { of, complete } = computation
  const terms = termsOf(computation)
  const converting = [...new Set(terms.map(factKeyOf))].filter((key) => convertsIn(terms, key))
  const rated = converting.map((key) => `u.${unratedOf(key)} is null`)
  const divided =
    computation.kind === 'sum'
      ? sumSql(of)
      : `${computation.is_floored ? `greatest(${sumSql(of)}, 0)` : sumSql(of)} / case when ${sumSql(computation.by)} > 0 then ${sumSql(computation.by)} end`
  const isComplete = complete === undefined ? [] : [`${sumSql(complete.known)} = ${sumSql(complete.all)}`]
  const conditions = [...isComplete, ...rated]
  return conditions.length === 0 ? divided : `case when ${conditions.join(' and ')} then ${divided} end`
}

function orderSql({ dimensions: split, measures, order_by, grain }: CheckedQuery): string {
  const byDimension = (key: DimensionKey, i: number, way: string) =>
    dimensions[key].records === null
      ? [`u.${dimensionColumn(i)}${way} nulls last`]
      : [`n${i}.${dimensions[key].records.name}${way} nulls last`, `u.${dimensionColumn(i)}${way} nulls last`]
  const usual = [...(grain === null ? [] : ['u.period']), ...split.flatMap((key, i) => byDimension(key, i, ''))]
  if (order_by === null) return usual.length === 0 ? '1' : usual.join(', ')
  const way = order_by.descending ? ' desc' : ''
  const measure = measures.find(({ key }) => key === order_by.key)?.measure
  const at = split.indexOf(order_by.key as DimensionKey)
  const first =
    measure !== undefined
      ? [`${sortSql(measure.computation)}${way} nulls last`]
      : at >= 0
        ? byDimension(split[at]!, at, way)
        : [`u.period${way}`]
  return [...first, ...usual].join(', ')
}

export interface CompiledQuery extends Statement {
  terms: readonly Term[]
}

/** Rows have `period`, `d0` and `n0` for each dimension, and one column for each term. */
export function compileQuery(query: CheckedQuery, context: CompileContext): CompiledQuery {
  const params = new Params()
  const shared = paramsOf(params, context)
  const terms = [...new Set(query.measures.flatMap(({ measure }) => termsOf(measure.computation)))]
  const compilation: Compilation = { query, context, params, shared, terms }
  const stacked = stackedSql(compilation)
  const converting = factsOf(query.measures.map(({ measure }) => measure)).filter((key) => convertsIn(terms, key))
  const names = query.dimensions.flatMap((key, i) => {
    const { records } = dimensions[key]
    if (records === null) return []
    return [
      `left join ${records.table} n${i} on n${i}.organization_id = ${shared.organization_id}
  and n${i}.${records.id} = u.${dimensionColumn(i)}`,
    ]
  })
  const columns = [
    'u.period',
    ...query.dimensions.map((_, i) => `u.${dimensionColumn(i)}`),
    ...query.dimensions.flatMap((key, i) => {
      const { records } = dimensions[key]
      return records === null ? [] : [`n${i}.${records.name} as n${i}`]
    }),
    ...terms.map((term) => `u.${columnOfTerm(term)}::text as ${columnOfTerm(term)}`),
    ...converting.map((key) => `u.${unratedOf(key)}`),
    'count(*) over ()::int as total_rows',
  ]
  const text = `select ${columns.join(', ')}
from (
${stacked}
) u
${names.join('\n')}
order by ${orderSql(query)}
limit ${params.add(query.limit, 'int')}`
  return { text, params: params.list, terms }
}
