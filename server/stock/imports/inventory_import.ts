/** The import of stock on hand: a row states the units of one variant, at one location or at several. */
import { importKind } from '../../imports/kind.ts'
import { namesPlace } from '../../imports/reading/across.rules.ts'
import type { RecordFault, UndoOutcome } from '../../imports/record_diff.ts'
import type { StockUndo } from '../adjustments/set_stock.model.ts'
import { undoStock, writeStock } from '../adjustments/set_stock.ts'
import { inventoryFamilies, inventoryFields, inventoryOptions, onHandFamily } from './inventory_fields.ts'
import { readLocationNames, writeNewLocations } from './new_locations.ts'
import { type CountedLocation, type CountedVariant, type CountedWrite, diffInventory } from './diff_inventory.ts'
import { nameKey, normalText } from '../../records/texts.ts'

interface InventoryUndo {
  lines: readonly StockUndo[]
}

export const inventoryImport = importKind({
  name: 'inventory',
  title: 'Stock on hand',
  description:
    'Sets the units on hand of variants at locations. Stock without history is opened; other stock is adjusted by the difference. Stock that the file does not name stays as it is.',
  fields: inventoryFields,
  options: inventoryOptions,
  field_families: inventoryFamilies,
  matrix: {
    family: onHandFamily,
    instead_of: 'on_hand',
    isAcross: namesPlace,
    findNames: readLocationNames,
  },
  needs_one_of: ['on_hand', onHandFamily],
  toRecord({ values, row_number }, options) {
    const { sku, variant_id, handle, variant_title } = values
    const isSkipped = values.row_type === 'skipped' || (values.tracking !== null && values.tracking !== 'product')
    const lines = isSkipped ? [] : linesOf(values, options.location)
    const faults = faultsOf(lines, sku ?? variant_id ?? handle)
    if (faults.length > 0) return faults
    const pairs = ([1, 2, 3] as const).flatMap((n) => {
      const [name, value] = [values[`option${n}_name`], values[`option${n}_value`]]
      // Files of products state the name of an option on the first row of a product alone.
      return value === null ? [] : [[name ?? `Option ${n}`, value] as const]
    })
    const isPlain = pairs.every(([name, value]) => ['Title', 'Option 1'].includes(name) && value === 'Default Title')
    const option_values = isPlain ? {} : Object.fromEntries(pairs)
    const { unit_cost } = values
    return {
      row_number,
      variant_id,
      sku,
      handle,
      option_values,
      variant_title,
      unit_cost,
      lines,
    } satisfies CountedVariant
  },
  nameOf: nameOfCounted,
  keyOf: keyOfCounted,
  diff: (sql, context, records: readonly CountedVariant[]) => diffInventory(sql, context, records, context.options),
  async write(sql, context, writes: readonly CountedWrite[]) {
    await writeNewLocations(
      sql,
      context,
      writes.flatMap(({ new_locations }) => new_locations),
    )
    const written = await writeStock(
      sql,
      context,
      writes.flatMap(({ lines }) => lines),
    )
    let place = 0
    return writes.map(({ lines }) => {
      const undos = written.slice(place, (place += lines.length)).map(({ undo }) => undo as StockUndo)
      return { undo: { lines: undos } satisfies InventoryUndo }
    })
  },
  analyze: (sql) => sql`analyze stock_levels, stock_movements`,
  async undo(sql, context, undos) {
    const outcomes = await undoStock(
      sql,
      context,
      undos.flatMap(({ lines }) => lines),
    )
    let place = 0
    return undos.map(({ lines }) => joined(outcomes.slice(place, (place += lines.length))))
  },
})

/** One line of a record that stays makes the record one that stays in part. */
function joined(outcomes: readonly UndoOutcome[]): UndoOutcome {
  const faults = outcomes.flatMap((one) => (one.outcome === 'refused' ? one.faults : []))
  if (faults.length > 0) return { outcome: 'refused', faults }
  return { outcome: outcomes.some(({ outcome }) => outcome === 'undone') ? 'undone' : 'unchanged' }
}

/** A variant is counted once at a location. */
function keyOfCounted({ lines, sku, variant_id, handle, option_values, variant_title }: CountedVariant): string | null {
  if (lines.length === 0) return null
  const chosen = [normalText(handle ?? ''), option_values, variant_title]
  // A shared SKU is another variant with other options.
  const variant =
    sku !== null ? [normalText(sku), ...(handle === null ? [] : chosen)] : (variant_id?.toLowerCase() ?? chosen)
  return JSON.stringify([variant, lines.map(({ location }) => nameKey(location))])
}

function nameOfCounted(counted: CountedVariant): string {
  const { sku, variant_id, handle, option_values, variant_title, lines, row_number } = counted
  const choice = Object.values(option_values).join(' / ') || variant_title
  const chosen = [handle, choice].filter((part) => part !== null && part !== '').join(' ')
  const name = sku ?? variant_id ?? (chosen || `Row ${row_number}`)
  return lines.length === 1 ? `${name} at ${lines[0]!.location}` : name
}

function linesOf(values: Readonly<Record<string, unknown>>, usual: string | null): CountedLocation[] {
  const named = Object.entries(values).flatMap(([field, on_hand]) =>
    field.startsWith(onHandFamily) && on_hand !== null
      ? [{ field, location: field.slice(onHandFamily.length), on_hand: on_hand as number }]
      : [],
  )
  const location = (values.location as string | null) ?? usual ?? ''
  return values.on_hand === null ? named : [{ field: 'on_hand', location, on_hand: values.on_hand as number }, ...named]
}

function faultsOf(lines: readonly CountedLocation[], named: string | null): RecordFault[] {
  if (lines.length === 0) return []
  const faults: RecordFault[] = []
  if (named === null)
    faults.push({ field: 'sku', rule: 'is required where the row has neither variant_id nor handle', value: null })
  if (lines.some(({ location }) => location === ''))
    faults.push({ field: 'location', rule: "is required, on the row or as the import's option location", value: null })
  return faults
}
