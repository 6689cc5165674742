/** The entry of 28 November about personal data. */
import type { ChangelogEntry } from '../entry.ts'

export const personalData: readonly ChangelogEntry[] = [
  {
    id: 'redaction-reaches-every-place',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders', 'webhooks', 'platform'],
    title: 'Redaction reaches every place, and files that name people are deleted sooner',
    detail: `[Redacting a customer](/reference/session/redact_customer) also erases notes, references and reasons of their orders, order papers
    and EDI interchanges, rewrites stored events and remembered answers, and deletes written exports of the organisation. Uploaded files of
    imports of customers, orders, accounts and returns, and uploads of order papers, are deleted within minutes of the end of their import;
    they stayed for 30 days. To import such a file again, upload it again. [Personal data](/api/guides/security#personal-data) says what is reached and
    what is not.`,
    action_required: null,
    covers: [
      'session.redact_customer',
      'returns.import',
      'orders.file_document',
      'session.create_import',
      'session.upload_file',
    ],
  },
]
