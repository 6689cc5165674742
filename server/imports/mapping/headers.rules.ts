/** Headers as they are compared: without letter case and punctuation. */

/** `Variant SKU ` and `variant_sku` are one header. */
export const normalHeader = (header: string): string =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}#%]+/gu, ' ')
    .trim()
