/** Lines of an order in one cell, as exports of BigCommerce write them. Pure. */
import { readDecimal } from '../../../imports/values/numbers.ts'

export interface DetailedLine {
  sku: string | null
  product_name: string | null
  variant_name: string | null
  quantity: number
  unit_price: number
}

/** Names of products may contain commas and colons, so that each value ends where the next known name begins. */
const line =
  /^Product ID: .*?, Product Qty: (?<quantity>[^,]*), Product SKU: (?<sku>.*?), Product Name: (?<name>.*?)(?:, Product Weight: [^,]*)?(?:, Product Variation Details: (?<choice>.*?))?, Product Unit Price: (?<price>[^,]*), Product Total Price: (?<total>[^,]*)$/s

const centsOf = (text: string): number | null => {
  const figure = readDecimal(text.trim(), 'point')
  const decimals = figure?.split('.')[1]?.length ?? 0
  if (figure === null || figure.startsWith('-') || decimals > 2) return null
  return Number(`${figure.split('.')[0]}${(figure.split('.')[1] ?? '').padEnd(2, '0')}`)
}

function readLine(text: string): DetailedLine | null {
  const { quantity = '', sku = '', name = '', choice = '', price = '' } = line.exec(text.trim())?.groups ?? {}
  const unit_price = centsOf(price)
  if (!/^[1-9]\d{0,6}$/.test(quantity.trim()) || unit_price === null) return null
  const named = { sku: sku.trim() || null, product_name: name.trim() || null, variant_name: choice.trim() || null }
  return named.sku === null && named.product_name === null ? null : { ...named, quantity: Number(quantity), unit_price }
}

/** null where a line is not written like this. */
export function readProductDetails(text: string): DetailedLine[] | null {
  const lines = text.split(/\|(?=Product ID: )/).map(readLine)
  return lines.every((one) => one !== null) ? (lines as DetailedLine[]) : null
}
