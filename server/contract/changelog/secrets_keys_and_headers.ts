/** Stored secrets, keys, addresses of people and headers. */
import { limits } from '../limits.ts'
import type { ChangelogEntry } from './entry.ts'

export const secretsKeysAndHeaders: readonly ChangelogEntry[] = [
  {
    id: 'limit-of-active-keys',
    date: '2026-11-26',
    train: '2026-11',
    kind: 'additive',
    areas: ['developer'],
    title: 'A limit of active API keys, and when a key was last used',
    detail: `An organisation can have ${limits.active_keys_max} active API keys. Keys in the overlap of a replacement, expired and revoked keys are not
    counted. One more is refused with \`conflict\`. An organisation that has more keeps and replaces them, and can create another once it is
    below the limit. Keys show when they were last used, in \`last_used_at\`.`,
    action_required: 'Revoke keys that are no longer used.',
    covers: [
      'session.mint_key*',
      'session.replace_key*',
      'session.list_keys*',
      'session.revoke_key*',
      'session.end_key_overlap*',
      'limit:active_keys_max',
    ],
  },
  {
    id: 'headers-nosniff-and-hsts',
    date: '2026-11-26',
    train: '2026-11',
    kind: 'additive',
    areas: ['platform'],
    title: 'X-Content-Type-Options and Strict-Transport-Security on every response',
    detail: `Every response carries \`X-Content-Type-Options: nosniff\`, and \`Strict-Transport-Security\` where the service is reached over https.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'one-rule-for-addresses',
    date: '2026-11-26',
    train: '2026-11',
    kind: 'additive',
    areas: ['suppliers', 'accounts', 'orders', 'developer'],
    title: 'One rule for e-mail addresses',
    detail: `Every field for an e-mail address takes one plain address and refuses \`<\`, \`>\`, \`"\`, \`,\` and \`;\`: contacts, order addresses of
    suppliers, seats of the portal, customers and imports, as invitations, scheduled reports and issued orders did already.`,
    action_required: null,
    covers: [],
  },
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
