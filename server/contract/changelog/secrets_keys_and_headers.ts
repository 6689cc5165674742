/** Stored secrets, keys, addresses of people and headers. */
import type { ChangelogEntry } from './entry.ts'

export const secretsKeysAndHeaders: readonly ChangelogEntry[] = [
  {
    id: 'edi-secrets-belong-to-their-destination',
    date: '2026-11-26',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts'],
    title: 'Secrets of EDI profiles stay with their destination',
    detail: `Saving an EDI profile without its token, password or private key keeps the stored one only while it leads to the same place: scheme,
    host and port of an \`http\` URL, or host, port, user name and host key of an \`sftp\` server. Otherwise the secret is deleted:
    \`has_secret\` is then \`false\`, and \`sftp\` is refused until it is sent again. Setting and deleting an EDI profile requires an
    administrator; others are refused with \`admin_required\`.`,
    action_required:
      'Send the secret whenever you change where an EDI profile leads, and set profiles as an administrator.',
    covers: ['session.set_account_edi_profile*', 'session.delete_account_edi_profile*'],
  },
]
