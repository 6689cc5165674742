/** Plans the fields of a product itself: plain fields, references by name, options, metafields and listings. */
import { limits } from '../../contract/limits.ts'
import { uuidPattern } from '../../contract/schema.ts'
import { checkLine, longText, plainText, shortText } from './field.rules.ts'
import type { Batch, Draft, NewReferences, ProductRow, ProductWrite } from './plan.model.ts'
import { noteChange } from './plan.model.ts'
import type { ProductOption, ProductRecord } from './product_record.ts'
import { eventKindOf, optionsText, type ProductFieldName, productFields, readFields } from './record_fields.rules.ts'
import { normalText } from '../../records/texts.ts'

const newProduct: ProductRow = {
  handle: null,
  title: '',
  description: null,
  vendor: null,
  category_id: null,
  subcategory_id: null,
  family_id: null,
  class: null,
  status: 'ACTIVE',
  status_before_archive: null,
  country_of_origin: null,
  hs_code: null,
  image_url: null,
  gallery_images: [],
  options: [],
  tags: [],
  platform_tags: [],
  seasons: [],
  is_managed: true,
  is_seasonal: false,
  launch_date: null,
}

const own = { variant: null } as const

/** The row as it will be, and the references that are created with it. */
export function planRow(batch: Batch, draft: Draft, record: ProductRecord): [ProductRow, NewReferences] {
  const { stored } = draft
  const { product_id: _id, currency: _currency, ...before } = stored ?? { product_id: '', currency: '', ...newProduct }
  const row: ProductRow = { ...before }
  const given = readFields(productFields, record, '', draft.faults)
  if (stored === null && record.title === undefined)
    draft.faults.push({ field: 'title', rule: 'is required for a new product', value: null })
  for (const [name, value] of Object.entries(given)) {
    const field = name as ProductFieldName
    const { text } = productFields[field]
    const previous = before[field]
    noteChange(draft, {
      ...own,
      field,
      kind: eventKindOf(field),
      previous,
      value,
      previous_text: text(previous),
      text: text(value),
    })
    Object.assign(row, { [field]: value })
  }
  if (row.status !== before.status)
    row.status_before_archive = row.status === 'ARCHIVED' && stored !== null ? before.status : null
  checkHandle(batch, draft, row.handle)
  planOptions(draft, row, record)
  return [row, planReferences(batch, draft, row, record)]
}

function checkHandle({ known, handles }: Batch, { product_id, faults }: Draft, handle: string | null): void {
  if (handle === null) return
  const holder = known.products_by_handle.get(handle)
  if (holder !== undefined && holder.product_id !== product_id)
    faults.push({ field: 'handle', rule: 'belongs to another product', value: handle })
  else if (handles.has(handle)) faults.push({ field: 'handle', rule: 'is repeated', value: handle })
  handles.add(handle)
}

function planOptions(draft: Draft, row: ProductRow, { options }: ProductRecord): void {
  if (options === undefined) return
  const rule = optionsFault(options)
  if (rule !== null) {
    draft.faults.push({ field: 'options', rule, value: optionsText(options) })
    return
  }
  const value = options.map((one) => ({ name: normalText(one.name), values: one.values.map(normalText) }))
  noteChange(draft, {
    ...own,
    field: 'options',
    kind: 'updated',
    previous: row.options,
    value,
    previous_text: optionsText(row.options),
    text: optionsText(value),
  })
  row.options = value
}

function optionsFault(options: readonly ProductOption[]): string | null {
  if (options.length > limits.product_options_max) return `must be at most ${limits.product_options_max}`
  const names = new Set<string>()
  for (const { name, values } of options) {
    const checked = checkLine(name, limits.product_label_length_max)
    if ('rule' in checked) return `have a name that ${checked.rule}`
    if (names.has(checked.value as string)) return `have the name ${plainText(name)} twice`
    names.add(checked.value as string)
    if (values.length > limits.product_variants_max)
      return `have more than ${limits.product_variants_max.toLocaleString('en-US')} values of ${plainText(name)}`
    const rule = valuesFault(values)
    if (rule !== null) return `have a value of ${plainText(name)} that ${rule}`
  }
  return null
}

function valuesFault(values: readonly string[]): string | null {
  const seen = new Set<unknown>()
  for (const one of values) {
    const checked = checkLine(one, limits.product_label_length_max)
    if ('rule' in checked) return checked.rule
    if (seen.has(checked.value)) return `is repeated: ${plainText(one)}`
    seen.add(checked.value)
  }
  return null
}

const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** The one with exactly this name, else the one whose name differs in case alone. */
const findNamed = <T extends { name: string }>(all: readonly T[], name: string): T | undefined =>
  all.find((one) => one.name === name) ?? all.find((one) => sameName(one.name, name))

interface Reference<T> {
  field: keyof NewReferences
  all: readonly T[]
  idOf: (one: T) => string
}

/** Where a reference leads to: undefined where the record does not give it or breaks a rule. */
type Target<T> = { found: T | null; name: string | null } | undefined

function findTarget<T extends { name: string }>(
  { creates_references }: Batch,
  { faults }: Draft,
  { field, all }: Reference<T>,
  given: string | null | undefined,
): Target<T> {
  if (given === undefined) return undefined
  if (given === null) return { found: null, name: null }
  const checked = checkLine(given, limits.product_label_length_max)
  if ('rule' in checked) {
    faults.push({ field, value: plainText(given), ...checked })
    return undefined
  }
  const name = checked.value as string
  const found = findNamed(all, name)
  if (found !== undefined) return { found, name: found.name }
  if (creates_references) return { found: null, name }
  const scope = field === 'subcategory' ? 'of the category' : 'of this organisation'
  faults.push({ field, rule: `must be the name of a ${field} ${scope}`, value: name })
  return undefined
}

/** Sets the id of a reference, or leaves its name to be created; answers whether it differs. */
function setReference<T extends { name: string }>(
  draft: Draft,
  row: ProductRow,
  created: NewReferences,
  { field, all, idOf }: Reference<T>,
  target: Exclude<Target<T>, undefined>,
): boolean {
  const column = `${field}_id` as const
  const before = row[column]
  row[column] = target.found === null ? null : idOf(target.found)
  const isCreated = target.found === null && target.name !== null
  if (isCreated) created[field] = target.name!
  if (row[column] === before && !isCreated) return false
  const previous = all.find((one) => idOf(one) === before)?.name ?? null
  const value = target.name
  draft.changes.push({ ...own, field, kind: 'updated', previous, value, previous_text: previous, text: value })
  return true
}

function planReferences(batch: Batch, draft: Draft, row: ProductRow, record: ProductRecord): NewReferences {
  const { categories, families, subcategories } = batch.known
  const created: NewReferences = {}
  const category = {
    field: 'category',
    all: categories,
    idOf: (one: { category_id: string }) => one.category_id,
  } as const
  const family = { field: 'family', all: families, idOf: (one: { family_id: string }) => one.family_id } as const
  const inFamily = findTarget(batch, draft, family, record.family)
  if (inFamily !== undefined) setReference(draft, row, created, family, inFamily)
  const inCategory = findTarget(batch, draft, category, record.category)
  const moves = inCategory !== undefined && setReference(draft, row, created, category, inCategory)
  const hasCategory = row.category_id !== null || created.category !== undefined
  // A subcategory belongs to its category, so it does not stay behind when the category changes.
  const given = record.subcategory === undefined && moves ? null : record.subcategory
  if (typeof given === 'string' && !hasCategory) {
    if (record.category === undefined || record.category === null)
      draft.faults.push({ field: 'subcategory', rule: 'needs a category', value: plainText(given) })
    return created
  }
  const subcategory = {
    field: 'subcategory',
    all: subcategories.filter(
      (one) =>
        one.subcategory_id === draft.stored?.subcategory_id ||
        (created.category === undefined && one.category_id === row.category_id),
    ),
    idOf: (one: { subcategory_id: string }) => one.subcategory_id,
  } as const
  const candidates = subcategory.all.filter((one) => one.category_id === row.category_id)
  const target = findTarget(batch, draft, { ...subcategory, all: candidates }, given)
  if (target?.found?.is_active === false && target.found.subcategory_id !== row.subcategory_id)
    draft.faults.push({ field: 'subcategory', rule: 'must be an active subcategory', value: target.name })
  if (target !== undefined) setReference(draft, row, created, subcategory, target)
  return created
}

const metafieldValue = longText(limits.product_field_value_length_max)

export function planMetafields(batch: Batch, draft: Draft, { metafields }: ProductRecord): ProductWrite['metafields'] {
  if (metafields === undefined) return []
  const stored = batch.known.metafields.get(draft.product_id) ?? new Map<string, string>()
  const writes: ProductWrite['metafields'][number][] = []
  let size = stored.size
  for (const [given, value] of Object.entries(metafields)) {
    const field = `metafields.${shortText(given)}`
    const named = readMetafieldName(given)
    if ('rule' in named) {
      draft.faults.push({ field, rule: named.rule, value: plainText(given) })
      continue
    }
    const checked = value === null ? { value: null } : metafieldValue.check(value)
    if ('rule' in checked) {
      draft.faults.push({ field, value: plainText(value), ...checked })
      continue
    }
    const key = `${named.namespace}.${named.key}`
    const [previous, next] = [stored.get(key) ?? null, checked.value as string | null]
    if (previous === next) continue
    size += next === null ? -1 : previous === null ? 1 : 0
    writes.push({ ...named, value: next })
    const texts = { previous_text: plainText(previous), text: plainText(next) }
    draft.changes.push({ ...own, field: 'metafields', key, kind: 'updated', previous, value: next, ...texts })
  }
  if (size > limits.product_metafields_max)
    draft.faults.push({
      field: 'metafields',
      rule: `must be at most ${limits.product_metafields_max} for one product`,
      value: String(size),
    })
  return writes
}

function readMetafieldName(given: string): { namespace: string; key: string } | { rule: string } {
  const dot = given.indexOf('.')
  if (dot < 0) return { rule: 'must be named namespace.key' }
  const parts = [given.slice(0, dot), given.slice(dot + 1)]
  const [namespace, key] = parts.map((part) => checkLine(part, limits.product_metafield_name_length_max))
  if ('rule' in namespace!) return { rule: `has a namespace that ${namespace.rule}` }
  if ('rule' in key!) return { rule: `has a key that ${key.rule}` }
  return { namespace: namespace!.value as string, key: key!.value as string }
}

/** Lists the product on exactly the sales channels given. */
export function planListings(batch: Batch, draft: Draft, record: ProductRecord): ProductWrite['listings'] {
  if (record.sales_channels === undefined) return []
  const { sales_channels } = batch.known
  const wanted = new Set<string>()
  for (const [at, given] of record.sales_channels.entries()) {
    const name = normalText(given)
    const named = uuidPattern.test(name)
      ? sales_channels.filter((one) => one.sales_channel_id === name.toLowerCase())
      : sales_channels.filter((one) => one.name === name)
    if (named.length === 1) wanted.add(named[0]!.sales_channel_id)
    else
      draft.faults.push({
        field: `sales_channels[${at}]`,
        rule:
          named.length === 0
            ? 'must be a sales channel of this organisation'
            : 'names several sales channels; send its id',
        value: shortText(name),
      })
  }
  const listed = batch.known.listings.get(draft.product_id) ?? new Set<string>()
  const text = (ids: ReadonlySet<string>) =>
    shortText(
      sales_channels
        .filter((one) => ids.has(one.sales_channel_id))
        .map(({ name }) => name)
        .toSorted()
        .join(', '),
    ) || null
  const sorted = (ids: ReadonlySet<string>) => [...ids].toSorted()
  noteChange(draft, {
    ...own,
    field: 'sales_channels',
    kind: 'updated',
    previous: sorted(listed),
    value: sorted(wanted),
    previous_text: text(listed),
    text: text(wanted),
  })
  return [
    ...sorted(wanted).flatMap((id) => (listed.has(id) ? [] : [{ sales_channel_id: id, is_listed: true }])),
    ...sorted(listed).flatMap((id) => (wanted.has(id) ? [] : [{ sales_channel_id: id, is_listed: false }])),
  ]
}
