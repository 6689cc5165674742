/** Fields of a supplier signal. */
import { signalTypes } from '../known_values.ts'
import { Instant, Nullable, OpenChoice, OwnId, Text } from '../../contract/schema.ts'

export const signalFields = {
  signal_id: OwnId('The signal.'),
  purchase_order_id: OwnId('The order that the signal is about.'),
  display_name: Text('Display name of the order.', { examples: ['PO-1042'] }),
  signal_type: OpenChoice(signalTypes, 'Type of the signal.'),
  reported_at: Nullable(Instant("Date of the supplier's e-mail; null if it had none.")),
  variant_id: Nullable(OwnId('The variant that the signal is about; null if it is about the whole order.')),
  sku: Nullable(
    Text('Stock keeping unit of the variant; null if the signal is about the whole order.', { examples: ['JUMPER-M'] }),
  ),
  sentence: Nullable(
    Text('Summary of what the supplier wrote, as a sentence; null if there is none.', {
      examples: ['The goods ship a week later.'],
    }),
  ),
}
