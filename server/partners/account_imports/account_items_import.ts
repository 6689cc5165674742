/** Imports the items of accounts: their own SKUs, and the variants that they name. */
import { limits } from '../../contract/limits.ts'
import { importKind } from '../../imports/kind.ts'
import { nameKey } from '../../records/texts.ts'
import {
  type ItemImportRecord,
  type ItemImportWrite,
  diffItemImport,
  undoItemImport,
  writeItemImport,
} from './account_items_bulk.ts'

const fields = {
  account_reference: {
    type: 'code',
    description: 'Your own number of the account. Required where account is blank.',
    length_max: 100,
    synonyms: ['account number', 'customer number', 'account code', 'customer code', 'account no', 'debtor'],
    examples: ['C-2041'],
  },
  account: {
    type: 'text',
    description: 'Name of the account. Required where account_reference is blank.',
    length_max: 200,
    synonyms: ['account name', 'customer', 'customer name', 'retailer'],
    examples: ['Meridian Stores'],
  },
  buyer_sku: {
    type: 'code',
    description: "The account's own SKU; orders and sell-out reports of the account must spell it the same.",
    required: true,
    length_max: limits.sales_order_label_length_max,
    synonyms: [
      'buyer item',
      'customer item',
      'customer sku',
      'retailer sku',
      'account sku',
      'article',
      'buyer part number',
    ],
    examples: ['771-JMP-M'],
  },
  sku: {
    type: 'code',
    description: 'SKU of the variant that it names. Required where barcode is blank.',
    length_max: limits.product_label_length_max,
    synonyms: ['our sku', 'vendor sku', 'supplier sku', 'item code', 'variant sku'],
    examples: ['JUMPER-M'],
  },
  barcode: {
    type: 'code',
    description: 'Barcode of the variant, in place of its SKU or beside it.',
    length_max: limits.product_label_length_max,
    synonyms: ['upc', 'ean', 'gtin', 'upc code', 'ean code'],
    examples: ['4006381333931'],
  },
} as const

export const accountItemsImport = importKind({
  name: 'account_items',
  title: 'Items of accounts',
  description:
    'Sets which variants the SKUs of trading accounts name, as their orders and sell-out reports use them. Items that the file does not name stay.',
  fields,
  toRecord: ({ values: { account, account_reference, buyer_sku, sku, barcode } }): ItemImportRecord => ({
    account,
    account_reference,
    buyer_sku,
    sku,
    barcode,
  }),
  nameOf: ({ buyer_sku }: ItemImportRecord) => buyer_sku,
  keyOf: ({ account, account_reference, buyer_sku }: ItemImportRecord) =>
    JSON.stringify([
      account_reference === null ? `name ${nameKey(account ?? '')}` : `reference ${nameKey(account_reference)}`,
      buyer_sku,
    ]),
  diff: diffItemImport,
  write: async (sql, context, writes: readonly ItemImportWrite[]) =>
    (await writeItemImport(sql, context, writes)) as readonly { undo: ItemImportWrite }[],
  undo: undoItemImport,
})
