/**
 * What the console fills in: required parameters and `limit` alone, with ids of the organisation whose key is entered. Runs in the
 * page; `ask` returns the body of a read, or null where the key may not call it.
 */
export type Ask = (path: string) => Promise<unknown>
export type Values = Record<string, string>

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: { type?: unknown; examples?: unknown[]; default?: unknown; items?: { examples?: unknown[] } }
  examples?: Record<string, { value: unknown; 'x-disabled': boolean }>
}
interface Reference {
  $ref: string
}
export interface ConsoleDocument {
  paths: Record<string, Record<string, { parameters?: (Parameter | Reference)[] }>>
  components: { parameters: Record<string, Parameter> }
}

type Row = Record<string, unknown>
const firstRow = async (ask: Ask, path: string, isMeant = (_row: Row) => true): Promise<Row> => {
  const body = (await ask(path)) as { data?: { rows?: Row[]; retailers?: Row[] } } | null
  return (body?.data?.rows ?? body?.data?.retailers ?? []).find(isMeant) ?? {}
}
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const dayBefore = (today: Date, days: number): string =>
  new Date(today.getTime() - days * 86_400_000).toISOString().slice(0, 10)

/** Ids of the organisation's own records by the name of the parameter that takes them. */
export async function readValues(ask: Ask, today = new Date()): Promise<Values> {
  const [stock, product, account] = await Promise.all([
    firstRow(ask, '/api/v1/inventory/table?limit=1'),
    firstRow(ask, '/api/v1/products/table?limit=100', (row) => row['category'] !== null),
    firstRow(ask, '/api/v1/wholesale/retailers'),
  ])
  const variant_id = text(stock['variant_id'])
  const account_id = text(account['id'])
  const found: Record<string, string | undefined> = {
    variant_id,
    variant_ids: variant_id,
    location_id: text(stock['location_id']),
    product_id: text(stock['product_id']),
    category: text(product['category']),
    account_id,
    trading_partner_id: account_id,
    retailer_id: account_id,
    start_date: dayBefore(today, 28),
    end_date: dayBefore(today, 1),
    fiscal_year: String(today.getUTCFullYear()),
  }
  return Object.fromEntries(Object.entries(found).filter((one): one is [string, string] => one[1] !== undefined))
}

/** Optional parameters of which a read needs some. */
const needed: Record<string, string[]> = {
  '/api/v1/inventory/movements': ['variant_id', 'location_id'],
  '/api/v1/order-book/account-size-curve': ['season_code'],
}

const isReference = (one: Parameter | Reference): one is Reference => '$ref' in one

/** A copy of the document in which a request sends what it needs, and nothing else that only an example names. */
export function filledDocument<Document extends ConsoleDocument>(document: Document, values: Values): Document {
  const filled = structuredClone(document)
  const fill = (parameter: Parameter, path = ''): Parameter => {
    const { schema = {} } = parameter
    const isNeeded = parameter.required === true || (needed[path]?.includes(parameter.name) ?? false)
    const isSent = isNeeded || parameter.name === 'limit'
    const example = schema.examples?.[0] ?? schema.items?.examples?.[0] ?? schema.default
    const own = isNeeded ? values[parameter.name] : undefined
    return { ...parameter, examples: { sample: { value: own ?? example ?? '', 'x-disabled': !isSent } } }
  }
  for (const [path, methods] of Object.entries(filled.paths))
    for (const operation of Object.values(methods))
      operation.parameters = operation.parameters?.map((one) => (isReference(one) ? one : fill(one, path)))
  for (const [name, one] of Object.entries(filled.components.parameters)) filled.components.parameters[name] = fill(one)
  return filled
}

/** The address that a filled read has: what the console sends as it is opened. */
export function filledAddress(document: ConsoleDocument, path: string): string {
  const named = (one: Parameter | Reference): Parameter =>
    isReference(one) ? document.components.parameters[one.$ref.split('/').at(-1)!]! : one
  const sent = (document.paths[path]?.['get']?.parameters ?? [])
    .map(named)
    .flatMap(({ name, in: place, examples }) => {
      const sample = examples?.['sample']
      return place !== 'query' || sample === undefined || sample['x-disabled'] ? [] : [[name, String(sample.value)]]
    })
  return sent.length === 0 ? path : `${path}?${new URLSearchParams(sent)}`
}
