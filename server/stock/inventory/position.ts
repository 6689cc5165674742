import type { ReadCall } from '../../contract/call.ts'
import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import {
  CalendarDate,
  Id,
  Instant,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { supplyClasses } from '../../contract/stock.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { readParts } from '../../ledger/bundles/parts.ts'
import type { StockPart } from '../../ledger/bundles/parts.rules.ts'
import { openSupply } from '../../ledger/incoming.ts'
import { ledgerRowColumns, LedgerRow, type SelectedLedgerRow, shapeLedgerRow } from '../../ledger/row.ts'

const latestMovements = 10

const Inbound = Shape(
  {
    id: OwnId('Id of the order.'),
    name: Text('Display name of the order.', { examples: ['PO-1042'] }),
    type: OpenChoice(['purchase', 'manufacturing', 'transfer'], 'Type of order.'),
    quantity: Whole('Units still expected from the order in this supply class.'),
    due: Nullable(CalendarDate('Expected delivery date; null when the order has none.')),
    supply_class: OpenChoice(supplyClasses, 'Certainty of the units: ordered, confirmed by the supplier, or shipped.'),
  },
  { $id: 'InboundDocument' },
)

const At = Shape(
  {
    location_id: OwnId('Id of the location.'),
    location_name: Text('Name of the location.'),
    on_hand: Whole('Units on hand at the location.'),
    reserved: Whole('Units committed to orders at the location.'),
    expected_inbound: Whole('Units expected to arrive at the location.'),
    atp: Whole('Available to promise at the location, in units.'),
  },
  { $id: 'LocationPosition' },
)

const Component = Shape(
  {
    variant_id: OwnId('Id of the component.'),
    sku: Text('Stock keeping unit of the component.', { examples: ['HAT-M'] }),
    quantity: Whole('Units of it in one bundle, those in bundles within included.', { examples: [2] }),
    atp: Whole('Available to promise of the component, in units.', { examples: [5] }),
  },
  { $id: 'PositionComponent' },
)

interface PositionAt extends Static<typeof At> {
  variant_id: string
}

/** Each fact is summed before it is joined to another, so that none is counted twice. */
const readLocations = (
  sql: ReadCall['sql'],
  organization_id: string,
  variant_ids: readonly string[],
  at: string | null,
) => sql<PositionAt[]>`
  with inbound as (
    select variant_id, location_id, sum(units)::float8 as units
    from (${openSupply(sql, organization_id, variant_ids)}) s group by variant_id, location_id
  )
  select n.variant_id, o.location_id, o.name as location_name, coalesce(l.on_hand, 0) as on_hand,
    coalesce(l.committed, 0) as reserved, coalesce(i.units, 0) as expected_inbound,
    coalesce(l.on_hand, 0) - coalesce(l.committed, 0) + coalesce(i.units, 0) as atp
  from unnest(${arrayLiteral(variant_ids)}::uuid[]) as n (variant_id)
  cross join locations o
  left join stock_levels l on l.organization_id = o.organization_id and l.location_id = o.location_id
    and l.variant_id = n.variant_id
  left join inbound i on i.variant_id = n.variant_id and i.location_id = o.location_id
  where o.organization_id = ${organization_id}
    and case when ${at}::uuid is null then o.is_active or l.on_hand <> 0 or l.committed <> 0 or i.units > 0
      else o.location_id = ${at}::uuid end
  order by o.name, o.location_id`

/** The bundles that the components at a location suffice for; components at two locations make none. */
function bundlesAt(parts: readonly StockPart[], components: readonly PositionAt[], location_id: string): number {
  const suffices = parts.map(({ variant_id, units }) => {
    const here = components.find((one) => one.variant_id === variant_id && one.location_id === location_id)
    return Math.floor(Math.max(here?.atp ?? 0, 0) / units)
  })
  return Math.min(...suffices)
}

/** One row for each supply class of an order, as their certainty differs. */
const readInbound = (sql: ReadCall['sql'], organization_id: string, variant_id: string, at: string | null) => sql<
  Static<typeof Inbound>[]
>`
  select s.purchase_order_id as id, s.name, s.order_type as type, sum(p.units)::float8 as quantity, s.due, p.supply_class
  from (${openSupply(sql, organization_id, [variant_id])}) s
  cross join lateral (values
    ('in_transit', s.in_transit), ('confirmed', s.confirmed), ('on_order', s.on_order)
  ) p (supply_class, units)
  where p.units > 0 and (${at}::uuid is null or s.location_id = ${at}::uuid)
  group by s.purchase_order_id, s.name, s.order_type, s.due, p.supply_class
  order by s.due nulls last, s.name, s.purchase_order_id, p.supply_class`

const readReturns = (sql: ReadCall['sql'], organization_id: string, variant_id: string, at: string | null) => sql<
  { units: number }[]
>`
  select coalesce(sum(greatest(l.expected_quantity - l.received_quantity - l.missing_quantity, 0)), 0)::float8 as units
  from return_lines l join returns r on r.organization_id = l.organization_id and r.return_id = l.return_id
  where l.organization_id = ${organization_id} and l.variant_id = ${variant_id}
    and r.state in ('expected', 'partially_received') and (${at}::uuid is null or r.location_id = ${at}::uuid)`

const readMovements = (sql: ReadCall['sql'], organization_id: string, variant_id: string, at: string | null) => sql<
  SelectedLedgerRow[]
>`
  select ${ledgerRowColumns}
  from locations o
  cross join lateral (
    select * from stock_movements m
    where m.organization_id = o.organization_id and m.variant_id = ${variant_id} and m.location_id = o.location_id
    order by m.occurred_at desc nulls last, m.entry desc nulls last limit ${latestMovements}
  ) m
  join variants v on v.organization_id = m.organization_id and v.variant_id = m.variant_id
  where o.organization_id = ${organization_id} and (${at}::uuid is null or o.location_id = ${at}::uuid)
  order by m.occurred_at desc, m.entry desc limit ${latestMovements}`

const readNames = (sql: ReadCall['sql'], organization_id: string, variant_id: string, at: string | null) => sql<
  { has_variant: boolean; location_name: string | null }[]
>`
  select exists (select from variants where organization_id = ${organization_id} and variant_id = ${variant_id})
      as has_variant,
    (select name from locations where organization_id = ${organization_id} and location_id = ${at}::uuid)
      as location_name`

export const readPosition = operation({
  id: 'inventory.position',
  route: 'GET /api/v1/inventory/position',
  summary: 'Get the stock position of a variant',
  description: `Returns the stock and the available to promise (ATP) of a variant, over all locations or at one. ATP = on hand − reserved + expected inbound. Expected inbound counts the undelivered units of approved, issued and partially delivered orders, including orders on hold. An order has one row for each supply class of its units, so a partly shipped order has several. Units that customers are expected to return are reported as \`returns_expected\` and are not part of any other figure. The ATP of a bundle that is assembled when it is sold is the number of bundles that the ATP of its components allows at each location; \`components\` lists them. Its other figures count units of the bundle itself, which such a sale does not change. \`locations\` lists the locations included in the figures: all of them, or the requested one. \`movements\` lists the latest ${latestMovements} movements, newest first.`,
  query: Type.Object(
    {
      variant_id: Id('Id of the variant.'),
      location_id: Type.Optional(Id('Limits the figures to stock at, and expected at, this location.')),
    },
    { additionalProperties: false },
  ),
  answer: Shape(
    {
      as_of: Instant('Time of the figures.'),
      atp: Whole(
        'Available to promise, in units: on hand − reserved + expected inbound; of a bundle that is assembled when sold, what its components suffice for.',
        { examples: [64] },
      ),
      on_hand: Whole('Units on hand.', { examples: [40] }),
      reserved: Whole('Units committed to orders.', { examples: [6] }),
      expected_inbound: Shape({
        quantity: Whole('Units expected to arrive.'),
        returns_expected: Whole('Units that customers are expected to return; not part of any other figure.'),
        by_document: Type.Array(Inbound, {
          description: 'Orders that make up the quantity, earliest expected date first.',
        }),
      }),
      movements: Type.Array(LedgerRow, { description: 'Latest stock movements, newest first.' }),
      location_id: Nullable(OwnId('Id of the requested location; null when the figures cover all locations.')),
      location_name: Nullable(Text('Name of the requested location; null when the figures cover all locations.')),
      components: Type.Array(Component, {
        description:
          'Of a bundle that is assembled when it is sold: what it takes from stock, sorted by SKU. Empty for every other variant.',
      }),
      locations: Type.Array(At, { description: 'The same figures for each location, sorted by name.' }),
    },
    { $id: 'StockPosition' },
  ),
  refusals: ['variant_not_on_file', 'location_not_on_file'],
  async run({ sql, caller, query, now }) {
    const { organization_id } = caller
    const { variant_id, location_id: at = null } = query
    const [[names], own, by_document, [returns], movements, bundles] = await Promise.all([
      readNames(sql, organization_id, variant_id, at),
      readLocations(sql, organization_id, [variant_id], at),
      readInbound(sql, organization_id, variant_id, at),
      readReturns(sql, organization_id, variant_id, at),
      readMovements(sql, organization_id, variant_id, at),
      readParts(sql, organization_id, [variant_id]),
    ])
    if (!names!.has_variant) refuse('variant_not_on_file')
    if (at !== null && names!.location_name === null) refuse('location_not_on_file')
    const parts = bundles.get(variant_id.toLowerCase()) ?? []
    const components =
      parts.length === 0
        ? []
        : await readLocations(
            sql,
            organization_id,
            parts.map((part) => part.variant_id),
            at,
          )
    const locations = own.map(({ variant_id: _variant, ...location }) =>
      parts.length === 0 ? location : { ...location, atp: bundlesAt(parts, components, location.location_id) },
    )
    const total = (figure: 'on_hand' | 'reserved' | 'expected_inbound' | 'atp') =>
      locations.reduce((sum, location) => sum + location[figure], 0)
    return {
      as_of: now,
      atp: total('atp'),
      on_hand: total('on_hand'),
      reserved: total('reserved'),
      expected_inbound: {
        quantity: total('expected_inbound'),
        returns_expected: returns!.units,
        by_document: [...by_document],
      },
      movements: movements.map(shapeLedgerRow),
      location_id: at,
      location_name: names!.location_name,
      components: parts.map(({ variant_id: component, sku, units }) => ({
        variant_id: component,
        sku,
        quantity: units,
        atp: components.reduce((sum, one) => sum + (one.variant_id === component ? one.atp : 0), 0),
      })),
      locations,
    }
  },
})
