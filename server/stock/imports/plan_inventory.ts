/** Plans rows of counted stock: finds variants without a SKU, and puts the lines of a row together again. */
import { derivedSku, optionKey } from '../../catalogue/imports/derived_sku.rules.ts'
import { readChoices } from '../../catalogue/imports/stored_products.store.ts'
import type { Sql } from '../../contract/sql.ts'
import { limits } from '../../contract/limits.ts'
import type { FieldChange, RecordFault, RecordPlan, WriteContext } from '../../imports/record_plan.ts'
import type { StockRecord, StockWrite } from '../adjustments/set_stock.model.ts'
import { planStock } from '../adjustments/set_stock.ts'
import type { LocationWrite } from '../locations/plan.ts'
import { planNewLocations } from './new_locations.ts'
import { withOpeningCosts } from './opening_costs.ts'
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

type Plan = RecordPlan<readonly StockWrite[]>
type LinePlan = RecordPlan<StockWrite>

export async function planInventory(
  sql: Sql,
  context: WriteContext,
  counted: readonly CountedVariant[],
  createsLocations: boolean,
): Promise<readonly RecordPlan<CountedWrite>[]> {
  const skus = await findSkus(sql, context.organization_id, counted)
  const records = counted.flatMap(({ lines, unit_cost, variant_id }, i) =>
    lines.map(({ location, on_hand }): StockRecord => ({ variant_id, sku: skus[i]!, location, on_hand, unit_cost })),
  )
  const named = createsLocations ? records.map(({ location }) => location) : []
  const created = await planNewLocations(sql, context, named)
  const newLocations = new Map([...created].map(([key, { id }]) => [key, id]))
  const plans: LinePlan[] = []
  for (let at = 0; at < records.length; at += limits.stock_set_records_max)
    plans.push(...(await planStock(sql, context, records.slice(at, at + limits.stock_set_records_max), newLocations)))
  const costed = await withOpeningCosts(sql, context.organization_id, plans)
  let place = 0
  const byId = new Map([...created.values()].map((write) => [write.id, write]))
  return counted.map((one) => withLocations(planOf(one, costed.slice(place, (place += one.lines.length))), byId))
}

function withLocations(plan: Plan, created: ReadonlyMap<string, LocationWrite>): RecordPlan<CountedWrite> {
  if (!('write' in plan)) return plan
  const new_locations = plan.write.flatMap(({ location_id }) => created.get(location_id) ?? [])
  return { ...plan, write: { lines: plan.write, new_locations } }
}

/** The SKU of the row, else that of the variant with its option values, else the one that such a variant was given. */
async function findSkus(
  sql: Sql,
  organization_id: string,
  counted: readonly CountedVariant[],
): Promise<(string | null)[]> {
  const handles = counted.flatMap((one) => (needsChoice(one) ? one.handle : []))
  const choices = handles.length === 0 ? [] : await readChoices(sql, organization_id, handles)
  const keyOf = (handle: string, values: Readonly<Record<string, string>>) =>
    `${normalText(handle)} ${optionKey(values)}`
  const bySku = new Set(choices.map(({ sku }) => sku))
  const byChoice = new Map(choices.map((one) => [keyOf(one.handle ?? '', one.option_values), one.sku]))
  return counted.map((one) => {
    if (!needsChoice(one)) return one.sku
    const { handle, option_values, variant_title } = one
    const derived = derivedSku(handle, Object.values(option_values), variant_title)
    return bySku.has(derived) ? derived : (byChoice.get(keyOf(handle, option_values)) ?? derived)
  })
}

const needsChoice = (one: CountedVariant): one is CountedVariant & { handle: string } =>
  one.sku === null && one.variant_id === null && one.handle !== null

const isWritten = (plan: LinePlan): plan is Extract<LinePlan, { write: StockWrite }> => 'write' in plan

function planOf({ sku, variant_id, lines }: CountedVariant, plans: readonly LinePlan[]): Plan {
  const faults = plans.flatMap((plan, i) =>
    plan.outcome === 'refused'
      ? plan.faults.map((fault) => faultOf(fault, lines[i]!, sku === null && variant_id === null))
      : [],
  )
  if (faults.length > 0) return { outcome: 'refused', faults }
  const write = plans.filter(isWritten).map((plan) => plan.write)
  if (write.length === 0) return { outcome: 'unchanged' }
  const known = plans.some(({ outcome }) => outcome === 'changed' || outcome === 'unchanged')
  if (!known) return { outcome: 'created', write }
  return { outcome: 'changed', changes: plans.flatMap((plan, i) => changesOf(plan, lines[i]!)), write }
}

/** Faults in the names of the file's fields. */
function faultOf(fault: RecordFault, { field, location }: CountedLocation, isChosen: boolean): RecordFault {
  if (fault.field === 'on_hand') return { ...fault, field }
  if (fault.field === 'location' && field !== 'on_hand') return { ...fault, field, value: location }
  if (fault.field === 'sku' && isChosen)
    return { ...fault, rule: 'is blank, and no variant has this handle with these options' }
  return fault
}

function changesOf(plan: LinePlan, { field, on_hand }: CountedLocation): FieldChange[] {
  if (plan.outcome === 'changed') return plan.changes.map((change) => ({ ...change, field }))
  return plan.outcome === 'created' ? [{ field, previous_value: null, value: String(on_hand) }] : []
}
