/** The items of an account: its own SKUs, and the variants that they name. Orders of the account may use them. */
import { variants } from '../../../db/schema/catalogue.ts'
import { account_items } from '../../../db/schema/wholesale/account_items.ts'
import { selection, selections } from '../../../db/sql/selection.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { reasons } from '../../contract/outcome.ts'
import {
  Id,
  Instant,
  Line,
  Nullable,
  OwnId,
  sampleId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { writeContext } from '../../records/write_context.ts'
import { countedPage } from '../../tables/page.ts'
import { Page, pagingQuery } from '../../tables/table.ts'
import { AccountPath, service } from '../accounts/account.model.ts'
import { accountIsArchived, lockLiveAccount, readAccount, refuseFault } from '../accounts/account.store.ts'
import { diffAccountItems, writeAccountItems } from './diff_items.ts'

const path = '/api/v1/wholesale/accounts/{trading_partner_id}/items' as const

const AccountItem = Shape(
  {
    buyer_sku: Text("The account's own SKU.", { examples: ['771-JMP-M'] }),
    variant_id: OwnId('The variant that it names.'),
    sku: Text('SKU of the variant.', { examples: ['JUMPER-M'] }),
    updated_at: Instant('When the item last changed.'),
  },
  { $id: 'AccountItem' },
)
type AccountItem = Static<typeof AccountItem>

const itemColumns = selections(
  selection(account_items, 'i', ['buyer_sku', 'variant_id']),
  selection(variants, 'v', ['sku']),
  selection(account_items, 'i', ['updated_at']),
)

export const listAccountItems = sessionOperation({
  id: 'session.list_account_items',
  route: `GET ${path}`,
  summary: 'List items of an account',
  description: "Returns the account's own SKUs with the variants that they name, sorted by its SKU.",
  service,
  params: AccountPath,
  query: Type.Object(pagingQuery(limits.page_limit_common_max, limits.account_items_per_call_max), {
    additionalProperties: false,
  }),
  answer: Page(AccountItem),
  refusals: ['not_found'],
  async run({ sql, caller: { organization_id }, params, query }) {
    const { trading_partner_id } = await readAccount(sql, organization_id, params.trading_partner_id)
    const { offset = 0, limit = limits.page_limit_common_max } = query
    return countedPage(
      offset,
      sql<AccountItem[]>`
        select ${itemColumns} from account_items i
        join variants v on v.organization_id = ${organization_id} and v.variant_id = i.variant_id
        where i.organization_id = ${organization_id} and i.trading_partner_id = ${trading_partner_id}
        order by i.buyer_sku limit ${limit} offset ${offset}`,
      sql<{ filtered: number }[]>`
        select count(*)::int as filtered from account_items
        where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id}`,
    )
  },
})

export const setAccountItems = sessionOperation({
  id: 'session.set_account_items',
  route: `POST ${path}`,
  summary: 'Set items of an account',
  desc: ({ created, changed, removed }) => `${created} items added, ${changed} changed, ${removed} removed.`,
  description: `Sets or removes up to ${limits.account_items_per_call_max.toLocaleString('en-US')} of the account's own SKUs, all or none; other items stay. Lines of its orders can then name a variant by \`buyer_sku\` alone. Orders that exist keep their variants. An error names the field, e.g. \`items[2].sku\`. Fails with \`conflict\` if the account is archived.`,
  service,
  params: AccountPath,
  body: Shape(
    {
      items: Type.Array(
        Shape({
          buyer_sku: Line("The account's own SKU; must match exactly in orders.", {
            minLength: 1,
            maxLength: limits.sales_order_label_length_max,
            examples: ['771-JMP-M'],
          }),
          variant_id: Type.Optional(
            Nullable(Id('The variant that it names; null removes the item. Required unless `sku` is given.')),
          ),
          sku: Type.Optional(
            Text('SKU of the variant, as it is spelled in the catalogue; required unless `variant_id` is given.', {
              minLength: 1,
              maxLength: limits.product_label_length_max,
              examples: ['JUMPER-M'],
            }),
          ),
        }),
        {
          minItems: 1,
          maxItems: limits.account_items_per_call_max,
          description: 'Items to set or remove, each `buyer_sku` at most once.',
        },
      ),
    },
    { examples: [{ items: [{ buyer_sku: '771-JMP-M', variant_id: sampleId }] }] },
  ),
  answer: Shape({
    created: Whole('Number of items added.', { examples: [12] }),
    changed: Whole('Number of items that name another variant now.', { examples: [3] }),
    removed: Whole('Number of items removed.', { examples: [1] }),
    unchanged: Whole('Number of items that were already as requested.', { examples: [0] }),
  }),
  refusals: ['not_found', 'conflict'],
  conflict: reasons(accountIsArchived),
  async run({ sql, caller, params, body, now }) {
    const { organization_id } = caller
    const { trading_partner_id } = await lockLiveAccount(sql, organization_id, params.trading_partner_id)
    const context = writeContext(caller, now)
    const records = body.items.map((item) => ({ ...item, trading_partner_id }))
    const diffs = await diffAccountItems(sql, context, records)
    const writes = diffs.flatMap((diff, i) => {
      if (diff.outcome === 'refused') refuseFault(diff.faults, `items[${i}].`)
      return diff.outcome === 'unchanged' ? [] : diff.write
    })
    if (writes.length > 0) await writeAccountItems(sql, context, writes)
    const created = writes.filter((one) => one.previous_variant_id === null).length
    const removed = writes.filter((one) => one.variant_id === null).length
    return {
      created,
      changed: writes.length - created - removed,
      removed,
      unchanged: diffs.length - writes.length,
    }
  },
})
