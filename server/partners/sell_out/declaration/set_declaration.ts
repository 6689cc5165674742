import { assignments, differences, list } from '../../../../db/sql/lists.ts'
import { isCurrency } from '../../../contract/money.ts'
import { operation } from '../../../contract/operation.ts'
import { refuseField } from '../../../contract/refusals.ts'
import { actorOf } from '../../../ledger/actor.ts'
import { AccountQuery, Declaration, DeclarationBody, describeDeclaration } from './declaration.model.ts'
import { findAccount, findDeclaration } from './declaration.store.ts'

const declaredNames = [
  'absence_convention',
  'location_grain',
  'currency',
  'price_tax_basis',
  'week_anchor_dow',
  'source_profile_key',
]

export const setDeclaration = operation({
  id: 'sell_out.set_declaration',
  route: 'POST /api/v1/sell-out/declaration',
  summary: 'Set the sell-out declaration',
  desc: ({ account }) => `How ${account} reports is declared.`,
  description:
    'Declares how the reports of an account are read. An account must be declared before a report of it can be imported. The four required answers are never guessed, because they change what a file means. New answers replace all earlier ones: an optional one that is left out is cleared. Sending the same answers again keeps the confirmation. Reports that were imported before keep their currency; a missing row is then read as the new declaration says.',
  query: AccountQuery,
  body: DeclarationBody,
  answer: Declaration,
  async run({ sql, caller, query, body, now }) {
    const { organization_id } = caller
    const account = await findAccount(sql, caller, query.account_id)
    const { absence_convention, location_grain, currency, price_tax_basis } = body
    const { week_anchor_dow = null, source_profile_key = null } = body
    if (!isCurrency(currency)) refuseField('currency', 'must be an ISO 4217 code')
    const name = caller.kind === 'key' ? caller.label : caller.user_name
    await sql`
      insert into sell_out_declarations as s (organization_id, trading_partner_id, ${list(declaredNames)},
        confirmed_at, confirmed_by, confirmed_by_name)
      values (${organization_id}, ${account.trading_partner_id}, ${absence_convention}, ${location_grain}, ${currency},
        ${price_tax_basis}, ${week_anchor_dow}, ${source_profile_key}, ${now}, ${actorOf(caller)}, ${name})
      on conflict on constraint sell_out_declarations_pk do update
      set ${assignments([...declaredNames, 'confirmed_at', 'confirmed_by', 'confirmed_by_name'])}
      where ${differences(declaredNames, 's')}`
    const row = await findDeclaration(sql, organization_id, account.trading_partner_id)
    return describeDeclaration(account, row!)
  },
})
