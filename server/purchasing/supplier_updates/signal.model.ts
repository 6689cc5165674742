/** What a supplier tells about an order, as reads carry it. */
import { Instant, Nullable, OpenChoice, OwnId, Text } from '../../contract/schema.ts'

export const signal_types = ['reschedule', 'quantity_change', 'price_change', 'rejection', 'confirmation'] as const
export const signal_states = ['pending', 'applied', 'dismissed'] as const

export const signal_fields = {
  signal_id: OwnId('The signal.'),
  purchase_order_id: OwnId('The order that it is about.'),
  display_name: Text('Name of the order.', { examples: ['PO-1042'] }),
  signal_type: OpenChoice(signal_types, 'What the supplier tells.'),
  reported_at: Nullable(Instant("When the supplier's mail was sent; null where it bore no date.")),
  variant_id: Nullable(OwnId('The variant that it is about; null where it is about the whole order.')),
  sku: Nullable(Text('Its stock keeping unit.', { examples: ['JUMPER-M'] })),
  sentence: Nullable(Text('What was told, for a person.', { examples: ['The goods ship a week later.'] })),
}
