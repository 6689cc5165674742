/**
 * The SKU of a variant that has none in its file: the handle and the option values, joined by slashes, such as
 * `linen-shirt/Navy/M`. The same row always gets the same one, so that a file can be imported again.
 */
import { normalText } from '../../records/texts.ts'

export const derivedSku = (handle: string, option_values: readonly string[], variant_title: string | null): string => {
  const parts = option_values.length === 0 && variant_title !== null ? [variant_title] : option_values
  return [handle, ...parts].map(normalText).join('/')
}

/** Two variants of a product with the same values for the same options are one. */
export const optionKey = (option_values: Readonly<Record<string, string>>): string =>
  Object.entries(option_values)
    .map((pair) => JSON.stringify(pair.map(normalText)))
    .toSorted()
    .join()
