/** The entry of 28 November about what arrives over EDI and cannot be read. */
import type { ChangelogEntry } from '../entry.ts'

export const unreadableDocuments: readonly ChangelogEntry[] = [
  {
    id: 'edi-unreadable-documents-can-be-worked-on',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'orders'],
    title: 'What arrives over EDI and cannot be read is kept, and can be read again, replaced or discarded',
    detail: `A file that is no whole interchange is stored as it arrived, encrypted, for 30 days; until \`original_until\` it can be
    downloaded. \`session.read_edi_interchange_again\` and \`session.read_edi_document_again\` read again what was rejected, held by a
    fault or not processed; \`session.receive_edi_interchanges\` takes a corrected file in place of another with \`replaces\`;
    \`session.discard_edi_document\` and \`session.discard_edi_interchange\`, which takes rejected interchanges too, put aside with a
    reason. Each resolves the exception. An order paper that is filed again resolves what was open about it. The EDI profile of an
    account has \`takes_tests\`, which reads interchanges that are marked as a test, and \`store_layout\`, which says where an 852
    names the stores of its quantities.`,
    action_required: null,
    covers: [],
  },
]
