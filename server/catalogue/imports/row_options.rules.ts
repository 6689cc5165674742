/** The options of a product, from the rows of its variants and the lists of its own row. Pure. */
import type { RecordFault } from '../../imports/record_diff.ts'
import type { ProductOption } from '../product_records/product_record.ts'
import type { ProductRow } from './imported_product.model.ts'
import { type OptionPair, readOptionTexts, splitList } from './option_texts.rules.ts'
import { normalText } from '../../records/texts.ts'

export interface RowOptions {
  pairs: readonly OptionPair[]
}

const numbers = [1, 2, 3, 4, 5, 6] as const

/** The options with which shops write a product that has none. */
const isNoOption = ([name, value]: OptionPair) => name === 'Title' && value === 'Default Title'

const nameIn = (rows: readonly ProductRow[], n: (typeof numbers)[number]) =>
  rows.find(({ values }) => values[`option${n}_name`] !== null)?.values[`option${n}_name`] ?? null

/** The option values of each row of a variant. */
export function rowOptions(
  rows: readonly ProductRow[],
  variantRows: readonly ProductRow[],
  escaped: boolean,
  faults: RecordFault[],
): Map<ProductRow, RowOptions> {
  return new Map(
    variantRows.map((row) => {
      const pairs = pairsOf(row, rows, escaped, faults).filter((pair) => !isNoOption(pair))
      return [row, { pairs: pairs.map(([name, value]) => [normalText(name), normalText(value)] as const) }]
    }),
  )
}

function pairsOf(row: ProductRow, rows: readonly ProductRow[], escaped: boolean, faults: RecordFault[]): OptionPair[] {
  const { values, row_number } = row
  const pairs: OptionPair[] = []
  if (values.variant_options !== null) {
    const read = readOptionTexts(values.variant_options)
    if (read !== null) return read
    const rule = 'must be options such as Type=Rectangle|Name=Size|Value=M or [S]Size=M'
    faults.push({ field: 'variant_options', rule, value: values.variant_options, row_number })
  }
  if (values.option_colour !== null) pairs.push(['Colour', values.option_colour])
  if (values.option_size !== null) pairs.push(['Size', values.option_size])
  // A list on a product's own row is what its variants can have, not what this one has.
  if (values.row_type === 'single_or_parent') return pairs
  for (const n of numbers) {
    const value = values[`option${n}_value`]
    if (value === null) continue
    const name = values[`option${n}_name`] ?? nameIn(rows, n)
    if (name === null)
      faults.push({ field: `option${n}_name`, rule: 'is required beside the value', value: null, row_number })
    else pairs.push([name, escaped ? value.replaceAll('\\,', ',') : value])
  }
  return pairs
}

interface ProductOptions {
  used: ProductOption[]
  /** Options of the product's own row that no variant has. */
  unused: ProductOption[]
}

/** In the order of the product's own row, else of the variants. */
export function optionsOf(
  otherRows: readonly ProductRow[],
  variantRows: readonly ProductRow[],
  own: ReadonlyMap<ProductRow, RowOptions>,
  escaped: boolean,
): ProductOptions {
  const single = variantRows.filter(({ values }) => values.row_type === 'single_or_parent')
  const listed = new Map<string, string[]>()
  for (const row of [...otherRows, ...single])
    for (const n of numbers) {
      const [name, value] = [row.values[`option${n}_name`], row.values[`option${n}_value`]]
      if (name !== null && value !== null && !listed.has(normalText(name)))
        listed.set(normalText(name), splitList(value, escaped).map(normalText))
    }
  const values = new Map<string, Set<string>>()
  for (const row of variantRows)
    for (const [name, value] of own.get(row)!.pairs) {
      const known = values.get(name) ?? new Set()
      values.set(name, known.add(value))
    }
  const used = [...values].map(([name, optionValues]) => ({
    name,
    values: [...new Set([...(listed.get(name) ?? []), ...optionValues])],
  }))
  const order = [...listed.keys()]
  const place = ({ name }: ProductOption) => (order.includes(name) ? order.indexOf(name) : order.length)
  const unused = [...listed].flatMap(([name, all]) => (values.has(name) ? [] : [{ name, values: all }]))
  return { used: used.toSorted((a, b) => place(a) - place(b)), unused }
}
