/** The delivery receipt of a scheduled trade report. */
import { Instant, Nullable, OpenChoice, OwnId, Shape, Text, Type } from '../../contract/schema.ts'

export const ReportDelivery = Shape(
  {
    receipt_id: OwnId('Id of the receipt.'),
    schedule_id: OwnId('Id of the report schedule.'),
    report: OpenChoice(['cash-from-the-buy', 'open-to-buy', 'weekly-trade'], 'Report type.'),
    period: Text('Period covered by the report.', { examples: ['2026-W47'] }),
    status: OpenChoice(['delivered', 'failed'], 'Delivery status.'),
    recipients: Type.Array(Text('Email address of a recipient.', { examples: ['buying@shop.example'] }), {
      description: 'Recipients of the report.',
    }),
    due_at: Instant('Time the report was due.'),
    delivered_at: Nullable(Instant('Time the report was delivered; null when it was not.')),
    failure: Nullable(Text('Reason why the report was not delivered; null when it was.')),
  },
  { $id: 'ReportDelivery', description: 'The delivery receipt of a scheduled trade report.' },
)
