/** The customer resource. No address, phone number or e-mail address is stored, so none can be returned. */
import { customers } from '../../../db/schema/selling/customers.ts'
import { trading_partners } from '../../../db/schema/wholesale/accounts.ts'
import { type OuterRowOf, type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import {
  Count,
  Instant,
  Money,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { customerKinds, orderLifecycles, refundStatuses, returnStates } from '../known_values.ts'
import { InvoiceSummary } from '../orders/model.ts'

const fields = {
  customer_id: OwnId('Id of the customer.'),
  kind: OpenChoice(customerKinds, 'Kind of customer: a trading account, or a consumer.'),
  display_name: Nullable(
    Text('First name and initial; null if no name was given, and after a redaction.', { examples: ['Ada L.'] }),
  ),
  display_name_words: Type.Array(Text('A word in lower case.'), {
    description: 'Words of the display name that `search` compares.',
    examples: [['ada', 'l']],
  }),
  email_domain: Nullable(
    Text('Domain of the e-mail address; the address itself is not stored.', { examples: ['example.com'] }),
  ),
  country_code: Nullable(Text('ISO 3166-1 alpha-2 code.', { examples: ['GB'] })),
  region: Nullable(Text('Region, at most as exact as a subdivision.', { examples: ['SW'] })),
  first_order_at: Nullable(Instant('Time of the first order; null if there is none.')),
  last_order_at: Nullable(Instant('Time of the most recent order; null if there is none.')),
  orders_count: Count('Number of orders.', { examples: [1] }),
  redacted_at: Nullable(Instant('Time the customer was redacted; null if it was not.')),
  source_system: Nullable(Text('System the customer was imported from.')),
  account: Nullable(
    Shape(
      { name: Text('Name of the trading account.'), trading_partner_id: OwnId('Id of the trading account.') },
      { description: 'Trading account of the customer; null for a consumer.' },
    ),
  ),
}

export const Customer = Shape(fields, { $id: 'CustomerRow', description: 'A customer, known by a pseudonym.' })
export type Customer = Static<typeof Customer>

const CustomerOrder = Shape(
  {
    order_id: OwnId('Id of the order.'),
    name: Text('Display name of the order.', { examples: ['SO-2041'] }),
    lifecycle: OpenChoice(orderLifecycles, 'Lifecycle state of the order.'),
    created_at: Instant('Time the order was created.'),
    units: Whole('Units ordered and not cancelled.', { examples: [2] }),
    total: Money('Total of the lines after discounts, excluding taxes and freight; null while a price is open.'),
  },
  { $id: 'CustomerOrder' },
)

const CustomerReturn = Shape(
  {
    id: Whole('Id of the return.', { examples: [311] }),
    name: Text('Display name of the return.', { examples: ['RET-1001'] }),
    state: OpenChoice(returnStates, 'State of the return.'),
    refund_status: OpenChoice(refundStatuses, 'Refund status.'),
    order_id: Nullable(OwnId('Id of the order; null when the return is not linked to one.')),
    created_at: Instant('Time the return was created.'),
    units_expected: Whole('Units expected back.', { examples: [1] }),
    units_received: Whole('Units received.', { examples: [0] }),
  },
  { $id: 'CustomerReturn' },
)

const CustomerRefund = Shape(
  {
    refund_id: OwnId('Id of the refund.'),
    order_id: Nullable(OwnId('Id of the order; null when the refund is not linked to one.')),
    return_id: Nullable(Whole('Id of the return; null when no goods come back.', { examples: [311] })),
    refunded_at: Instant('Time the refund was paid.'),
    amount: Money('Amount paid back, including taxes and freight.'),
  },
  { $id: 'CustomerRefund' },
)

export const CustomerDetail = Shape(
  {
    ...fields,
    orders: Type.Array(CustomerOrder, { description: 'Most recent orders, newest first.' }),
    returns: Type.Array(CustomerReturn, { description: 'Most recent returns, newest first.' }),
    refunds: Type.Array(CustomerRefund, { description: 'Most recent refunds, newest first.' }),
    invoices: Type.Array(InvoiceSummary, {
      description: 'Most recent invoices of the trading account of the customer, newest first; none for a consumer.',
    }),
  },
  { $id: 'Customer', description: 'A customer with its orders, returns, refunds and invoices.' },
)
export type CustomerDetail = Static<typeof CustomerDetail>

/** Select list over customers c and trading_partners a. */
const customerOwn = selection(customers, 'c', [
  'customer_id',
  'kind',
  'display_name',
  'display_name_words',
  'email_domain',
  'country_code',
  'region',
  'first_order_at',
  'last_order_at',
  'orders_count',
  'redacted_at',
  'source_system',
])
const accountColumns = selection(trading_partners, 'a', ['trading_partner_id', 'name as account_name'])
export const customerColumns = selections(customerOwn, accountColumns)
export type SelectedCustomer = RowOf<typeof customerOwn> & OuterRowOf<typeof accountColumns>

export const shapeCustomer = ({ trading_partner_id, account_name, ...row }: SelectedCustomer): Customer => ({
  ...row,
  account: trading_partner_id === null ? null : { name: account_name!, trading_partner_id },
})
