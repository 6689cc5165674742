import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import {
  CalendarDate,
  Count,
  Instant,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Shape,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { attentionKinds, attentionItems, severities, subjectTypes } from './attention.rules.ts'
import { readAttention } from './attention.store.ts'
import { SupplierPath } from './model.ts'

const Subject = Shape(
  {
    type: OpenChoice(subjectTypes, 'Type of the record.'),
    id: OwnId('ID of the record.'),
    name: Text('Display name of the record: name of the order, SKU, or sentence of the exception.', {
      examples: ['PO-1042'],
    }),
    since: Nullable(CalendarDate('Date since which it is late or waiting; null if there is none.')),
    units: Nullable(
      Num('Outstanding units of an order, or available and incoming units of a variant; null for other records.'),
    ),
  },
  { $id: 'AttentionSubject' },
)

const Item = Shape(
  {
    kind: OpenChoice(attentionKinds, 'Kind of the item.'),
    severity: OpenChoice(severities, 'Severity of the item.'),
    sentence: Text('Reason, as a sentence.', {
      examples: ['1 open order is past the expected delivery date; PO-1042 is 9 days late.'],
    }),
    action: Text('Recommended action.', {
      examples: ['Ask for new dates and update the orders, or close orders that will not arrive.'],
    }),
    count: Count('Number of records that the item is about.'),
    subjects: Type.Array(Subject, {
      description: `The first ${limits.supplier_attention_subjects_max} records, most urgent first; empty if the item is about the supplier itself.`,
    }),
  },
  { $id: 'AttentionItem' },
)

export const getSupplierNeedsAttention = operation({
  id: 'suppliers.get_needs_attention',
  route: 'GET /api/v1/inventory/suppliers/{supplier_id}/needs-attention',
  summary: 'Get supplier items needing attention',
  description:
    "Returns what needs attention at a supplier, each item with its reason and a recommended action, most severe first: orders that are late, on hold or not sent; exceptions and supplier updates without a decision; variants with this primary supplier that run out before a new order could arrive; missing costs, order address, lead time or primary contact; and an inactive supplier that is still in use. Days count in the organisation's time zone. The list is empty if nothing needs attention.",
  params: SupplierPath,
  answer: Shape({
    supplier_id: OwnId('The supplier.'),
    supplier_name: Text('Name of the supplier.', { examples: ['Harbour Knitwear'] }),
    as_of: Instant('When the items were determined.'),
    total_count: Whole('Number of items.'),
    items: Type.Array(Item, { description: 'One item per kind.' }),
  }),
  refusals: ['supplier_not_on_file'],
  async run({ sql, caller: { organization_id, time_zone }, params: { supplier_id }, now }) {
    const today = dayInTimeZone(time_zone, now)
    const { facts, found } = await readAttention(sql, { organization_id, supplier_id, time_zone, today })
    const items = attentionItems(facts, found, today)
    return { supplier_id, supplier_name: facts.name, as_of: now, total_count: items.length, items }
  },
})
