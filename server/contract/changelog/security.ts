/** Roles, the audit log and two-factor sign-in. */
import type { ChangelogEntry } from './entry.ts'

export const security: readonly ChangelogEntry[] = [
  {
    id: 'viewers',
    date: '2026-11-26',
    train: '2026-11',
    kind: 'additive',
    areas: ['platform'],
    title: 'Members can be viewers, who only read',
    detail: `Invitations and members can have the role \`viewer\`. A viewer may call every read that members may call, on the operations of the app
    and of the public API, and no write; writes are refused with \`admin_required\`, and \`message.desc\` names the least role. \`x-service-needs\` of an operation of
    the app is now \`viewer\` where every member may call it. EDI profiles of accounts contain connections and secrets: only administrators
    set and delete them. API keys are not affected.`,
    action_required: null,
    covers: ['session.*', 'auth.*', 'code:admin_required'],
  },
  {
    id: 'audit-log',
    date: '2026-11-26',
    train: '2026-11',
    kind: 'additive',
    areas: ['platform'],
    title: 'An audit log of security events',
    detail: `Administrators read who signed in, who changed members, roles, keys, webhooks, connections, secrets and settings, and who exported data, with
    \`GET /api/v1/audit-events\`. Events cannot be changed and are kept for two years.`,
    action_required: null,
    covers: ['session.list_audit_events', 'limit:audit_event_days'],
  },
  {
    id: 'two-factor-sign-in',
    date: '2026-11-26',
    train: '2026-11',
    kind: 'additive',
    areas: ['platform'],
    title: 'Two-factor sign-in',
    detail: `Users can set up an authenticator app with \`POST /auth/two-factor/enable\` and \`POST /auth/two-factor/confirm\`. For them,
    \`POST /auth/sign-in/email\` is refused with \`two_factor_code_required\`; a code of the app or a recovery code, sent with \`data.twoFactorToken\`, completes the sign-in. An
    organisation can require it with \`require_two_factor\`; members without it are then refused with \`two_factor_required\`. Nothing changes
    for users who do not set it up, and for API keys.`,
    action_required: null,
    covers: [
      'code:two_factor_required',
      'code:two_factor_code_required',
      'limit:two_factor*',
      'limit:recovery_codes',
      'code:two_factor_failed',
      'session.update_organization',
    ],
  },
]
