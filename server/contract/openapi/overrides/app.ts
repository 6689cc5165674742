/** Values for the examples of the app's own operations; see example_overrides.ts. */
import type { Values } from './shared.ts'

/** An import whose columns are mapped as in the sample request. */
const mapped: Values = {
  mapping: {
    columns: [{ header: 'Item code', field: 'sku' }],
    fixed_values: { location: 'Main warehouse', on_hand: '12' },
  },
  fault: null,
  profile: null,
  undo_result: null,
}
const created: Values = { ...mapped, mapping: null, preview: null, result: null }
const terms: Values = { cancellation_term: 'notice_period' }
const active: Values = { archived_at: null, ...terms }
const unconnected: Values = {
  'edi_profile.connection': null,
  'edi_profile.each_price': null,
  'edi_profile.store_layout': null,
  'edi_profile.item_qualifier': null,
  'edi_profile.guide': null,
  'edi_profile.group_version': null,
  'edi_profile.delimiters': null,
  'edi_profile.requirements': [],
  'edi_profile.acknowledge_within_hours': null,
  'edi_profile.notice_before_hours': null,
}
/** The sample request of a new account names no more than it must. */
const newAccount: Values = {
  ...active,
  account_tier: null,
  buyer_id: null,
  cancellation_notice_days: null,
  cancellation_term: null,
  cancellation_term_note: null,
  edi_profile: null,
  fill_rate_target_pct: null,
  price_list: null,
  transit_time_days: null,
  doors_on_file: 0,
}
const inForce: Values = { undone_at: null, undone_by: null, line_count: 1, units_removed: 2 }
const unreversed: Values = { ...inForce, reversed_by_movement_id: null }

const arrived: Values = { direction: 'inbound', file_name: 'po.edi', original_until: null }
const arrivedDocument: Values = {
  corrects_document_id: null,
  correction_reason: null,
  direction: 'inbound',
  network: 'edi_network',
  document_type: '850',
  order: null,
  sent_at: null,
}
const original: Values = { corrects_document_id: null, correction_reason: null }
const sentDocument: Values = { direction: 'outbound', network: 'edi_network', received_at: null, ...original }

export const appOverrides: Record<string, Values> = {
  'session.list_edi_deadlines': { rows: [], size: 0, filtered_max_size: 0 },
  'session.list_locations': { address: null },
  'session.get_location': { address: null },
  'session.create_location': { address: null },
  'session.update_location': { address: null },
  'session.list_imports': { profile: null },
  'session.get_import_profile': {
    mapping: { ...mapped.mapping!, fixed_values: { location: 'Main warehouse', on_hand: '1' } },
  },
  'session.create_import': created,
  'session.get_import': mapped,
  'session.set_import_mapping': { ...mapped, preview: null, state: 'ready' },
  'session.answer_import': { ...mapped, state: 'ready' },
  'session.preview_import': { ...mapped, preview: null, state: 'previewing' },
  'session.run_import': { ...mapped, state: 'running' },
  'session.cancel_import': { ...mapped, state: 'cancelled' },
  'session.undo_import': { ...mapped, state: 'undoing' },
  'session.list_stock_adjustments': { ...inForce, note: null },
  'session.create_stock_adjustment': unreversed,
  'session.get_stock_adjustment': { ...unreversed, note: null },
  'session.undo_stock_adjustment': { note: null, line_count: 1, units_removed: 2 },
  'session.create_account': newAccount,
  'session.get_account': { ...active, ...unconnected },
  'session.update_account': { ...active, ...unconnected },
  'session.archive_account': { ...unconnected, ...terms },
  'session.restore_account': { ...active, ...unconnected },
  'session.list_accounts': active,
  'session.set_account_edi_profile': {
    ...active,
    edi_group_id: null,
    connection: null,
    each_price: null,
    store_layout: null,
    item_qualifier: null,
    guide: null,
    group_version: null,
    delimiters: null,
    requirements: [],
    acknowledge_within_hours: null,
    notice_before_hours: null,
  },
  'accounts.list_edi_documents': { ...sentDocument, state: 'accepted' },
  'session.receive_edi_interchanges': { ...arrived, state: 'received', is_duplicate: false },
  'session.list_edi_interchanges': arrived,
  'session.download_edi_document': { row_count: 1 },
  'session.release_edi_interchange': { ...arrived, state: 'received' },
  'session.discard_edi_interchange': { ...arrived, state: 'rejected' },
  'session.read_edi_interchange_again': { ...arrived, state: 'received', is_duplicate: false },
  'session.read_edi_document_again': { ...arrivedDocument, state: 'received' },
  'session.discard_edi_document': { ...arrivedDocument, state: 'rejected' },
  'session.correct_edi_document': {
    ...sentDocument,
    state: 'queued',
    document_type: '856',
    sent_at: null,
    corrects_document_id: 1,
    control_number: null,
    file_path: null,
  },
  'session.resend_edi_document': { ...sentDocument, state: 'queued', order: null, sent_at: null },
  'session.list_account_doors': { address: null },
  'session.create_account_doors': { region: null, address: null },
  'session.update_account_door': { address: null },
  'session.create_account_contact': { department: null, phone: null, role: null },
  'session.create_organization_export': { byte_count: null, row_count: null, sha256: null, taken_at: null },
  'session.update_price_list': { account_count: 1, price_count: 1 },
  'session.set_price_list_prices': { account_count: 1, price_count: 1 },
}
