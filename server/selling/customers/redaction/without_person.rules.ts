/** Takes a person out of a stored answer or event that shows their orders. */
export const unnamedCustomer = 'Unnamed customer'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

export const erasedFileName = 'erased'

/** In place of texts that people wrote and that cannot be absent. */
export const erasedText = 'Erased.'

/** Texts that people write about an order. */
export const writtenTexts: ReadonlySet<string> = new Set(['notes', 'cancel_reason', 'note', 'revert_reason'])

/** A customer and the orders that it has; an order may have been shown before it had the customer. */
export interface Redacted {
  customer_id: string
  order_ids: ReadonlySet<string>
}

const isObject = (value: Json | undefined): value is { [name: string]: Json } =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** An order of the customer, or a record of one, such as a return. */
function isOrderOf(value: { [name: string]: Json }, { customer_id, order_ids }: Redacted): boolean {
  const { customer, order } = value
  for (const named of [value, order])
    if (isObject(named) && typeof named['order_id'] === 'string' && order_ids.has(named['order_id'])) return true
  return isObject(customer) && customer['customer_id'] === customer_id
}

/** Within an order: the name, and what people wrote; the reference of a consumer, while that of an account is its number. */
function erased(value: Json, name: string, isConsumer: boolean): Json {
  if (name === 'display_name') return unnamedCustomer
  if (name === 'file_name') return erasedFileName
  if (writtenTexts.has(name) || (name === 'reference' && isConsumer)) return null
  if (name === 'voided_shipments' && Array.isArray(value))
    return value.map((one) => ({ ...(one as object), reason: erasedText }))
  if (Array.isArray(value)) return value.map((one) => erased(one, '', isConsumer))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, erased(one, key, isConsumer)]))
}

function withoutPersonIn(value: Json, redacted: Redacted): Json {
  if (Array.isArray(value)) return value.map((one) => withoutPersonIn(one, redacted))
  if (value === null || typeof value !== 'object') return value
  if (isOrderOf(value, redacted)) return erased(value, '', value['is_wholesale'] === false)
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutPersonIn(one, redacted)]))
}

/** The JSON text without the person; fields keep their order. */
export const withoutPerson = (text: string, redacted: Redacted): string =>
  JSON.stringify(withoutPersonIn(JSON.parse(text) as Json, redacted))
