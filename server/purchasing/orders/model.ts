/** Schemas of a purchase order: its table row, its full read, its events and its deliveries. */
import { named } from '../../contract/openapi/named.ts'
import {
  Flag,
  CalendarDate,
  Count,
  Id,
  Instant,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Reason,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { LastDocument } from '../issuing/issue.model.ts'
import { purchaseShown } from '../purchase_units/purchase_unit.model.ts'
import { purchaseOrdersTable } from './purchase_orders_table.ts'

export const OrganizationPath = Type.Object({ organization_id: Id('The organisation of the key.') })
export const PurchaseOrderPath = Type.Object({
  organization_id: Id('The organisation of the key.'),
  purchase_order_id: Id('The order.'),
})

const row = purchaseOrdersTable.row.properties

/** The response to creating an order. */
export const NewPurchaseOrder = Shape(
  {
    id: row.id,
    external_id: row.external_id,
    name: row.name,
    order_type: row.order_type,
    status: row.status,
    supplier_id: row.supplier_id,
    location_id: row.location_id,
    source_location_id: row.source_location_id,
    expected_delivery_date: row.expected_delivery_date,
    total_line_items: row.total_line_items,
  },
  { $id: 'CreatedPurchaseOrder', description: 'The order that was created.' },
)
export type NewPurchaseOrder = Static<typeof NewPurchaseOrder>

export const NewPurchaseOrders = Shape({
  purchase_orders: Type.Array(NewPurchaseOrder, { description: 'The orders created, in the order of the request.' }),
  total_created: Count('Number of orders created.'),
})

/** Source of a delivery's freight or duty: its own bill, its share of the order's bill, the order's plan, or none. */
const costBases = named('CostBasis', ['delivery_bill', 'order_bill', 'plan', 'none'])

export const PurchaseOrderDelivery = Shape(
  {
    delivery_id: OwnId('The delivery.'),
    purchase_order_id: OwnId('The order it belongs to.'),
    purchase_order_name: Text('Name of the order.', { examples: ['PO-1042'] }),
    location_id: OwnId('The location at which the delivery arrived.'),
    received_at: Instant('When the delivery arrived.'),
    recorded_at: Instant('When the delivery was recorded.'),
    reference: Nullable(
      Text("Reference of the carrier's or supplier's delivery document; null if none.", { examples: ['DN 8812'] }),
    ),
    not_in_count: Flag(
      'Whether counts taken before the delivery was recorded lack its units, though it arrived before them.',
    ),
    units: Whole('Units that arrived.', { examples: [24] }),
    freight_cents: Nullable(
      Whole("Freight billed for this delivery, in hundredths of the order's currency; null if there is no bill."),
    ),
    freight_basis: OpenChoice(costBases, 'Source of the freight cost of the lines.'),
    duty_cents: Nullable(
      Whole("Duty billed for this delivery, in hundredths of the order's currency; null if there is no bill."),
    ),
    duty_basis: OpenChoice(costBases, 'Source of the duty cost of the lines.'),
    line_items: Type.Array(
      Shape(
        {
          variant_id: OwnId('The variant.'),
          sku: Text('Stock keeping unit.', { examples: ['JUMPER-M'] }),
          received_quantity: Whole('Units that arrived.', { examples: [24] }),
          movement_id: Whole('The ledger movement that booked the line.', { examples: [10482] }),
          unit_cost: Nullable(
            Num("Unit cost at which the line was booked, in the organisation's currency; null if unknown.", {
              examples: [31.5],
            }),
          ),
          freight_cost: Nullable(
            Num("Freight allocated to the units in total, in the organisation's currency; null if there is none.", {
              examples: [78],
            }),
          ),
          duty_cost: Nullable(
            Num("Duty allocated to the units in total, in the organisation's currency; null if there is none.", {
              examples: [30],
            }),
          ),
          landed_unit_cost: Nullable(
            Num("Unit cost including freight and duty, in the organisation's currency; null if unknown.", {
              examples: [36.0376],
            }),
          ),
          landed_reason: Nullable(Text('Why there is no landed cost, as a sentence; null if there is one.')),
          ...purchaseShown("the organisation's"),
        },
        { $id: 'DeliveredLine' },
      ),
      { description: 'Lines of the delivery.' },
    ),
  },
  { $id: 'PurchaseOrderDelivery', description: 'A delivery against a purchase order.' },
)

const measures = {
  cartons: Nullable(Count('Number of full cartons needed for the units; null if the variant has no carton measures.')),
  cbm: Nullable(Num('Volume of the cartons, in cubic metres; null if unknown.', { examples: [1.44] })),
  measures_reason: Nullable(Text('Why cartons and cubic metres are unknown, as a sentence; null if they are known.')),
  hs_code: Nullable(Text('Customs tariff code of the product; null if it has none.', { examples: ['611011'] })),
}

const OrderLine = Shape(
  {
    line_id: OwnId('The line.'),
    variant_id: OwnId('The variant.'),
    sku: Text('Stock keeping unit.', { examples: ['JUMPER-M'] }),
    title: Text('Product title and variant title.', { examples: ['Merino crew jumper, M'] }),
    quantity: Whole('Units ordered.', { examples: [24] }),
    confirmed_quantity: Nullable(Whole('Units that the supplier confirmed; null until it answers.')),
    in_transit_quantity: Whole('Units shipped but not yet arrived.'),
    delivered_quantity: Whole('Units that arrived.'),
    outstanding_quantity: Whole('Units ordered minus units arrived; never negative.'),
    unit_cost: Nullable(Num("Cost of one unit, in the order's currency; null if unknown.", { examples: [31.5] })),
    total_cost: Nullable(
      Num("Cost of the line, in the order's currency; null if the unit cost is unknown.", { examples: [756] }),
    ),
    cost_reason: Nullable(Text('Why the costs of the line are unknown, as a sentence; null if they are known.')),
    ...purchaseShown("the order's"),
    duty_bp: Nullable(Whole("Duty in basis points (hundredths of a percent) of the goods' cost; null if none is due.")),
    expected_delivery_date: Nullable(CalendarDate("Expected arrival date of the line; null if it is the order's.")),
    ...measures,
  },
  { $id: 'PurchaseOrderLine' },
)

export const planBases = ['all_lines', 'measured_lines', 'none'] as const
export const planBinds = ['cube', 'weight'] as const

const OrderComponent = Shape(
  {
    variant_id: OwnId('The component.'),
    sku: Text('Stock keeping unit.', { examples: ['WOOL-3PLY'] }),
    title: Text('Product title and variant title.', { examples: ['Merino yarn, 3 ply'] }),
    location_id: OwnId('The location the component is taken from.'),
    required_quantity: Whole(
      'Units that the order needs in total: those used plus those that its outstanding units need.',
    ),
    reserved_quantity: Whole('Units reserved for the order; they count as committed stock at the location.'),
    consumed_quantity: Whole('Units used.'),
    short_quantity: Whole('Units required beyond those used and reserved; never negative.'),
  },
  { $id: 'PurchaseOrderComponent' },
)

const ContainerPlan = Shape(
  {
    basis: OpenChoice(
      planBases,
      'Lines that the plan covers: all lines, only those with carton measures, or none because no line has carton measures.',
    ),
    binds: Nullable(
      OpenChoice(planBinds, 'Limiting measure of the containers: `cube` for volume, or `weight`; null without a plan.'),
    ),
    container_type_id: Nullable(Whole('Container type of the plan; null if none is chosen.', { examples: [1] })),
    container_type_name: Nullable(
      Text('Name of the container type; null if none is chosen.', { examples: ["20' GP"] }),
    ),
    containers: Nullable(Count('Number of containers needed; null without a plan.', { examples: [1] })),
    cube_pct: Nullable(Num('Share of the usable volume that is filled, in percent.', { examples: [82.3] })),
    weight_pct: Nullable(Num('Share of the payload that is used, in percent.', { examples: [41.9] })),
    usable_cbm_total: Nullable(Num('Usable volume of all containers, in cubic metres.', { examples: [28] })),
    total_cbm: Nullable(Num('Volume of all cartons, in cubic metres.', { examples: [23.04] })),
    gross_kg: Nullable(Num('Weight of all cartons, in kilograms.', { examples: [9084] })),
    freight_per_container_cents: Nullable(Whole("Freight per container, in hundredths of the order's currency.")),
    freight_total_cents: Nullable(Whole("Freight for all containers, in hundredths of the order's currency.")),
    freight_reason: Reason,
    unmeasured_lines: Count('Number of lines left out of the plan because they have no carton measures.'),
    reason: Nullable(Text('Why there is no plan, as a sentence; null if there is one.')),
    fingerprint: Text('Hash of all inputs of the plan and the landed costs; changes whenever an input changes.'),
    lines: Type.Array(
      Shape(
        {
          line_id: OwnId('The line.'),
          variant_id: OwnId('The variant.'),
          ...measures,
          kg: Nullable(Num('Weight of the cartons, in kilograms.', { examples: [252] })),
          freight_cents: Nullable(Whole("Freight allocated to the line, in hundredths of the order's currency.")),
          duty_cents: Nullable(Whole("Duty on the line, in hundredths of the order's currency.")),
          landed_unit_cost: Nullable(
            Num('Unit cost including freight and duty, to four decimals.', { examples: [34.2714] }),
          ),
          landed_reason: Nullable(Text('Why there is no landed cost, as a sentence; null if there is one.')),
        },
        { $id: 'ContainerPlanLine' },
      ),
      { description: 'The lines of the order, in the same sequence as `line_items`.' },
    ),
  },
  { $id: 'ContainerPlan', description: 'How the order fits into containers, and the landed cost of its units.' },
)
export type ContainerPlan = Static<typeof ContainerPlan>

/** The full order. */
export const PurchaseOrder = Shape(
  {
    ...row,
    currency: Text('ISO 4217 code of its costs.', { examples: ['USD'] }),
    location_name: Text('Name of the destination.', { examples: ['Main warehouse'] }),
    source_location_name: Nullable(Text('Name of the source location; null if there is none.')),
    cancel_date: Nullable(CalendarDate('Last day on which the supplier may ship.')),
    ship_window_start: Nullable(CalendarDate('First day on which the supplier may ship.')),
    commitment_id: Nullable(OwnId('The commitment whose budgets the order draws from; null if none.')),
    notes: Nullable(Text('Notes on the order.')),
    approved_at: Nullable(Instant('When the order was approved; null if it is not approved.')),
    billed_freight_cents: Nullable(
      Whole('Freight billed for the whole order, in hundredths of its currency; null if there is no bill.'),
    ),
    billed_duty_cents: Nullable(
      Whole('Duty billed for the whole order, in hundredths of its currency; null if there is no bill.'),
    ),
    issued_at: Nullable(Instant('When the order was first issued; null until then.')),
    ended_at: Nullable(Instant('When the order was fully delivered, closed or cancelled; null until then.')),
    created_by: Nullable(
      Text('Creator of the order: a key, a user or a part of the service.', { examples: ['key:Warehouse link'] }),
    ),
    created_at: Instant('When the order was created.'),
    updated_at: Instant('When the order last changed.'),
    line_items: Type.Array(OrderLine, { description: 'Lines of the order.' }),
    deliveries: Type.Array(PurchaseOrderDelivery, {
      description: 'Deliveries against the order, earliest arrival first.',
    }),
    components: Type.Array(OrderComponent, {
      description:
        'Components that a manufacturing order reserves and has used, sorted by SKU; empty before components are reserved or units delivered, and on other order types.',
    }),
    container_plan: ContainerPlan,
    document: Nullable(LastDocument),
  },
  { $id: 'PurchaseOrder', description: 'A purchase, manufacturing or transfer order with its lines.' },
)
export type PurchaseOrder = Static<typeof PurchaseOrder>
