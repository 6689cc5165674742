import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import {
  CalendarDate,
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
import { attention_kinds, attentionItems, severities, subject_types } from './attention.rules.ts'
import { readAttention } from './attention.store.ts'
import { SupplierPath } from './model.ts'

const Subject = Shape({
  type: OpenChoice(subject_types, 'What it is.'),
  id: OwnId('Its id.'),
  name: Text('What people call it: the name of the order, the SKU, or the sentence of an exception.', {
    examples: ['PO-1042'],
  }),
  since: Nullable(CalendarDate('The day since which it is late or waits; null where there is none.')),
  units: Nullable(Num('Units still to come of an order, or available and on their way of a variant.')),
})

const Item = Shape({
  kind: OpenChoice(attention_kinds, 'What it is about.'),
  severity: OpenChoice(severities, 'How much it presses.'),
  sentence: Text('The reason, for a person.', {
    examples: ['1 open order is past the day of delivery; PO-1042 by 9 days.'],
  }),
  action: Text('What to do about it.', { examples: ['Ask for new dates and write them down.'] }),
  count: Whole('How many things it is about.'),
  subjects: Type.Array(Subject, {
    description: `The first ${limits.supplier_attention_subjects_max} of them, the most pressing on top; empty where it is about the supplier itself.`,
  }),
})

export const getSupplierNeedsAttention = operation({
  id: 'suppliers.get_needs_attention',
  route: 'GET /api/v1/inventory/suppliers/{supplier_id}/needs-attention',
  summary: 'Get what needs attention at a supplier',
  description:
    'What somebody should see to, each with its reason and what to do, the most pressing first: orders that are late, held or not sent; exceptions and updates of the supplier that nobody decided on; stock bought here first that runs out before an order could arrive; costs, an address for orders, a lead time and a primary contact that are missing; and a supplier that is not ordered from any more and still in use. Days count in UTC. Nothing to see to is an empty list.',
  params: SupplierPath,
  answer: Shape({
    supplier_id: OwnId('The supplier.'),
    supplier_name: Text('Its name.', { examples: ['Harbour Knitwear'] }),
    as_of: Instant('When it was looked at.'),
    total_count: Whole('How many items there are.'),
    items: Type.Array(Item, { description: 'One for each kind of thing to see to.' }),
  }),
  refusals: ['supplier_not_on_file'],
  async run({ sql, caller: { organization_id }, params: { supplier_id }, now }) {
    const today = now.slice(0, 10)
    const { facts, found } = await readAttention(sql, { organization_id, supplier_id, today })
    const items = attentionItems(facts, found, today)
    return { supplier_id, supplier_name: facts.name, as_of: now, total_count: items.length, items }
  },
})
