/** Session operations on locations. */
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Flag, Shape, Type } from '../../contract/schema.ts'
import { newWriteOf, writeOf } from '../../records/single.ts'
import { writeContext } from '../../records/write_context.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { findLocationUses, usesInWords } from './location_uses.ts'
import { Location, locationFields, LocationFields, LocationPath, service } from './model.ts'
import { planLocations, writeLocations } from './plan.ts'
import { lockLocation, readLocation, selectLocations } from './store.ts'

const limit_default = limits.page_limit_common_max

export const listLocations = sessionOperation({
  id: 'session.list_locations',
  route: 'GET /api/v1/locations',
  summary: 'List locations',
  description: 'Returns a page of the locations of the organisation, archived ones included, sorted by name.',
  service,
  query: Type.Object(
    {
      ...pagingQuery(limit_default),
      is_active: Type.Optional(Flag('true returns only active locations, false only archived ones.')),
    },
    { additionalProperties: false },
  ),
  answer: Page(Location),
  async run({ sql, caller: { organization_id }, query: { offset = 0, limit = limit_default, is_active } }) {
    const [rows, [count]] = await Promise.all([
      selectLocations(sql, organization_id, { is_active, limit, offset }),
      sql<{ filtered: number }[]>`
        select count(*)::int as filtered from locations
        where organization_id = ${organization_id}
          and (${is_active ?? null}::boolean is null or is_active = ${is_active ?? null})`,
    ])
    return { rows: [...rows], size: rows.length, offset, filtered_max_size: count!.filtered }
  },
})

export const getLocation = sessionOperation({
  id: 'session.get_location',
  route: 'GET /api/v1/locations/{location_id}',
  summary: 'Get a location',
  description: 'Returns a location, also when it is archived.',
  service,
  params: LocationPath,
  answer: Location,
  refusals: ['not_found'],
  run: ({ sql, caller, params }) => readLocation(sql, caller.organization_id, params.location_id),
})

export const createLocation = sessionOperation({
  id: 'session.create_location',
  route: 'POST /api/v1/locations',
  summary: 'Create a location',
  desc: ({ name }) => `Location ${name} created.`,
  description:
    'Creates a location that holds stock: a warehouse or a store. The name must be unique within the organisation, archived locations included, case ignored.',
  service,
  status: 201,
  body: Shape(
    { ...LocationFields.properties, name: locationFields.name },
    { examples: [{ name: 'East warehouse', kind: 'warehouse', country_code: 'PT' }] },
  ),
  answer: Location,
  async run({ sql, caller, body, now }) {
    const context = writeContext(caller, now)
    const [plan] = await planLocations(sql, context, [body])
    const write = newWriteOf(plan!, 'location')
    await writeLocations(sql, context, [write])
    return readLocation(sql, caller.organization_id, write.id)
  },
})

export const updateLocation = sessionOperation({
  id: 'session.update_location',
  route: 'PATCH /api/v1/locations/{location_id}',
  summary: 'Update a location',
  desc: ({ name }) => `Location ${name} saved.`,
  description:
    'Changes only the fields that are sent. `is_active: false` archives the location: it keeps its history and stays readable, but takes no new orders and is no longer planned for. Archiving is refused with `conflict` while the location has stock or held units, or is named by an unfinished purchase order, an open stocktake, an expected return, a basket item or an active warehouse connection; `message.desc` and `data.uses` name the first of each. `is_active: true` makes it active again.',
  service,
  params: LocationPath,
  body: Shape(LocationFields.properties, { examples: [{ name: 'East warehouse', country_code: 'ES' }] }),
  answer: Location,
  refusals: ['conflict', 'not_found'],
  conflict:
    'The location to archive has stock or held units, or is named by an unfinished purchase order, an open stocktake, an expected return, a basket item or an active warehouse connection.',
  async run({ sql, caller, params: { location_id }, body, now }) {
    const { organization_id } = caller
    await lockLocation(sql, organization_id, location_id)
    const { name, is_active } = await readLocation(sql, organization_id, location_id)
    if (body.is_active === false && is_active) {
      const uses = await findLocationUses(sql, organization_id, [location_id])
      if (uses.length > 0)
        refuse('conflict', {
          desc: `${name} cannot be archived: it is in use by ${usesInWords(uses)}. Move the stock and finish or cancel the documents first.`,
          data: { uses: uses.map(({ kind, id, name: named }) => ({ kind, id, name: named })) },
        })
    }
    const context = writeContext(caller, now)
    const [plan] = await planLocations(sql, context, [{ ...body, id: location_id }])
    const write = writeOf(plan!)
    if (write !== null) await writeLocations(sql, context, [write])
    return readLocation(sql, organization_id, location_id)
  },
})
