/** Variants are found by SKU, barcode or title, and added with the keyboard alone: Enter takes the first that was found. */
import { useState } from 'preact/hooks'
import type { Figure } from './cells'
import { Field, Trouble, useRead } from './parts'
import { get } from './service'

export interface FoundVariant {
  variant_id: string
  sku: string
  barcode: string | null
  product_title: string
  title: string
  price: Figure
  unit_cost: Figure
  on_hand_qty: number
  available_qty: number
}

const shownMax = 8

export const findVariants = (search: string, limit = shownMax): Promise<FoundVariant[]> =>
  search === '' ? Promise.resolve([]) : get<{ rows: FoundVariant[] }>('/variants/table', { search, limit }).then(({ rows }) => rows)

export const nameOfVariant = ({ product_title, title }: Pick<FoundVariant, 'product_title' | 'title'>): string => [product_title, title].filter((word) => word !== '').join(', ')

/** An exact SKU or barcode comes first, as a scanner types it. */
const exactFirst = (found: readonly FoundVariant[], typed: string): FoundVariant[] => {
  const isExact = ({ sku, barcode }: FoundVariant) => sku.toLowerCase() === typed.toLowerCase() || barcode === typed
  return found.toSorted((one, other) => Number(isExact(other)) - Number(isExact(one)))
}

export function VariantSearch({ take, label = 'Add a variant' }: { take: (variant: FoundVariant) => void; label?: string }) {
  const [typed, setTyped] = useState('')
  const search = typed.trim()
  const { data, trouble, isLoading } = useRead(() => findVariants(search), [search])
  const found = search === '' ? [] : exactFirst(data ?? [], search)
  const choose = (variant: FoundVariant | undefined) => {
    if (variant === undefined) return
    take(variant)
    setTyped('')
  }
  /** What was typed last may still be read: Enter then asks for itself. */
  const chooseFirst = async () => choose(exactFirst(isLoading ? await findVariants(search).catch(() => []) : found, search)[0])
  return (
    <div class="variant-search">
      <Field label={label} hint="By SKU, barcode or title; Enter adds the first.">
        {({ id, describedby }) => (
          <input
            id={id}
            aria-describedby={describedby}
            type="search"
            autocomplete="off"
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              void chooseFirst()
            }}
          />
        )}
      </Field>
      <Trouble of={trouble} />
      {found.length > 0 && (
        <ul class="plain-list" aria-label="Variants that were found">
          {found.map((variant) => (
            <li key={variant.variant_id}>
              <button type="button" onClick={() => choose(variant)}>
                {variant.sku}
              </button>{' '}
              {nameOfVariant(variant)} <span class="quiet">{new Intl.NumberFormat().format(variant.available_qty)} available</span>
            </li>
          ))}
        </ul>
      )}
      <p role="status" class="quiet">
        {search !== '' && !isLoading && found.length === 0 ? 'No variant has this SKU, barcode or title.' : ''}
      </p>
    </div>
  )
}
