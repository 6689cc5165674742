/** The variant that a line names: the product by its title or its handle, and its options behind ` - `. Pure. */
import { nameKey } from '../../../records/texts.ts'

export interface NamedGoods {
  variant_id: string
  product_id: string
  sku: string
  title: string
  option_values: Readonly<Record<string, string>>
  handle: string | null
  product_title: string
}

export interface LineName {
  product_name: string
  variant_name: string | null
}

/** As shops make handles of titles: accents removed, and anything but letters and digits a dash. */
export const handleOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

const spaced = (text: string) => nameKey(text).replaceAll(/\s+/g, ' ')

interface Split {
  /** As titles are compared. */
  product: string
  /** null: the name is that of the product alone. */
  choice: string | null
}

/** The ways to read a name: whole, and at each ` - `. */
function splitsOf({ product_name, variant_name }: LineName): Split[] {
  const whole = spaced(product_name)
  if (variant_name !== null) return [{ product: whole, choice: spaced(variant_name) }]
  const behind = [...whole.matchAll(/ [-–—] /g)].map(({ index }) => ({
    product: whole.slice(0, index),
    choice: whole.slice(index + 3),
  }))
  return [{ product: whole, choice: null }, ...behind]
}

/** What products are looked up by: titles, and the handles that such titles have. */
export function productKeysOf(name: LineName): { titles: string[]; handles: string[] } {
  const titles = splitsOf(name).map(({ product }) => product)
  return { titles, handles: [...titles, ...titles.map(handleOf)] }
}

/** Values of options in any order, however they are joined; `Size: M` is `M` where the variant has a Size. */
function choiceKey(text: string, options: ReadonlySet<string>): string {
  const values = text.split(/\s*[/,|]\s*|\s+[-–—]\s+/).map((part) => {
    const [, option, value] = /^([^:]+):\s*(.+)$/.exec(part) ?? []
    return option !== undefined && options.has(option.trim()) ? value!.trim() : part.trim()
  })
  return values
    .filter((value) => value !== '')
    .toSorted()
    .join('\u0000')
}

function hasChoice({ title, option_values }: NamedGoods, choice: string): boolean {
  const options = new Set(Object.keys(option_values).map(spaced))
  const key = choiceKey(choice, options)
  const own = [title, Object.values(option_values).join(' / ')].map(spaced)
  return own.some((text) => text !== '' && (text === choice || choiceKey(text, options) === key))
}

/** Goods by title and by handle of their product. */
export type GoodsIndex = ReadonlyMap<string, readonly NamedGoods[]>

const titleKey = (title: string) => `title ${spaced(title)}`
const handleKey = (handle: string) => `handle ${spaced(handle)}`

export function indexGoods(goods: readonly NamedGoods[]): GoodsIndex {
  const index = new Map<string, NamedGoods[]>()
  const add = (key: string, one: NamedGoods) => index.set(key, [...(index.get(key) ?? []), one])
  for (const one of goods) {
    add(titleKey(one.product_title), one)
    if (one.handle !== null) add(handleKey(one.handle), one)
  }
  return index
}

const ofProduct = (index: GoodsIndex, product: string): NamedGoods[] => [
  ...new Set(
    [titleKey(product), handleKey(product), handleKey(handleOf(product))].flatMap((key) => index.get(key) ?? []),
  ),
]

/** The variants that a name can mean: none, the one, or several. */
export function goodsNamed(name: LineName, index: GoodsIndex): readonly NamedGoods[] {
  const named = new Set<NamedGoods>()
  for (const { product, choice } of splitsOf(name)) {
    const variants = ofProduct(index, product)
    // A product without options has one variant; of several variants, the name must say which.
    const isOnly = ({ product_id }: NamedGoods) => variants.filter((one) => one.product_id === product_id).length === 1
    for (const one of variants) if (choice === null ? isOnly(one) : hasChoice(one, choice)) named.add(one)
  }
  return [...named]
}
