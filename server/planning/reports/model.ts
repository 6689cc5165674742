/** What became of a scheduled trade report. */
import { Instant, Nullable, OpenChoice, OwnId, Shape, Text, Type } from '../../contract/schema.ts'

export const ReportDelivery = Shape(
  {
    receipt_id: OwnId('The receipt.'),
    schedule_id: OwnId('The schedule it was due under.'),
    report: OpenChoice(['cash-from-the-buy', 'open-to-buy', 'weekly-trade'], 'The report.'),
    period: Text('What it covers.', { examples: ['2026-W47'] }),
    status: OpenChoice(['delivered', 'failed'], 'Whether it went out.'),
    recipients: Type.Array(Text('Who it went to.', { examples: ['buying@shop.example'] }), { description: 'To whom.' }),
    due_at: Instant('When it was due.'),
    delivered_at: Nullable(Instant('When it went out.')),
    failure: Nullable(Text('Why it did not go out.')),
  },
  { $id: 'ReportDelivery', description: 'The delivery receipt of a scheduled trade report.' },
)
