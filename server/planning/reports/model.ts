/** The delivery receipt of a scheduled trade report. */
import { Instant, Nullable, OpenChoice, OwnId, Shape, type Static, Text, Type, Whole } from '../../contract/schema.ts'
import { mailStates } from '../../mail/known_values.ts'
import { reportDeliveryStates, reportFormats } from '../known_values.ts'
import { reportKinds } from './report.model.ts'

export const ReportDelivery = Shape(
  {
    receipt_id: OwnId('Id of the receipt.'),
    schedule_id: OwnId('Id of the report schedule.'),
    schedule_name: Text('Name of the schedule when the report was due.', { examples: ['Monday trade'] }),
    report: OpenChoice(reportKinds, 'Report type.'),
    period: Text('Period covered by the report.', { examples: ['2026-W47'] }),
    status: OpenChoice(
      ['delivered', 'failed', ...reportDeliveryStates.filter((state) => state !== 'delivered' && state !== 'failed')],
      'Delivery status. delivered: the mail server accepted the mail of every recipient, or the report is stored because no mail server is configured. failed: at least one recipient did not get it. queued: the report is being computed. sending: its mails are being sent. Events are sent for delivered and failed.',
    ),
    recipients: Type.Array(Text('Email address of a recipient.', { examples: ['buying@shop.example'] }), {
      description: 'Recipients of the report.',
    }),
    due_at: Instant('Time the report was due.'),
    as_of: Nullable(Instant('Time the report was computed; null until it is, and when it could not be.')),
    delivered_at: Nullable(Instant('Time the report was delivered; null when it was not.')),
    failure: Nullable(Text('Reason why the report was not delivered; null when it was.')),
    files: Type.Array(
      Shape({
        file_id: OwnId('Id of the file.'),
        format: OpenChoice(reportFormats, 'Format of the file.'),
        file_name: Text('Name of the file.', { examples: ['weekly-trade-2026-W47.pdf'] }),
        byte_count: Whole('Size of the file in bytes.', { examples: [48_213] }),
      }),
      { description: 'Files that were attached; empty if the report could not be computed.' },
    ),
    outcomes: Type.Array(
      Shape({
        recipient: Text('Email address of the recipient.', { examples: ['buying@shop.example'] }),
        outcome: OpenChoice(
          mailStates,
          'How the mail ended. queued: waiting to be sent or retried. sent: accepted by the mail server. failed: refused, or all attempts failed. stored: no mail server is configured; download the files and forward them.',
        ),
        reason: Nullable(Text('Why the mail failed; null otherwise.')),
        ended_at: Nullable(Instant('Time of the last attempt; null while the mail is queued.')),
      }),
      { description: 'Outcome of the mail to each recipient; empty if no mail was written.' },
    ),
  },
  { $id: 'ReportDelivery', description: 'The delivery receipt of a scheduled trade report.' },
)
export type ReportDelivery = Static<typeof ReportDelivery>
