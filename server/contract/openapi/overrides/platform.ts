/** Values for the examples of organisations, keys and webhooks; see example_overrides.ts. */
import { exampleId } from '../example_ids.ts'
import { notExported, now, type Values } from './shared.ts'

const plainKey: Values = { account: null, allowed_addresses: [], last_used_at: null }
const replaced: Values = { stops_at: '2026-11-22T09:30:00+00:00', replaced_by: exampleId('new_api_key_id') }
const webhook: Values = { created_by: 'Ada Merchant', 'data.type': 'movement.recorded' }
const unsent: Values = { ...webhook, delivered: 'not sent yet' }
const sentEvent: Values = { event: 'movement.recorded' }
const queued: Values = {
  ...sentEvent,
  state: 'not_sent',
  is_test: true,
  attempts: 0,
  next_attempt_at: now,
  ended_at: null,
}
const member: Values = { 'data.name': 'Ada Merchant' }
const unresolved: Values = { resolution: null, resolved_at: null, resolved_by: null }

export const platformOverrides: Record<string, Values> = {
  'sandbox.seed': {
    locations: 2,
    sales_channels: 2,
    suppliers: 2,
    accounts: 1,
    categories: 1,
    products: 3,
    variants: 6,
    stock_levels: 12,
  },
  'session.revoke_key': { ...plainKey, state: 'revoked', revoked_at: now },
  'session.deactivate_webhook': { ...webhook, is_active: false },
  'session.list_memberships': member,
  'session.mint_key': plainKey,
  'session.list_audit_events': notExported,
  'session.list_keys': plainKey,
  'session.end_key_overlap': { ...plainKey, ...replaced, state: 'stopped', stops_at: now },
  'session.replace_key': {
    ...plainKey,
    'replaced.state': 'stopping',
    'replaced.stops_at': replaced.stops_at,
    'replaced.replaced_by': replaced.replaced_by,
  },
  'session.list_webhooks': { created_by: 'Ada Merchant', 'row.type': 'movement.recorded' },
  'session.get_webhook': webhook,
  'session.activate_webhook': webhook,
  'session.create_webhook': unsent,
  'session.rotate_webhook_secret': unsent,
  'session.test_webhook': queued,
  'session.redeliver': queued,
  'session.list_webhook_deliveries': sentEvent,
  'session.get_webhook_delivery': sentEvent,
  'session.list_organizations': { address: null },
  'session.get_organization': { address: null },
  'session.update_organization': { address: null },
  'session.accept_invitation': { address: null },
  'session.create_organization': { address: null, plan: 'starter', sandbox: false, edi_id: null, edi_qualifier: null },
  'session.change_membership': member,
  'session.create_sandbox': { address: null, edi_id: null, edi_qualifier: null },
  'exception.opened': unresolved,
}
