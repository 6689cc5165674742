/** Schemas of invoices and credit notes of suppliers. */
import { limits } from '../../contract/limits.ts'
import {
  CalendarDate,
  Choice,
  currencyCode,
  Flag,
  Id,
  Instant,
  Line,
  notBlank,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  sampleId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { purchaseShown, unitFields } from '../purchase_units/purchase_unit.model.ts'
import {
  supplierInvoiceKinds,
  supplierInvoiceLineKinds,
  supplierInvoiceMatches,
  supplierInvoiceStates,
} from '../known_values.ts'

export const service = 'purchase_order'
export const InvoicePath = Shape({ supplier_invoice_id: Id('Id of the invoice or credit note.') })

const amountMax = limits.supplier_invoice_amount_max
const match = OpenChoice(
  supplierInvoiceMatches,
  'How it agrees with order and deliveries; of several differences, the first in this list. `short`: more units are billed than came. `price_difference`: billed at another price than the order has, and not accepted. `price_unknown`: the order has no price. `not_received`: none of the units came yet. `over`: more came than is billed. `total_difference`: the stated total is not the sum of the lines.',
)
const inCurrency = 'in the currency of the invoice'
const ofOrganization = 'in the currency of the organisation'

const shownUnits = purchaseShown("the invoice's")

const InvoiceLine = Shape(
  {
    line_number: Whole('Number of the line, from 1.', { examples: [1] }),
    kind: OpenChoice(supplierInvoiceLineKinds, 'What is billed.'),
    description: Nullable(Text('Description; null if none was given.', { examples: ['Ocean freight'] })),
    purchase_order_id: Nullable(OwnId('The order; null on a charge that names none.')),
    purchase_order: Nullable(Text('Display name of the order.', { examples: ['PO-1042'] })),
    line_id: Nullable(OwnId('The order line; null on charges.')),
    variant_id: Nullable(OwnId('The variant; null on charges.')),
    sku: Nullable(Text('SKU of the variant; null on charges.', { examples: ['JUMPER-M'] })),
    delivery_id: Nullable(OwnId('The delivery that the line names; null if it names none.')),
    quantity: Nullable(Whole('Units billed, or credited; null on charges.', { examples: [10] })),
    amount: Num(`Amount of the line, ${inCurrency}.`, { examples: [110] }),
    unit_cost: Nullable(
      Num('Amount by unit, with up to ten decimals; null on charges and credits of a price.', { examples: [11] }),
    ),
    purchase_unit: Nullable({
      ...shownUnits.purchase_unit,
      description: 'Unit of purchase of the order line; null on charges.',
    }),
    purchase_unit_factor: Nullable({
      ...shownUnits.purchase_unit_factor,
      description: 'Single units in one purchase unit; null on charges.',
    }),
    purchase_quantity: shownUnits.purchase_quantity,
    purchase_quantity_reason: shownUnits.purchase_quantity_reason,
    purchase_unit_cost: shownUnits.purchase_unit_cost,
    credited_line_number: Nullable(Whole('Of a credit note: the line of the invoice that it reduces.')),
    credited_quantity: Nullable(Whole('Units credited since; null on charges and credit notes.')),
    credited_amount: Nullable(Num(`Amount credited since, ${inCurrency}; null on credit notes.`)),
    match: Nullable({ ...match, description: `${match.description} Null on charges, credit notes and void invoices.` }),
    received_quantity: Nullable(Whole('Received units that the line bills; each unit is billed by one line.')),
    short_quantity: Nullable(Whole('Units billed that did not come.')),
    over_quantity: Nullable(Whole('Units of the same deliveries that no invoice bills.')),
    price_difference: Nullable(
      Num(`Billed less the amount by the price of the order, ${inCurrency}; null where there is none to compare.`),
    ),
    price_difference_each: Nullable(Num('The price difference by unit, with up to ten decimals.')),
    price_accepted_at: Nullable(Instant('When the billed price was accepted; null if it was not.')),
    price_accepted_by: Nullable(Text('Who accepted it.', { examples: ['user:Ada'] })),
  },
  { $id: 'SupplierInvoiceLine' },
)
export type InvoiceLine = Static<typeof InvoiceLine>

const CostChange = Shape(
  {
    line_number: Whole('Line of the invoice.'),
    delivery_id: OwnId('The delivery whose units changed their cost.'),
    units: Whole('Units whose cost follows the line from here on; negative where it no longer does.'),
    difference: Num(`Change of their cost, ${inCurrency}.`, { examples: [10] }),
    stock_value: Num(`What the value of stock changed by, ${ofOrganization}.`, { examples: [6] }),
    variance: Num(`Variance for units that had left, ${ofOrganization}.`, { examples: [4] }),
    booked_on: CalendarDate('Day of the change.'),
    booked_at: Instant('When it was booked.'),
    actor: Text('Who caused it.', { examples: ['user:Ada'] }),
  },
  { $id: 'SupplierInvoiceCostChange' },
)
export type CostChange = Static<typeof CostChange>

const header = {
  supplier_invoice_id: OwnId('Id of the invoice or credit note.'),
  kind: OpenChoice(supplierInvoiceKinds, 'Invoice or credit note.'),
  supplier_id: OwnId('The supplier.'),
  supplier: Text('Name of the supplier.', { examples: ['Harbour Knitwear'] }),
  credits_invoice_id: Nullable(OwnId('Of a credit note: the invoice that it reduces.')),
  invoice_number: Text('Number by the supplier.', { examples: ['HR-2026-118'] }),
  currency: Text('Currency as an ISO 4217 code.', { examples: ['USD'] }),
  invoice_date: CalendarDate('Day of the invoice.'),
  payment_terms: Nullable(Text('Terms of payment; null if none are known.', { examples: ['net_30'] })),
  due_on: Nullable(CalendarDate('Day on which it is due; null if neither a day nor terms with days are known.')),
  stated_total: Nullable(Num(`Total as stated, ${inCurrency}; null if none was stated.`, { examples: [110] })),
  lines_total: Num(`Sum of the lines, ${inCurrency}.`, { examples: [110] }),
  total_difference: Nullable(Num('Stated total less the sum of the lines; null without a stated total.')),
  credited_total: Num(`Sum of its credit notes, ${inCurrency}; 0 on credit notes.`),
  state: OpenChoice(supplierInvoiceStates, 'State of the document.'),
  match: Nullable({ ...match, description: `${match.description} Null on credit notes and void invoices.` }),
  void_reason: Nullable(Text('Why it is void; null if it is not.')),
  voided_at: Nullable(Instant('When it became void; null if it is not.')),
  voided_by: Nullable(Text('Who made it void; null if it is not.', { examples: ['user:Ada'] })),
  revision: Whole('Number of corrections.', { minimum: 0 }),
  created_by: Text('Who recorded it.', { examples: ['user:Ada'] }),
  created_at: Instant('When it was recorded.'),
  updated_at: Instant('When it last changed.'),
}

export const SupplierInvoiceRow = Shape(header, { $id: 'SupplierInvoiceRow' })
export type SupplierInvoiceRow = Static<typeof SupplierInvoiceRow>

export const SupplierInvoice = Shape(
  {
    ...header,
    lines: Type.Array(InvoiceLine),
    credit_notes: Type.Array(
      Shape({
        supplier_invoice_id: OwnId('Id of the credit note.'),
        invoice_number: Text('Its number.', { examples: ['CN-7'] }),
        lines_total: Num(`Its amount, ${inCurrency}.`),
        state: OpenChoice(supplierInvoiceStates, 'State of the document.'),
      }),
      { description: 'Credit notes that reduce the invoice, void ones included.' },
    ),
    cost_changes: Type.Array(CostChange, {
      description: 'Changes of received costs that the invoice caused, oldest first.',
    }),
    stock_value_change: Num(`Sum of the changes of the value of stock, ${ofOrganization}.`, { examples: [6] }),
    cost_variance: Num(`Sum of the variances, ${ofOrganization}.`, { examples: [4] }),
    revisions: Type.Array(
      Shape({
        revision: Whole('Number of the revision that was replaced.', { minimum: 0 }),
        replaced_at: Instant('When it was replaced.'),
        replaced_by: Text('Who replaced it.', { examples: ['user:Ada'] }),
        record: Type.Record(Type.String(), Type.Unknown(), { description: 'Fields and lines as they were.' }),
      }),
      { description: 'What the invoice said before each correction, oldest first.' },
    ),
  },
  { $id: 'SupplierInvoice' },
)
export type SupplierInvoice = Static<typeof SupplierInvoice>

const text = (description: string, examples: string[]) =>
  Line(description, { maxLength: limits.supplier_invoice_text_length_max, ...notBlank, examples })
const Amount = (description: string) => Num(description, { minimum: 0, maximum: amountMax, examples: [110] })

const NewLine = Shape(
  {
    kind: Type.Optional(
      Choice(supplierInvoiceLineKinds, 'What is billed; `goods` by default. The others are charges, without units.'),
    ),
    purchase_order_id: Type.Optional(Id('The order. Required for goods; optional on charges.')),
    line_id: Type.Optional(Id('The order line; required if the variant is on several lines.')),
    variant_id: Type.Optional(Id('The variant; sufficient if it is on only one line.')),
    delivery_id: Type.Optional(
      Nullable(
        Id('The delivery that brought the units, if the invoice names one. Goods may be billed before they come.'),
      ),
    ),
    quantity: Type.Optional(
      Whole('Single units billed; required for goods, unless `purchase_quantity` is sent.', {
        minimum: 1,
        maximum: limits.purchase_order_quantity_max,
        examples: [10],
      }),
    ),
    amount: Type.Optional(
      Amount(
        'Amount of the line in the currency of the invoice; required, unless goods have `unit_cost` or `purchase_unit_cost`.',
      ),
    ),
    unit_cost: Type.Optional(
      Num(
        'Price of a unit. The amount is then units times price, rounded as the currency is; if both are sent, they must agree.',
        {
          minimum: 0,
          maximum: limits.purchase_order_unit_cost_max,
          examples: [11],
        },
      ),
    ),
    purchase_quantity: Type.Optional(unitFields.purchase_quantity),
    purchase_unit: Type.Optional({
      ...unitFields.purchase_unit,
      description:
        "Unit that `purchase_quantity` and `purchase_unit_cost` are in: that of the order line (default), `PK` for its inner packs, or `EA`. The line's factor applies.",
    }),
    purchase_unit_cost: Type.Optional({
      ...unitFields.purchase_unit_cost,
      description:
        'Price of one purchase unit. The amount is then purchase units times price, rounded as the currency is; what else states the price must agree.',
    }),
    description: Type.Optional(Nullable(text('Description.', ['Ocean freight']))),
    accept_price: Type.Optional(
      Flag('Accepts the billed price: received units cost it from now on, and units still to come when they arrive.'),
    ),
  },
  { $id: 'NewSupplierInvoiceLine' },
)
export type NewLine = Static<typeof NewLine>

const lines = Type.Array(NewLine, {
  minItems: 1,
  maxItems: limits.supplier_invoice_lines_max,
  description: 'Lines as billed, in their order.',
})
const invoice_number = Line('Number by the supplier; unique among those of the supplier that are not void.', {
  maxLength: limits.supplier_invoice_number_length_max,
  ...notBlank,
  examples: ['HR-2026-118'],
})
const stated_total = Amount('Total as the paper states it; a difference from the sum of the lines is reported.')
const fields = {
  invoice_number,
  invoice_date: CalendarDate(
    'Day of the invoice: not after the current day, and not before the books of the organisation begin.',
  ),
  payment_terms: Type.Optional(
    Nullable(text('Terms of payment with days, such as net_30; those of the supplier by default.', ['net_30'])),
  ),
  due_on: Type.Optional(Nullable(CalendarDate('Day on which it is due; computed from the terms by default.'))),
  stated_total: Type.Optional(Nullable(stated_total)),
}

export const NewInvoice = Shape(
  {
    supplier_id: Id('The supplier.'),
    currency: Text('Currency of the invoice; that of every order on it.', { ...currencyCode, examples: ['USD'] }),
    ...fields,
    lines,
  },
  {
    $id: 'NewSupplierInvoice',
    examples: [
      {
        supplier_id: sampleId,
        currency: 'USD',
        invoice_number: 'HR-2026-118',
        invoice_date: '2026-11-20',
        stated_total: 110,
        lines: [{ purchase_order_id: sampleId, variant_id: sampleId, quantity: 10, amount: 110 }],
      },
    ],
  },
)
export type NewInvoice = Static<typeof NewInvoice>

export const InvoiceCorrection = Shape(
  {
    invoice_number: Type.Optional(fields.invoice_number),
    invoice_date: Type.Optional(fields.invoice_date),
    payment_terms: fields.payment_terms,
    due_on: fields.due_on,
    stated_total: fields.stated_total,
    lines: Type.Optional({
      ...lines,
      description: 'All lines as they are after all. A line that stays as it was keeps its accepted price.',
    }),
  },
  { $id: 'SupplierInvoiceCorrection', examples: [{ due_on: '2026-12-20' }] },
)
export type InvoiceCorrection = Static<typeof InvoiceCorrection>

export const NewCredit = Shape(
  {
    invoice_number: {
      ...invoice_number,
      description: 'Number of the credit note by the supplier.',
      examples: ['CN-7'],
    },
    invoice_date: fields.invoice_date,
    stated_total: fields.stated_total,
    lines: Type.Array(
      Shape({
        line_number: Whole('Line of the invoice that is reduced.', { minimum: 1, examples: [1] }),
        quantity: Type.Optional(
          Whole('Units credited, such as those that did not come; 0, the default, for a credit of the price.', {
            minimum: 0,
            maximum: limits.purchase_order_quantity_max,
            examples: [2],
          }),
        ),
        amount: Amount('Amount credited, in the currency of the invoice.'),
      }),
      {
        minItems: 1,
        maxItems: limits.supplier_invoice_lines_max,
        description: 'What is credited, each line of the invoice at most once.',
      },
    ),
  },
  {
    $id: 'NewSupplierCredit',
    examples: [
      { invoice_number: 'CN-7', invoice_date: '2026-11-21', lines: [{ line_number: 1, quantity: 1, amount: 11 }] },
    ],
  },
)
export type NewCredit = Static<typeof NewCredit>

export const PriceAcceptance = Shape(
  {
    line_numbers: Type.Optional(
      Type.Array(Whole('Line of the invoice.', { minimum: 1, examples: [1] }), {
        minItems: 1,
        maxItems: limits.supplier_invoice_lines_max,
        description: 'Lines whose price is accepted; by default every line with a price difference.',
      }),
    ),
  },
  { $id: 'SupplierPriceAcceptance', examples: [{ line_numbers: [1] }] },
)

export const VoidReason = Shape({ reason: text('Why it is void.', ['Recorded for the wrong supplier']) })
