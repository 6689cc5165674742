/** Items of accounts in bulk, as imports bring them: compared, written and undone by batches. */
import { account_items } from '../../../db/schema/wholesale/account_items.ts'
import { trading_partners } from '../../../db/schema/wholesale/accounts.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/call.ts'
import { bareBarcode, unknownSku } from '../../records/variant_names.rules.ts'
import { findVariants, type NamedVariant } from '../../catalogue/variants/named_variants.store.ts'
import { refuse } from '../../contract/refusals.ts'
import { recordFault } from '../../imports/record_fault.ts'
import type {
  DiffRecords,
  RecordFault,
  RecordDiff,
  UndoOutcome,
  WriteContext,
  WriteRecords,
} from '../../imports/record_diff.ts'
import { type ItemWrite, writeAccountItems } from '../account_items/diff_items.ts'
import { lockAccounts } from './account_parts.store.ts'

export interface ItemImportRecord {
  account: string | null
  account_reference: string | null
  buyer_sku: string
  sku: string | null
  barcode: string | null
}

export type ItemImportWrite = ItemWrite

interface FoundAccount {
  at: number
  trading_partner_id: string | null
  /** Another account than the one with the reference. */
  is_other_name: boolean
  is_archived: boolean
}

const askedAccounts = recordset(trading_partners, ['account_reference'], { extra: { at: 'int', name: 'text | null' } })

/** By reference, else by name; both compare without regard to case. */
const findAccounts = (sql: Sql, organization_id: string, records: readonly ItemImportRecord[]) => sql<FoundAccount[]>`
  select n.at, t.trading_partner_id, t.archived_at is not null as is_archived,
    n.account_reference is not null and n.name is not null and lower(t.name) <> lower(n.name) as is_other_name
  from ${askedAccounts.from(
    records.map(({ account_reference, account: name }, at) => ({ at, account_reference, name })),
  )}
  left join trading_partners t on t.organization_id = ${organization_id}
    and case when n.account_reference is not null then lower(t.account_reference) = lower(n.account_reference)
      else lower(t.name) = lower(n.name) end
  order by n.at`

/** Barcodes are numbers: leading zeros do not matter. */

const itemKeys = recordset(account_items, ['trading_partner_id', 'buyer_sku'])
interface StandingItem {
  trading_partner_id: string
  buyer_sku: string
  variant_id: string
  sku: string
}

const readItems = (
  sql: Sql,
  organization_id: string,
  keys: readonly { trading_partner_id: string; buyer_sku: string }[],
) => sql<StandingItem[]>`
  select i.trading_partner_id, i.buyer_sku, i.variant_id, v.sku
  from ${itemKeys.from(keys.map(({ trading_partner_id, buyer_sku }) => ({ trading_partner_id, buyer_sku })))}
  join account_items i on i.organization_id = ${organization_id} and i.trading_partner_id = n.trading_partner_id
    and i.buyer_sku = n.buyer_sku
  join variants v on v.organization_id = ${organization_id} and v.variant_id = i.variant_id`

const keyOf = ({ trading_partner_id, buyer_sku }: { trading_partner_id: string; buyer_sku: string }) =>
  `${trading_partner_id} ${buyer_sku}`

const itemsByKey = (items: readonly StandingItem[]) => new Map(items.map((item) => [keyOf(item), item]))

function* accountFaults(
  { account, account_reference }: ItemImportRecord,
  foundAccount: FoundAccount,
): Generator<RecordFault> {
  const [field, value] = account_reference === null ? ['account', account] : ['account_reference', account_reference]
  if (value === null) yield recordFault('account', 'is required where account_reference is blank', null)
  else if (foundAccount.trading_partner_id === null)
    yield recordFault(field as string, 'must be a trading account of this organisation', value)
  else if (foundAccount.is_other_name)
    yield recordFault('account', 'is not the name of the account with this reference', account)
  else if (foundAccount.is_archived) yield recordFault(field as string, 'is an archived account', value)
}

/** The variant that the SKU and the barcode name; both must name the same one. */
function variantOf(
  { sku, barcode }: ItemImportRecord,
  bySku: ReadonlyMap<string, NamedVariant>,
  byBarcode: ReadonlyMap<string, readonly NamedVariant[]>,
): NamedVariant | RecordFault {
  if (sku === null && barcode === null) return recordFault('sku', 'is required where barcode is blank', null)
  const named = sku === null ? undefined : bySku.get(sku)
  if (sku !== null && named === undefined) return recordFault('sku', unknownSku, sku)
  if (barcode === null) return named!
  const coded = byBarcode.get(bareBarcode(barcode)) ?? []
  if (coded.length === 0)
    return recordFault('barcode', 'must be the barcode of a variant of this organisation', barcode)
  if (named !== undefined)
    return coded.some(({ variant_id }) => variant_id === named.variant_id)
      ? named
      : recordFault('barcode', 'is not the barcode of the variant with this SKU', barcode)
  return coded.length === 1
    ? coded[0]!
    : recordFault('barcode', 'is the barcode of several variants; use the SKU', barcode)
}

export const diffItemImport: DiffRecords<ItemImportRecord, ItemImportWrite> = async (
  sql,
  { organization_id },
  records,
) => {
  const [accounts, itemFacts] = await Promise.all([
    findAccounts(sql, organization_id, records),
    findVariants(sql, organization_id, {
      skus: records.flatMap(({ sku }) => sku ?? []),
      bare_barcodes: records.flatMap(({ barcode }) => (barcode === null ? [] : bareBarcode(barcode))),
    }),
  ])
  const byBarcode = Map.groupBy(
    itemFacts.rows.filter(({ bare_barcode }) => bare_barcode),
    ({ bare_barcode }) => bare_barcode!,
  )
  const named = records.map((record, i) => ({ ...record, account_id: accounts[i]!.trading_partner_id }))
  const existingItems = itemsByKey(
    await readItems(
      sql,
      organization_id,
      named.flatMap(({ account_id, buyer_sku }) =>
        account_id === null ? [] : [{ trading_partner_id: account_id, buyer_sku }],
      ),
    ),
  )
  const seen = new Set<string>()
  return named.map(({ account_id, ...record }, i): RecordDiff<ItemImportWrite> => {
    const faults = [...accountFaults(record, accounts[i]!)]
    const key = `${account_id} ${record.buyer_sku}`
    // Once by its reference and once by its name.
    if (account_id !== null && seen.has(key)) faults.push(recordFault('buyer_sku', 'is repeated', record.buyer_sku))
    seen.add(key)
    const variant = variantOf(record, itemFacts.by_sku, byBarcode)
    if ('rule' in variant) faults.push(variant)
    if (faults.length > 0 || 'rule' in variant) return { outcome: 'refused', faults }
    const { buyer_sku } = record
    const item = existingItems.get(keyOf({ trading_partner_id: account_id!, buyer_sku }))
    const { variant_id } = variant
    if (item?.variant_id === variant_id) return { outcome: 'unchanged' }
    const previous_variant_id = item?.variant_id ?? null
    const write = { trading_partner_id: account_id!, buyer_sku, variant_id, previous_variant_id }
    if (item === undefined) return { outcome: 'created', write }
    return { outcome: 'changed', changes: [{ field: 'sku', previous_value: item.sku, value: variant.sku }], write }
  })
}

async function lockItems(sql: Sql, organization_id: string, writes: readonly ItemImportWrite[]) {
  const accounts = [...new Set(writes.map(({ trading_partner_id }) => trading_partner_id))]
  await lockAccounts(sql, organization_id, accounts)
  return itemsByKey(await readItems(sql, organization_id, writes))
}

/** `undo` of each write is the write itself. Refuses `conflict` where an item changed since its diff. */
export const writeItemImport: WriteRecords<ItemImportWrite> = async (sql, context, writes) => {
  const current = await lockItems(sql, context.organization_id, writes)
  if (writes.some((one) => (current.get(keyOf(one))?.variant_id ?? null) !== one.previous_variant_id))
    refuse('conflict', { desc: 'An item of the file was changed at the same moment.' })
  return writeAccountItems(sql, context, writes)
}

/** Restores what each item named before; one that names another variant since stays. */
export async function undoItemImport(
  sql: Sql,
  context: WriteContext,
  undos: readonly ItemImportWrite[],
): Promise<readonly UndoOutcome[]> {
  const current = await lockItems(sql, context.organization_id, undos)
  const outcomes = undos.map((one): UndoOutcome => {
    const now = current.get(keyOf(one))?.variant_id ?? null
    if (now === one.variant_id) return { outcome: 'undone' }
    if (now === one.previous_variant_id) return { outcome: 'unchanged' }
    return { outcome: 'refused', faults: [recordFault('buyer_sku', 'names another variant since', one.buyer_sku)] }
  })
  const undone = undos.filter((_, i) => outcomes[i]!.outcome === 'undone')
  await writeAccountItems(
    sql,
    context,
    undone.map((one) => ({ ...one, variant_id: one.previous_variant_id, previous_variant_id: one.variant_id })),
  )
  return outcomes
}
