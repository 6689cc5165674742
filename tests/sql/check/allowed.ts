/** What the check lets pass, file by file. Both lists should only shrink; an entry that serves no longer is a fault too. */

/** Statements that cannot be read without running the service. */
export const unresolvedOnPurpose: Record<string, { statements: number; reason: string }> = {
  'server/tables/page.ts': { statements: 1, reason: 'builds the statement of a table from its declaration' },
  'server/tables/exports.ts': { statements: 1, reason: 'fetches from the cursor over such a statement' },
  'server/tables/filter_values.ts': { statements: 2, reason: 'counts the values of the fields that a table declares' },
  'server/platform/organization_export/write_export.ts': {
    statements: 2,
    reason: 'reads each exported table through a cursor',
  },
  'server/platform/organization_export/import_export.ts': {
    statements: 3,
    reason: 'looks for rows in each exported table, fills and analyses it',
  },
  'db/client/listener.ts': { statements: 2, reason: 'listens to the channel that it is given' },
  'db/embedded/role.ts': {
    statements: 2,
    reason: 'creates the role of the service, and gives it what the superuser owns',
  },
  'db/demo/copy.ts': { statements: 1, reason: 'copies rows into each table of the demo' },
  'db/demo/fill.ts': { statements: 2, reason: 'analyses and vacuums each table of the demo' },
}

/** Nullable columns that are never null in what a file selects, by `file column`. */
export const neverNull: Record<string, string> = {
  'server/interchanges/inbound/interchanges.store.ts trading_partner_id':
    'only interchanges of a known account are read',
  'server/interchanges/inbound/interchanges.store.ts group_control_number': 'it is written with every inbound set',
  'server/interchanges/inbound/interchanges.store.ts set_control_number': 'it is written with every inbound set',
  'server/outbox/store.ts encrypted_secret':
    'jobs are claimed only of groups whose webhook has a secret, and none loses it',
  'server/partners/sell_out/replay.ts period_start': 'rows of these reasons were read whole, with their period',
  'server/partners/sell_out/replay.ts period_end': 'rows of these reasons were read whole, with their period',
  'server/purchasing/supplier_variants/upload.store.ts supplier_id': 'every contact of an upload has a supplier',
  'server/stock/stocktakes/post.ts counted_at': 'it is written together with counted_quantity',
}
