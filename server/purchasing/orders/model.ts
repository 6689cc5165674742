/** A purchase order as its row, its whole read, its events and its deliveries carry it. */
import {
  CalendarDate,
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
import { purchaseOrdersTable } from './purchase_orders_table.ts'

export const OrganizationPath = Type.Object({ organization_id: Id('The organisation of the key.') })
export const PurchaseOrderPath = Type.Object({
  organization_id: Id('The organisation of the key.'),
  purchase_order_id: Id('The order.'),
})

const row = purchaseOrdersTable.row.properties

/** What creating an order answers. */
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
  { description: 'The order that was created.' },
)
export type NewPurchaseOrder = Static<typeof NewPurchaseOrder>

/** Where a delivery's freight or duty comes from: its own bill, its share of the order's, or what the order plans. */
const cost_bases = ['delivery_bill', 'order_bill', 'plan', 'none'] as const

export const PurchaseOrderDelivery = Shape(
  {
    delivery_id: OwnId('The delivery.'),
    purchase_order_id: OwnId('The order it belongs to.'),
    purchase_order_name: Text('Name of the order.', { examples: ['PO-1042'] }),
    location_id: OwnId('Where it arrived.'),
    received_at: Instant('When it arrived.'),
    recorded_at: Instant('When it was written down.'),
    reference: Nullable(Text("The carrier's or supplier's paper.", { examples: ['DN 8812'] })),
    units: Whole('Units that arrived.', { examples: [24] }),
    freight_cents: Nullable(
      Whole("Freight billed for this delivery, in hundredths of the order's currency; null while no bill has come."),
    ),
    freight_basis: OpenChoice(cost_bases, 'What the freight of its lines comes from.'),
    duty_cents: Nullable(
      Whole("Duty billed for this delivery, in hundredths of the order's currency; null while no bill has come."),
    ),
    duty_basis: OpenChoice(cost_bases, 'What the duty of its lines comes from.'),
    line_items: Type.Array(
      Shape({
        variant_id: OwnId('The variant.'),
        sku: Text('Stock keeping unit.', { examples: ['JUMPER-M'] }),
        received_quantity: Whole('Units that arrived.', { examples: [24] }),
        movement_id: Whole('The row in the ledger.', { examples: [10482] }),
        unit_cost: Nullable(
          Num("What a unit was booked in at, in the organisation's currency; null where it is not known.", {
            examples: [31.5],
          }),
        ),
        freight_cost: Nullable(
          Num("Freight that its units bear in all, in the organisation's currency; null where there is none to bear.", {
            examples: [78],
          }),
        ),
        duty_cost: Nullable(Num('Duty that its units bear in all, likewise.', { examples: [30] })),
        landed_unit_cost: Nullable(Num('What a unit cost with its freight and duty.', { examples: [36.0376] })),
        landed_reason: Nullable(Text('Why there is no landed cost, as a sentence; null when there is one.')),
      }),
      { description: 'Its lines.' },
    ),
  },
  { $id: 'PurchaseOrderDelivery', description: 'A delivery against a purchase order.' },
)

const measures = {
  cartons: Nullable(Whole('Full cartons that hold its units; null where the variant has no carton measures.')),
  cbm: Nullable(Num('Cubic metres of those cartons.', { examples: [1.44] })),
  measures_reason: Nullable(Text('Why cartons and cubic metres are unknown, as a sentence; null when they are known.')),
  hs_code: Nullable(Text('Customs tariff code of the product; null where it has none.', { examples: ['611011'] })),
}

const OrderLine = Shape({
  line_id: OwnId('The line.'),
  variant_id: OwnId('The variant.'),
  sku: Text('Stock keeping unit.', { examples: ['JUMPER-M'] }),
  title: Text('Titles of product and variant.', { examples: ['Merino crew jumper, M'] }),
  quantity: Whole('Units ordered.', { examples: [24] }),
  confirmed_quantity: Nullable(Whole('Units that the supplier confirmed; null while unanswered.')),
  in_transit_quantity: Whole('Units shipped that have not arrived.'),
  delivered_quantity: Whole('Units that arrived.'),
  outstanding_quantity: Whole('Units ordered less those that arrived; never negative.'),
  unit_cost: Nullable(Num('What a unit costs; null where it is not known.', { examples: [31.5] })),
  total_cost: Nullable(Num('What the line costs; null where its unit cost is not known.', { examples: [756] })),
  cost_reason: Nullable(Text('Why the costs of the line are unknown, as a sentence; null when they are known.')),
  duty_bp: Nullable(Whole("Duty in hundredths of a percent of the goods' cost; null where none is due.")),
  expected_delivery_date: Nullable(CalendarDate('When the line should arrive, where it differs from the order.')),
  ...measures,
})

export const plan_bases = ['all_lines', 'measured_lines', 'none'] as const
export const plan_binds = ['cube', 'weight'] as const

const OrderComponent = Shape({
  variant_id: OwnId('The component.'),
  sku: Text('Stock keeping unit.', { examples: ['WOOL-3PLY'] }),
  title: Text('Titles of product and variant.', { examples: ['Merino yarn, 3 ply'] }),
  location_id: OwnId('Where it is taken.'),
  required_quantity: Whole('Units that the order takes in all: those used, and those that its outstanding units take.'),
  reserved_quantity: Whole('Units held back for the order; they are committed there.'),
  consumed_quantity: Whole('Units used.'),
  short_quantity: Whole('Units that the order takes beyond those used and held back; never negative.'),
})

const ContainerPlan = Shape(
  {
    basis: OpenChoice(
      plan_bases,
      'What the plan covers: every line, only those with carton measures, or no line, as none has them.',
    ),
    binds: Nullable(OpenChoice(plan_binds, 'What fills the containers first.')),
    container_type_id: Nullable(Whole('The container that the plan is made with.', { examples: [1] })),
    container_type_name: Nullable(Text('Its name.', { examples: ["20' GP"] })),
    containers: Nullable(Whole('How many it takes.', { examples: [1] })),
    cube_pct: Nullable(Num('Share of their usable cube that is filled, in percent.', { examples: [82.3] })),
    weight_pct: Nullable(Num('Share of their payload that is used, in percent.', { examples: [41.9] })),
    usable_cbm_total: Nullable(Num('Usable cubic metres of all the containers.', { examples: [28] })),
    total_cbm: Nullable(Num('Cubic metres of all cartons.', { examples: [23.04] })),
    gross_kg: Nullable(Num('Weight of all cartons, in kilograms.', { examples: [9084] })),
    freight_per_container_cents: Nullable(Whole("Freight for one container, in hundredths of the order's currency.")),
    freight_total_cents: Nullable(Whole('Freight for all of them.')),
    freight_reason: Reason,
    unmeasured_lines: Whole('Lines that the plan leaves out, as they lack carton measures.'),
    reason: Nullable(Text('Why there is no plan, as a sentence; null when there is one.')),
    fingerprint: Text('Changes whenever anything changes that the plan or the landed costs are made of.'),
    lines: Type.Array(
      Shape({
        line_id: OwnId('The line.'),
        variant_id: OwnId('The variant.'),
        ...measures,
        kg: Nullable(Num('Weight of the cartons, in kilograms.', { examples: [252] })),
        freight_cents: Nullable(Whole("The line's share of the freight.")),
        duty_cents: Nullable(Whole('Duty on the line.')),
        landed_unit_cost: Nullable(
          Num('What a unit costs with its freight and duty, to four decimals.', { examples: [34.2714] }),
        ),
        landed_reason: Nullable(Text('Why there is no landed cost, as a sentence; null when there is one.')),
      }),
      { description: 'The lines in the same order.' },
    ),
  },
  { description: 'How the order fits into containers, and what its units cost landed.' },
)
export type ContainerPlan = Static<typeof ContainerPlan>

/** The order as its own read answers it. */
export const PurchaseOrder = Shape(
  {
    ...row,
    currency: Text('ISO 4217 code of its costs.', { examples: ['USD'] }),
    location_name: Text('Name of the destination.', { examples: ['Main warehouse'] }),
    source_location_name: Nullable(Text('Name of the source.')),
    cancel_date: Nullable(CalendarDate('After this day the supplier may no longer ship.')),
    ship_window_start: Nullable(CalendarDate('The first day on which the supplier may ship.')),
    commitment_id: Nullable(OwnId('The commitment that the order draws from.')),
    notes: Nullable(Text('What people wrote on it.')),
    approved_at: Nullable(Instant('When it was approved.')),
    billed_freight_cents: Nullable(
      Whole(
        'Freight billed for the order as a whole, in hundredths of its currency; null while no such bill has come.',
      ),
    ),
    billed_duty_cents: Nullable(
      Whole('Duty billed for the order as a whole, likewise; null while no such bill has come.'),
    ),
    issued_at: Nullable(Instant('When it was sent to the supplier, or its goods left the source.')),
    ended_at: Nullable(Instant('When all had arrived, it was closed short, or it was cancelled.')),
    created_by: Nullable(Text('Who created it.', { examples: ['key:Warehouse link'] })),
    created_at: Instant('When it was created.'),
    updated_at: Instant('When it last changed.'),
    line_items: Type.Array(OrderLine, { description: 'Its lines.' }),
    deliveries: Type.Array(PurchaseOrderDelivery, { description: 'What arrived, first arrival first.' }),
    components: Type.Array(OrderComponent, {
      description:
        'What a manufacturing order holds back and has used of its components, by SKU; empty before it is allocated or delivered, and on other orders.',
    }),
    container_plan: ContainerPlan,
    document: Nullable(LastDocument),
  },
  { $id: 'PurchaseOrder', description: 'A purchase, manufacturing or transfer order with its lines.' },
)
export type PurchaseOrder = Static<typeof PurchaseOrder>
