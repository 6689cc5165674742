/** Listing, creating, reading and changing price lists. A list belongs to the organisation; several accounts can use it. */
import { uuidv7 } from 'uuidv7'
import { differenceOf } from '../../contract/difference.ts'
import { limits } from '../../contract/limits.ts'
import { isCurrency } from '../../contract/money.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { CalendarDate, Text, Type } from '../../contract/schema.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { NewPriceList, PriceList, PriceListChange, PriceListPath, service } from './model.ts'
import { checkValidity, lockPriceList, readPriceList, selectPriceLists, withUniqueName } from './store.ts'

export const listPriceLists = sessionOperation({
  id: 'session.list_price_lists',
  route: 'GET /api/v1/wholesale/price-lists',
  summary: 'List price lists',
  description: 'Returns the price lists of the organisation, sorted by name.',
  service,
  query: Type.Object(
    {
      ...pagingQuery(limits.page_limit_common_max),
      currency: Type.Optional(Text('Only lists in this currency.', { minLength: 3, maxLength: 3, examples: ['USD'] })),
      valid_on: Type.Optional(CalendarDate('Only lists that are valid on this day.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(PriceList),
  async run({ sql, caller: { organization_id }, query }) {
    const { offset = 0, limit = limits.page_limit_common_max, currency, valid_on } = query
    const which = () => sql`p.organization_id = ${organization_id}
      ${currency === undefined ? sql`` : sql`and p.currency = ${currency}`}
      ${
        valid_on === undefined
          ? sql``
          : sql`and coalesce(p.valid_from <= ${valid_on}::date, true) and coalesce(p.valid_to >= ${valid_on}::date, true)`
      }`
    const [[count], rows] = await Promise.all([
      sql<{ filtered: number }[]>`select count(*)::int as filtered from price_lists p where ${which()}`,
      selectPriceLists(sql, which(), limit, offset),
    ])
    return { rows: [...rows], size: rows.length, offset, filtered_max_size: count!.filtered }
  },
})

export const createPriceList = sessionOperation({
  id: 'session.create_price_list',
  route: 'POST /api/v1/wholesale/price-lists',
  summary: 'Create a price list',
  desc: ({ name }) => `Price list ${name} created.`,
  description:
    'Creates an empty price list of the organisation. Set its prices with their own operation, then assign it to accounts in its currency.',
  service,
  status: 201,
  body: NewPriceList,
  answer: PriceList,
  async run({ sql, caller, body, now }) {
    const { organization_id } = caller
    const { currency = caller.currency, valid_from = null, valid_to = null } = body
    if (!isCurrency(currency)) refuseField('currency', 'must be an ISO 4217 code')
    checkValidity(valid_from, valid_to)
    const price_list_id = uuidv7()
    await withUniqueName(
      () => sql`
        insert into price_lists (organization_id, price_list_id, name, currency, valid_from, valid_to, created_at,
          updated_at)
        values (${organization_id}, ${price_list_id}, ${body.name.trim()}, ${currency}, ${valid_from}, ${valid_to},
          ${now}, ${now})`,
    )
    return readPriceList(sql, organization_id, price_list_id)
  },
})

export const getPriceList = sessionOperation({
  id: 'session.get_price_list',
  route: 'GET /api/v1/wholesale/price-lists/{price_list_id}',
  summary: 'Get a price list',
  description: 'Returns a price list without its prices, which have a list of their own.',
  service,
  params: PriceListPath,
  answer: PriceList,
  refusals: ['not_found'],
  run: ({ sql, caller, params }) => readPriceList(sql, caller.organization_id, params.price_list_id),
})

export const updatePriceList = sessionOperation({
  id: 'session.update_price_list',
  route: 'PATCH /api/v1/wholesale/price-lists/{price_list_id}',
  summary: 'Update a price list',
  desc: ({ name }) => `Price list ${name} saved.`,
  description:
    'Changes the name or the validity of a price list; null clears a date. A request that changes nothing leaves `updated_at` as it is.',
  service,
  params: PriceListPath,
  body: PriceListChange,
  answer: PriceList,
  refusals: ['not_found'],
  async run({ sql, caller: { organization_id }, params, body, now }) {
    if (Object.keys(body).length === 0)
      refuseField('body', 'must contain at least one field to change', Object.keys(PriceListChange.properties))
    const { price_list_id } = await lockPriceList(sql, organization_id, params.price_list_id)
    const list = await readPriceList(sql, organization_id, price_list_id)
    const stated = body.name === undefined ? body : { ...body, name: body.name.trim() }
    const changed = differenceOf(list, stated)
    if (Object.keys(changed).length === 0) return list
    const next = { ...list, ...changed }
    checkValidity(next.valid_from, next.valid_to)
    await withUniqueName(
      () => sql`
        update price_lists set ${sql({ ...changed, updated_at: now })}
        where organization_id = ${organization_id} and price_list_id = ${price_list_id}`,
    )
    return readPriceList(sql, organization_id, price_list_id)
  },
})
