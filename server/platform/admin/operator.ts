/** Commands for EDI identities and sign-in mail. An identity is verified once the EDI network has confirmed its owner. */
import { recordOfOperator } from '../../audit/record.ts'
import { uuidPattern } from '../../contract/schema.ts'
import { mailColumns, type StoredMail } from '../../mail/queue.ts'
import { CommandFault } from './command_fault.ts'
import { type Command, findOrganization, organizationOption, type Row, table } from './commands.ts'

const listEdiClaims: Command = {
  name: 'list-edi-claims',
  summary: 'List the EDI identities that organisations claim',
  options: {},
  async run({ sql }) {
    const rows = await sql<Row[]>`
      select organization_id, name, edi_qualifier || ':' || edi_id as edi_identity,
        coalesce(to_char(edi_verified_at at time zone 'UTC', 'YYYY-MM-DD'), 'not verified') as verified
      from organizations where edi_id is not null order by edi_identity, name, organization_id`
    return table(rows, 'No organisation claims an EDI identity.')
  },
}

const verifyEdiIdentity: Command = {
  name: 'verify-edi-identity',
  summary: 'Verify the EDI identity that an organisation claims, or withdraw the verification',
  options: {
    organization: organizationOption,
    identity: { about: 'the identity as qualifier:id, such as 01:081234567, after the EDI network has confirmed it' },
    withdraw: { about: 'withdraw the verification', flag: true },
  },
  async run({ sql, values }) {
    const { organization_id, name } = await findOrganization(sql, values.organization!)
    if (values.withdraw === 'true') {
      await sql`update organizations set edi_verified_at = null where organization_id = ${organization_id}`
      await recordOfOperator(sql, organization_id, {
        kind: 'organization.changed',
        subject_id: organization_id,
        subject: name,
        sentence: 'Verification of the EDI identity withdrawn.',
      })
      return `${name} now sends with the identity derived from its id.`
    }
    const [claim] = await sql<{ identity: string | null }[]>`
      select edi_qualifier || ':' || edi_id as identity from organizations where organization_id = ${organization_id}`
    const identity = claim!.identity
    if (identity === null)
      throw new CommandFault(`${name} claims no EDI identity; one of its administrators must set it first.`)
    if (values.identity !== identity)
      throw new CommandFault(`${name} claims ${identity}. To verify it, pass exactly that with --identity.`)
    const [holder] = await sql<{ organization_id: string; name: string }[]>`
      select organization_id, name from organizations
      where organization_id <> ${organization_id} and ((edi_verified_at is not null and edi_qualifier || ':' || edi_id = ${identity})
        or 'ZZ:' || upper(right(replace(organization_id::text, '-', ''), 12)) = ${identity})`
    if (holder !== undefined)
      throw new CommandFault(`${identity} belongs to ${holder.name} (${holder.organization_id}). Nothing was changed.`)
    await sql`update organizations set edi_verified_at = now() where organization_id = ${organization_id}`
    await recordOfOperator(sql, organization_id, {
      kind: 'organization.changed',
      subject_id: organization_id,
      subject: name,
      sentence: `EDI identity ${identity} verified.`,
    })
    return `${name} now sends with the identity ${identity}.`
  },
}

const listMail: Command = {
  name: 'list-mail',
  summary: 'List sign-in mails: invitations and password resets',
  options: {},
  async run({ sql }) {
    const rows = await sql<Row[]>`
      select mail_id, kind, recipient, state, coalesce(detail, '') as detail,
        to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as created_at
      from mails where organization_id is null and expires_at > now() order by created_at desc, mail_id`
    return table(rows, 'There are no mails.')
  },
}

const showMail: Command = {
  name: 'show-mail',
  summary: 'Show a sign-in mail that was stored or could not be sent, so that you can pass it on',
  options: { mail: { about: 'id of the mail', required: true } },
  async run({ sql, values, secrets }) {
    const mail_id = values.mail!
    const [mail] = uuidPattern.test(mail_id)
      ? await sql<StoredMail[]>`
          select ${mailColumns} from mails m
          where mail_id = ${mail_id} and organization_id is null and state in ('stored', 'failed')
            and expires_at > now()`
      : []
    if (mail === undefined)
      throw new CommandFault(`There is no stored or failed mail with the id ${mail_id}; list-mail lists all.`)
    return `To: ${mail.recipient}\nSubject: ${mail.subject}\n\n${secrets.decrypt(mail.encrypted_text, mail_id)}`
  },
}

export const operatorCommands: readonly Command[] = [listEdiClaims, verifyEdiIdentity, listMail, showMail]
