/** The audit log as a table. */
import { auditActors, auditKinds } from '../../audit/known_values.ts'
import { Instant, Nullable, OpenChoice, OwnId, Text } from '../../contract/schema.ts'
import { field, filterable, searchable, sortable } from '../../tables/field.ts'
import { defineTable } from '../../tables/table.ts'

export const auditTable = defineTable({
  name: 'audit_events',
  row_name: 'AuditEvent',
  description: 'A security event of the organisation.',
  base: { table: 'audit_events', alias: 'a', key: ['audit_event_id'] },
  fields: {
    audit_event_id: field(OwnId('Id of the event.'), 'a.audit_event_id'),
    at: field(Instant('Time of the event.'), 'a.at', sortable),
    kind: field(OpenChoice(auditKinds, 'Kind of the event.'), 'a.kind', filterable),
    actor_kind: field(
      OpenChoice(auditActors, 'Who acted: a user, an API key, or the operator of the service.'),
      'a.actor_kind',
      filterable,
    ),
    actor_id: field(Nullable(OwnId('Id of the user or key; null for the operator.')), 'a.actor_id', {
      ...filterable,
      compare: { type: 'text' },
    }),
    actor: field(
      Text('E-mail address of the user, label of the key, or name of the command.', { examples: ['ada@example.com'] }),
      'a.actor',
      searchable,
    ),
    address: field(
      Nullable(Text('IP address of the client; null for a command.', { examples: ['203.0.113.7'] })),
      'a.address',
      filterable,
    ),
    subject_id: field(
      Nullable(
        Text('Id of what the event is about; null for settings.', {
          examples: ['019a9f3e-7c10-7a52-8f0e-3b1d5c2e9a41'],
        }),
      ),
      'a.subject_id',
      filterable,
    ),
    subject: field(Text('Name of what the event is about.', { examples: ['Warehouse sync'] }), 'a.subject', searchable),
    sentence: field(
      Text('What happened. Never contains a secret.', { examples: ['API key Warehouse sync revoked.'] }),
      'a.sentence',
      { search: true },
    ),
  },
  default_sort: '-at',
})
