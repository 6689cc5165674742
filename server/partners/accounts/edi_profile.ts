/** The EDI profile of an account: its identity and what it takes. Transports and mappings read it. */
import { assignments } from '../../../db/sql/lists.ts'
import { recordAudit } from '../../audit/record.ts'
import { isDifferent } from '../../contract/difference.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { reasons } from '../../contract/outcome.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { Choice, edi_qualifier, Flag, Nullable, Shape, Text, Type, Whole } from '../../contract/schema.ts'
import {
  characterSets,
  eachPrices,
  ediDocumentsTaken,
  ediTransports,
  ediVersions,
  itemQualifiers,
  storeLayouts,
  weightUnits,
} from '../known_values.ts'
import { guides } from '../../edi/guides/presets.ts'
import { ConnectionBody } from '../../interchanges/transports/settings.ts'
import { AccountDetail, AccountPath, service } from './account.model.ts'
import { EdiDelimiters, guideChoice, Requirements } from './edi_guide.model.ts'
import { accountIsArchived, lockLiveAccount, readAccount } from './account.store.ts'
import { checkConnection, saveConnection } from './edi_connection.ts'

const path = '/api/v1/wholesale/accounts/{trading_partner_id}/edi-profile' as const
const ediId = (description: string, example: string) =>
  Text(description, {
    pattern: '^[A-Z0-9][A-Z0-9 ]{0,13}[A-Z0-9]$',
    'x-rule': 'must be 2 to 15 characters, each A to Z, 0 to 9 or a space, and neither begin nor end with a space',
    examples: [example],
  })

const profileNames = [
  'edi_qualifier',
  'edi_id',
  'edi_group_id',
  'version',
  'documents_taken',
  'transport',
  'each_price',
  'takes_tests',
  'store_layout',
  'item_qualifier',
  'weight_unit',
  'has_pallet_level',
  'guide',
  'group_version',
  'character_set',
  'delimiters',
  'requirements',
  'acknowledge_within_hours',
  'notice_before_hours',
  'updated_at',
]

/** What a request that leaves a setting out means. */
const defaults = {
  edi_group_id: null,
  transport: 'stored',
  each_price: null,
  takes_tests: false,
  store_layout: null,
  item_qualifier: null,
  weight_unit: 'KG',
  has_pallet_level: false,
  guide: null,
  group_version: null,
  character_set: 'extended',
  delimiters: null,
  acknowledge_within_hours: null,
  notice_before_hours: null,
} as const

/** What the profile takes from a guide. */
function guideValues(guide: string | null | undefined) {
  const one = guides.find((known) => known.guide === guide)
  if (one === undefined) return {}
  const { group_version, character_set, weight_unit, has_pallet_level, requirements } = one
  return { group_version, character_set, weight_unit, has_pallet_level, requirements: [...requirements] }
}

interface Writing {
  version: string
  group_version: string | null
  delimiters: { segment: string; element: string; component: string } | null
}

function checkWriting({ version, group_version, delimiters }: Writing): void {
  const code = `00${version}`
  if (group_version !== null && !group_version.startsWith(code))
    refuseField('group_version', `must begin with ${code}, the version of the documents`, [code, `${code}VICS`])
  if (delimiters !== null && new Set(Object.values(delimiters)).size < 3)
    refuseField('delimiters', 'must be three different characters')
}

interface Expected {
  documents_taken: readonly string[]
  acknowledge_within_hours: number | null
  notice_before_hours: number | null
}

/** A document that the account does not take is never due. */
function checkDeadlines({ documents_taken, acknowledge_within_hours, notice_before_hours }: Expected): void {
  if (acknowledge_within_hours !== null && !documents_taken.includes('855'))
    refuseField('acknowledge_within_hours', 'needs 855 in documents_taken')
  if (notice_before_hours !== null && !documents_taken.includes('856'))
    refuseField('notice_before_hours', 'needs 856 in documents_taken')
}

export const setEdiProfile = sessionOperation({
  id: 'session.set_account_edi_profile',
  route: `PUT ${path}`,
  summary: 'Set the EDI profile of an account',
  desc: ({ name }) => `EDI profile of ${name} saved.`,
  description:
    'Sets how a trading account trades documents over EDI; replaces its profile if it has one. With `folder`, the account collects from `out` and delivers to `in`, in the folder `edi/<organization>/<account>` of the data directory; complete files are moved to `done` once they are stored. With `http`, each interchange is posted to the URL with `Idempotency-Key`, the same on every attempt; the gateway delivers with `POST /api/v1/wholesale/edi/interchanges`. With `sftp`, the host key of the server is checked. Addresses must be public. Interchanges that arrive are assigned to the account by its qualifier and id, which no other account of the organisation can have. A request that changes nothing leaves `updated_at` as it is. Fails with `conflict` if the account is archived.',
  service,
  needs: 'admin',
  params: AccountPath,
  body: Shape({
    edi_qualifier: Text("Qualifier of the account's interchange id.", { ...edi_qualifier, examples: ['ZZ'] }),
    edi_id: ediId("The account's interchange id.", 'MERIDIAN'),
    edi_group_id: Type.Optional(Nullable(ediId('Id in group headers, if it is another.', 'MERIDIANUS'))),
    version: Choice(ediVersions, 'X12 version of the documents.'),
    documents_taken: Type.Array(Choice(ediDocumentsTaken, 'X12 number of a document.'), {
      maxItems: ediDocumentsTaken.length,
      description: 'Documents that the account takes from the organisation, each at most once.',
      examples: [['810', '855', '856']],
    }),
    transport: Type.Optional(
      Choice(
        ediTransports,
        'How interchanges travel. stored: kept for a person to fetch. folder: files in a folder of the service. http: posted to a gateway of the account. sftp: files at an SFTP server. Defaults to stored.',
      ),
    ),
    each_price: Type.Optional(
      Nullable(
        Choice(
          eachPrices,
          'What a price with the basis PE means on a line that is ordered in packs. each: the price of a single unit. ordered_unit: the price of the pack. If null or left out, the price counts where it is that of the price list, and stays open otherwise.',
        ),
      ),
    ),
    takes_tests: Type.Optional(
      Flag(
        'Whether interchanges that the account marks as a test (ISA15 T) are read like any other, instead of being held. Defaults to false.',
      ),
    ),
    store_layout: Type.Optional(
      Nullable(
        Choice(
          storeLayouts,
          'Where a report of sell-out (852) names the store (N1) of quantities. before: it heads the quantities up to the next store, across items. after: it follows its quantities within an item. If null or left out, each report shows it, and one that does both is held.',
        ),
      ),
    ),
    item_qualifier: Type.Optional(
      Nullable(
        Choice(
          itemQualifiers,
          "Kind of the account's item numbers (X12 element 235) in documents about items that it has not ordered over EDI, such as the inventory advice (846). What an order names keeps the kind that it states. If null or left out, BP.",
        ),
      ),
    ),
    weight_unit: Type.Optional(
      Choice(
        weightUnits,
        'Unit of weights in shipping notices (856): kilograms or pounds, which are rounded to two decimals. Defaults to KG.',
      ),
    ),
    has_pallet_level: Type.Optional(
      Flag('Whether shipping notices name the pallet (tare level) of cartons that stand on one. Defaults to false.'),
    ),
    guide: Type.Optional(
      Nullable({
        ...guideChoice,
        description:
          'Public guide that the profile begins from (`session.list_edi_guides`): what the request leaves out of `group_version`, `character_set`, `weight_unit`, `has_pallet_level` and `requirements` is as the guide has it.',
      }),
    ),
    group_version: Type.Optional(
      Nullable(
        Text(
          'Version in group headers (GS08), beginning with that of `version`; null or left out for the version alone.',
          {
            pattern: '^00[0-9]{4}[A-Z0-9]{0,6}$',
            'x-rule':
              'must be a version of six digits such as 004010, followed by at most six capital letters and digits',
            examples: ['004010VICS'],
          },
        ),
      ),
    ),
    character_set: Type.Optional(
      Choice(
        characterSets,
        'Characters in documents. basic: capital letters, digits and few signs; identifiers with others are refused, and texts are capitalised. Defaults to extended.',
      ),
    ),
    delimiters: Type.Optional(Nullable(EdiDelimiters)),
    requirements: Type.Optional(
      Requirements(
        'What documents to the account must have beyond the standard. A document that lacks something of it is not sent: it fails, and its exception says what is missing. None if left out without `guide`.',
      ),
    ),
    acknowledge_within_hours: Type.Optional(
      Nullable(
        Whole(
          'Hours after an order arrives within which the account expects its acknowledgement (855), which `documents_taken` lists. None if null or left out.',
          {
            minimum: 1,
            maximum: 720,
            examples: [24],
          },
        ),
      ),
    ),
    notice_before_hours: Type.Optional(
      Nullable(
        Whole(
          'Hours before the day on which a shipment arrives by which the account expects its shipping notice (856); 0 for the beginning of that day. `documents_taken` lists the 856. None if null or left out.',
          { minimum: 0, maximum: 720, examples: [4] },
        ),
      ),
    ),
    connection: Type.Optional({
      ...ConnectionBody,
      description:
        'Where interchanges travel to and come from: `http` or `sftp`, as `transport` says; left out for stored and folder. Secrets are stored encrypted and never returned. A secret that is left out stays while the connection leads to the same place, and is deleted otherwise: for `http` the place is scheme, host and port of the URL, for `sftp` host, port, user name and host key. `has_secret` says whether one is stored; `sftp` needs one, so the request is refused without it.',
    }),
  }),
  answer: AccountDetail,
  refusals: ['not_found', 'conflict'],
  conflict: reasons(accountIsArchived),
  // Host names are resolved before the transaction opens, so that no transaction waits for DNS.
  prepare: ({ body, webhooks }) => checkConnection(body, webhooks),
  async run({ sql, caller, params, body: { connection, ...body }, now, secrets }) {
    const { organization_id } = caller
    const { trading_partner_id, name } = await lockLiveAccount(sql, organization_id, params.trading_partner_id)
    const documents_taken = body.documents_taken.toSorted()
    const repeated = body.documents_taken.findIndex((one, i, all) => all.indexOf(one) < i)
    if (repeated >= 0) refuseField(`documents_taken[${repeated}]`, 'repeats a document')
    const profile = { ...defaults, requirements: [], ...guideValues(body.guide), ...body, documents_taken }
    checkWriting(profile)
    checkDeadlines(profile)
    const place = { organization_id, trading_partner_id, now, encrypt: secrets.encrypt }
    const saved = await saveConnection(sql, place, { transport: profile.transport, connection })
    const { edi_profile } = await readAccount(sql, organization_id, trading_partner_id)
    const isChanged = edi_profile === null || isDifferent(edi_profile, profile)
    if (isChanged || saved.is_changed)
      await recordAudit(sql, caller, {
        kind: edi_profile === null ? 'connection.created' : 'connection.changed',
        subject_id: trading_partner_id,
        subject: name,
        sentence: `EDI profile of ${name} saved with the transport ${profile.transport}.`,
      })
    if (saved.secret !== 'as before')
      await recordAudit(sql, caller, {
        kind: 'connection.secret_rotated',
        subject_id: trading_partner_id,
        subject: name,
        sentence:
          saved.secret === 'stored'
            ? `New secret of the EDI connection of ${name} stored.`
            : `Secret of the EDI connection of ${name} deleted, as its destination changed.`,
      })
    if (!isChanged) return readAccount(sql, organization_id, trading_partner_id)
    try {
      await sql`
        insert into account_edi_profiles (organization_id, trading_partner_id, edi_qualifier, edi_id, edi_group_id,
          version, documents_taken, transport, each_price, takes_tests, store_layout, item_qualifier,
          weight_unit, has_pallet_level, guide, group_version, character_set, delimiters, requirements,
          acknowledge_within_hours, notice_before_hours, created_at, updated_at)
        values (${organization_id}, ${trading_partner_id}, ${profile.edi_qualifier}, ${profile.edi_id},
          ${profile.edi_group_id}, ${profile.version}, ${documents_taken}::text[], ${profile.transport},
          ${profile.each_price}, ${profile.takes_tests}, ${profile.store_layout},
          ${profile.item_qualifier}, ${profile.weight_unit}, ${profile.has_pallet_level}, ${profile.guide}, ${profile.group_version}, ${profile.character_set},
          ${profile.delimiters === null ? null : JSON.stringify(profile.delimiters)}::text::jsonb,
          ${JSON.stringify(profile.requirements)}::text::jsonb, ${profile.acknowledge_within_hours},
          ${profile.notice_before_hours}, ${now}, ${now})
        on conflict on constraint account_edi_profiles_pk do update
        set ${assignments(profileNames)}`
    } catch (error) {
      if ((error as { constraint_name?: string }).constraint_name === 'account_edi_profiles_by_identity')
        refuseField('edi_id', 'is with this qualifier the identity of another account')
      throw error
    }
    return readAccount(sql, organization_id, trading_partner_id)
  },
})

export const deleteEdiProfile = sessionOperation({
  id: 'session.delete_account_edi_profile',
  route: `DELETE ${path}`,
  summary: 'Delete the EDI profile of an account',
  description:
    'Deletes the EDI profile of a trading account, which then trades no documents over EDI. Fails with `conflict` if the account is archived.',
  service,
  needs: 'admin',
  status: 204,
  params: AccountPath,
  refusals: ['not_found', 'conflict'],
  conflict: reasons(accountIsArchived),
  async run({ sql, caller, params }) {
    const { organization_id } = caller
    const { trading_partner_id, name } = await lockLiveAccount(sql, organization_id, params.trading_partner_id)
    await sql`
      delete from edi_connections
      where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id}`
    const deleted = await sql`
      delete from account_edi_profiles
      where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id}
      returning trading_partner_id`
    if (deleted.length === 0) refuse('not_found', { desc: 'This account has no EDI profile.' })
    await recordAudit(sql, caller, {
      kind: 'connection.removed',
      subject_id: trading_partner_id,
      subject: name,
      sentence: `EDI profile of ${name} deleted.`,
    })
  },
})
