/** Words of the API itself. */
import type { TermGroup } from './term.ts'

export const apiTerms: TermGroup = {
  group: 'api',
  title: 'The API',
  terms: [
    {
      term: 'organisation',
      meaning: 'A company that uses the service, to which every record, key and member belongs.',
      names: ['organization_id', 'X-Organization-ID'],
      not: ['trading account: a customer of an organisation', 'tenant, except in tests'],
    },
    {
      term: 'user',
      meaning: 'A person who signs in to the app, and who is a member of one or more organisations.',
      names: ['user_id', '/auth/sign-in/email'],
      not: ['account'],
    },
    {
      term: 'role',
      meaning: 'What a member may do in an organisation: viewer, member or admin, each including the one before.',
      names: ['role', 'admin_required', 'x-service-needs'],
    },
    {
      term: 'API key',
      meaning:
        'The credential of a program: it belongs to one organisation and one region, has scopes, and is shown once.',
      names: ['key_invalid', '/developer/keys', 'api_key_id'],
      not: ['idempotency key, SECRET_KEY, key of a table'],
    },
    {
      term: 'account-bound key',
      meaning:
        'An API key that sees the orders, invoices and figures of one trading account alone; stock and products are not bound.',
      names: ['trading_partner_id', 'account_mismatch'],
    },
    {
      term: 'session',
      meaning: 'The time for which a user is signed in, shown by a user token.',
      names: ['session_invalid', '/auth/sign-in/email'],
    },
    {
      term: 'scope',
      meaning: 'A resource and a verb that a key may use; write includes read.',
      names: ['scope_missing', '/developer/scopes', 'products:read'],
    },
    {
      term: 'subscription plan',
      meaning: 'What an organisation pays for, from Starter to Pro, which decides which resources its keys reach.',
      names: ['plan_excludes', 'x-service-sold-with'],
      not: ['buy plan, plan of record, container plan', 'plan without its kind'],
    },
    {
      term: 'capability',
      meaning: 'The part of the service that a subscription plan includes or excludes, as plan_excludes names it.',
      names: ['x-service-capability', 'plan_excludes'],
    },
    {
      term: 'sandbox',
      meaning: 'An organisation for trying things out, which can be filled with starter data.',
      names: ['/sandbox/seed', 'sandbox:write'],
    },
    {
      term: 'region',
      meaning: 'Where the data of an organisation lives, us or eu, each with a service and a base address of its own.',
      names: ['wrong_region', '/auth/where'],
    },
    {
      term: 'train',
      meaning:
        'A version of the API, named by the month it was released in, to which only compatible changes are made.',
      names: ['Service-Version'],
    },
    {
      term: 'operation',
      meaning: 'One method on one path, such as GET /api/v1/products/table, with its scope, schemas and error codes.',
      names: ['operationId'],
      not: ['endpoint, route'],
    },
    {
      term: 'response',
      meaning: 'What a request is sent back: the status, the headers, and the envelope with data and message.',
      names: ['data', 'message'],
      not: ['answer'],
    },
    {
      term: 'envelope',
      meaning: 'The outer shape of a JSON response: data and message of a success, code and message of an error.',
      names: ['data', 'message', 'severity'],
      not: ['interchange: the envelope of X12 documents'],
    },
    {
      term: 'error code',
      meaning: 'The word in message.code by which programs tell errors apart.',
      names: ['code', 'doc_url', 'request_id'],
    },
    {
      term: 'idempotency key',
      meaning:
        'A value that a client sends with a write so that a repetition returns the stored response and changes nothing.',
      names: ['Idempotency-Key', 'idempotency_key_reused'],
    },
    {
      term: 'watermark',
      meaning: 'The position from which a client that follows a list reads the next changes.',
      names: ['watermark', 'updated_since', 'watermark_expired'],
    },
    {
      term: 'event',
      meaning:
        'A message that the service sends to subscribed URLs when a record changes, with the record as it is now.',
      names: ['order.created', '/webhooks'],
      not: [
        'demand event: a period with unusual demand',
        'timeline: the changes of products and variants',
        'audit event',
      ],
    },
    {
      term: 'webhook',
      meaning: 'The subscription of one URL to one event.',
      names: ['webhook_id', '/webhooks'],
    },
    {
      term: 'webhook delivery',
      meaning: 'One event on its way to one URL, with all its attempts.',
      names: ['delivery_id'],
      not: ['delivery of a purchase order'],
    },
    {
      term: 'audit event',
      meaning: 'One entry of the audit log: a change of access, secrets or settings, with who made it.',
      names: ['session.list_audit_events'],
    },
    {
      term: 'import',
      meaning:
        'A file whose rows become records: it is read, mapped, previewed, written in batches, and can be undone.',
      names: ['import_id', '/imports'],
      not: ['order import: orders sent as one request or file to POST /sales/orders/import'],
    },
    {
      term: 'mapping',
      meaning: 'Which column of a file is which field of an import, and how its dates and decimals are written.',
      names: ['/imports/{import_id}/mapping'],
    },
    {
      term: 'import profile',
      meaning: 'A mapping under a name: built in for the export of a known system, or saved by an organisation.',
      names: ['source_profile_key'],
      not: ['EDI profile: the settings by which a trading account trades over EDI'],
    },
    {
      term: 'export',
      meaning: 'All rows of a list as a file behind a signed link, or all records of an organisation as an archive.',
      names: ['export_url', 'export'],
    },
  ],
}
