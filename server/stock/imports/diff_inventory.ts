/** Compares rows of counted stock: finds variants without a SKU, and puts the lines of a row together again. */
import { derivedSku, optionKey } from '../../catalogue/imports/derived_sku.rules.ts'
import { readChoices, readNamedSkus } from '../../catalogue/imports/stored_products.store.ts'
import type { Sql } from '../../contract/sql.ts'
import { limits } from '../../contract/limits.ts'
import type { FieldChange, RecordFault, RecordDiff, WriteContext } from '../../imports/record_diff.ts'
import { recordFault } from '../../imports/record_fault.ts'
import type { StockRecord, StockWrite } from '../adjustments/set_stock.model.ts'
import { diffStock } from '../adjustments/set_stock.ts'
import type { LocationWrite } from '../locations/diff_locations.ts'
import { type MovedStock, readMovedHere } from './moved_here.ts'
import { diffNewLocations } from './new_locations.ts'
import { withOpeningCosts } from './opening_costs.ts'
import { pairKey } from '../../ledger/rules.ts'
import { normalText } from '../../records/texts.ts'

export interface CountedLocation {
  /** The field of the file. */
  field: string
  location: string
  on_hand: number
}

export interface CountedVariant {
  row_number: number
  variant_id: string | null
  sku: string | null
  handle: string | null
  option_values: Readonly<Record<string, string>>
  variant_title: string | null
  unit_cost: string | null
  lines: readonly CountedLocation[]
}

/** The lines of a record, and the locations that they need first. */
export interface CountedWrite {
  lines: readonly StockWrite[]
  new_locations: readonly LocationWrite[]
}

export type Negatives = 'refuse' | 'zero' | 'open'

/** What happens to stock that moved here since an import set it; null: take. */
type ChangedHere = 'take' | 'keep' | null

type Diff = RecordDiff<readonly StockWrite[]>
type LineDiff = RecordDiff<StockWrite>

export async function diffInventory(
  sql: Sql,
  context: WriteContext,
  counted: readonly CountedVariant[],
  {
    new_locations,
    negatives,
    changed_here,
  }: { new_locations: 'refuse' | 'create' | null; negatives: Negatives | null; changed_here: ChangedHere },
): Promise<readonly RecordDiff<CountedWrite>[]> {
  const skus = await findSkus(sql, context.organization_id, counted)
  const records = counted.flatMap(({ lines, unit_cost, variant_id }, i) =>
    lines.map(({ location, on_hand }): StockRecord => ({
      variant_id,
      sku: ownSku(skus[i]!),
      location,
      on_hand: on_hand < 0 && negatives === 'zero' ? 0 : on_hand,
      // What is not there has no cost.
      unit_cost: on_hand < 0 ? null : unit_cost,
      may_be_negative: negatives === 'open',
    })),
  )
  const named = new_locations === 'create' ? records.map(({ location }) => location) : []
  const created = await diffNewLocations(sql, context, named)
  const newLocations = new Map([...created].map(([key, { id }]) => [key, id]))
  const diffs: LineDiff[] = []
  for (let at = 0; at < records.length; at += limits.stock_set_records_max)
    diffs.push(...(await diffStock(sql, context, records.slice(at, at + limits.stock_set_records_max), newLocations)))
  const costed = await withOpeningCosts(sql, context.organization_id, diffs)
  const moved = await movedHere(sql, context, costed)
  let place = 0
  const byId = new Map([...created.values()].map((write) => [write.id, write]))
  return counted.map((one, i) => {
    const from = place
    const stated = costed.slice(from, (place += one.lines.length))
    const lines = stated.map((diff, at) => (changed_here === 'keep' && moved[from + at] ? unchangedLine : diff))
    const notes = stated.flatMap((_, at) => movedNote(one.lines[at]!, moved[from + at], changed_here))
    const sku = skus[i]!
    if (typeof sku === 'object' && sku !== null && lines.length > 0)
      return { outcome: 'refused', faults: [sharedFault(one, sku.several)] }
    return withLocations(withNotes(diffOf(one, lines, negatives), notes), byId)
  })
}

const unchangedLine: LineDiff = { outcome: 'unchanged' }

/** For each line, what moved its stock here, where the file says otherwise. */
async function movedHere(sql: Sql, context: WriteContext, diffs: readonly LineDiff[]) {
  const pairOf = (diff: LineDiff) => (diff.outcome === 'changed' ? diff.write : null)
  const pairs = diffs.flatMap((diff) => pairOf(diff) ?? [])
  const moved = await readMovedHere(sql, context, pairs)
  return diffs.map((diff) => {
    const pair = pairOf(diff)
    return pair === null ? undefined : moved.get(pairKey(pair))
  })
}

function movedNote(
  { field, on_hand }: CountedLocation,
  moved: MovedStock | undefined,
  changed_here: ChangedHere,
): RecordFault[] {
  if (moved === undefined) return []
  const { document_name, occurred_on } = moved
  const since = `moved here since an import set it, last by ${document_name} on ${occurred_on}`
  const ruleOfKeeping = `${since}; the ${moved.on_hand} units here are kept`
  const ruleOfTaking = `${since}; the ${moved.on_hand} units here are replaced, unless changed_here is keep`
  return [recordFault(field, changed_here === 'keep' ? ruleOfKeeping : ruleOfTaking, on_hand)]
}

function withNotes(diff: Diff, notes: readonly RecordFault[]): Diff {
  if (notes.length === 0) return diff
  if (diff.outcome === 'refused') return { ...diff, faults: [...diff.faults, ...notes] }
  return diff.outcome === 'unchanged' ? { ...diff, notes } : { ...diff, notes: [...(diff.notes ?? []), ...notes] }
}

const ownSku = (sku: RowSku) => (typeof sku === 'object' ? null : sku)

function withLocations(diff: Diff, created: ReadonlyMap<string, LocationWrite>): RecordDiff<CountedWrite> {
  if (!('write' in diff)) return diff
  const new_locations = diff.write.flatMap(({ location_id }) => created.get(location_id) ?? [])
  return { ...diff, write: { lines: diff.write, new_locations } }
}

/** The variant of a product by the values of its options, where a file does not name the options. */
const valuesKey = (handle: string, values: Readonly<Record<string, string>>) =>
  JSON.stringify([normalText(handle), ...Object.values(values).map(normalText).toSorted()])

/** The SKU of a row, or those of the variants that share it and between which the row does not choose. */
type RowSku = string | null | { several: readonly string[] }

/** The SKU of the row, else that of the variant with its option values, else the one that such a variant was given. */
async function findSkus(sql: Sql, organization_id: string, counted: readonly CountedVariant[]): Promise<RowSku[]> {
  const handles = counted.flatMap((one) => (needsChoice(one) ? one.handle : []))
  const stated = counted.flatMap(({ sku, variant_id }) => (sku === null || variant_id !== null ? [] : sku))
  const [choices, bearers] = await Promise.all([
    handles.length === 0 ? [] : readChoices(sql, organization_id, handles),
    stated.length === 0 ? [] : readNamedSkus(sql, organization_id, stated),
  ])
  const keyOf = (handle: string, values: Readonly<Record<string, string>>) =>
    `${normalText(handle)} ${optionKey(values)}`
  const bySku = new Set(choices.map(({ sku }) => sku))
  const byValues = new Map(choices.map((one) => [valuesKey(one.handle ?? '', one.option_values), one.sku]))
  const byChoice = new Map(choices.map((one) => [keyOf(one.handle ?? '', one.option_values), one.sku]))
  const shared = Map.groupBy(
    bearers.filter(({ shared_sku }) => shared_sku !== null),
    ({ shared_sku }) => shared_sku!,
  )
  return counted.map((one): RowSku => {
    if (one.sku !== null && shared.has(normalText(one.sku))) {
      const named = normalText(one.sku)
      const all = [...bearers.filter(({ sku }) => sku === named), ...shared.get(named)!]
      const key = valuesKey(one.handle ?? '', one.option_values)
      const chosen = all.filter(({ handle, option_values }) => valuesKey(handle ?? '', option_values) === key)
      const [only, other] = one.handle === null ? all : chosen
      return only !== undefined && other === undefined ? only.sku : { several: all.map(({ sku }) => sku).toSorted() }
    }
    if (!needsChoice(one)) return one.sku
    const { handle, option_values, variant_title } = one
    const derived = derivedSku(handle, Object.values(option_values), variant_title)
    if (bySku.has(derived)) return derived
    return byChoice.get(keyOf(handle, option_values)) ?? byValues.get(valuesKey(handle, option_values)) ?? derived
  })
}

const sharedFault = ({ sku }: CountedVariant, several: readonly string[]): RecordFault =>
  recordFault('sku', 'is shared by several variants; name one by its own SKU, or by handle and options', sku, several)

const needsChoice = (one: CountedVariant): one is CountedVariant & { handle: string } =>
  one.sku === null && one.variant_id === null && one.handle !== null

const isWritten = (diff: LineDiff): diff is Extract<LineDiff, { write: StockWrite }> => 'write' in diff

/** A cell that is refused leaves the other cells of its row: they are written. */
function diffOf(
  { sku, variant_id, lines }: CountedVariant,
  diffs: readonly LineDiff[],
  negatives: Negatives | null,
): Diff {
  const isChosen = sku === null && variant_id === null
  const faults = diffs.flatMap((diff, i) =>
    diff.outcome === 'refused' ? diff.faults.map((fault) => faultOf(fault, lines[i]!, isChosen)) : [],
  )
  const sound = diffs.filter(({ outcome }) => outcome !== 'refused')
  const write = sound.filter(isWritten).map((diff) => diff.write)
  // What is wrong with the variant is wrong with each of its cells.
  const distinct = [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()]
  if (faults.length > 0)
    return write.length === 0
      ? { outcome: 'refused', faults: distinct }
      : { outcome: 'refused', faults: distinct, write }
  if (write.length === 0) return { outcome: 'unchanged' }
  const notes = lines.flatMap(({ on_hand, field }) =>
    on_hand < 0 && negatives === 'zero' ? recordFault(field, 'is below zero, and was taken as 0', on_hand) : [],
  )
  const known = sound.some(({ outcome }) => outcome === 'changed' || outcome === 'unchanged')
  if (!known) return { outcome: 'created', write, notes }
  return { outcome: 'changed', changes: diffs.flatMap((diff, i) => changesOf(diff, lines[i]!)), write, notes }
}

/** Faults in the names of the file's fields. */
function faultOf(fault: RecordFault, { field, location }: CountedLocation, isChosen: boolean): RecordFault {
  if (fault.field === 'on_hand') return { ...fault, field }
  if (fault.field === 'location' && field !== 'on_hand') return { ...fault, field, value: location }
  if (fault.field === 'sku' && isChosen)
    return { ...fault, rule: 'is blank, and no variant has this handle with these options' }
  return fault
}

function changesOf(diff: LineDiff, { field }: CountedLocation): FieldChange[] {
  if (diff.outcome === 'changed') return diff.changes.map((change) => ({ ...change, field }))
  return diff.outcome === 'created' ? [{ field, previous_value: null, value: String(diff.write.on_hand) }] : []
}
