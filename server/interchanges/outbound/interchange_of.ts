/** Writes the interchange of a document from its record. */
import type { CharacterSet } from '../../edi/x12/characters.ts'
import { type Requirement, unmetRequirements } from '../../edi/guides/requirements.rules.ts'
import type { OutgoingSet } from '../../edi/x12/write_interchange.ts'
import type { EdiParty } from '../../edi/x12/envelope.ts'
import { X12Error } from '../../edi/x12/faults.ts'
import { write855 } from '../../edi/documents/acknowledgement_855.ts'
import { write865 } from '../../edi/documents/change_acknowledgement_865.ts'
import { write997 } from '../../edi/documents/functional_acknowledgement_997.ts'
import { type InterchangeAcknowledgement, writeTa1 } from '../../edi/documents/interchange_acknowledgement_ta1.ts'
import { write846 } from '../../edi/documents/inventory_advice_846.ts'
import { write810 } from '../../edi/documents/invoice_810.ts'
import { write856 } from '../../edi/documents/shipping_notice_856.ts'
import { writeInterchange } from '../../edi/x12/write_interchange.ts'
import type { SentEdiDocumentType } from '../known_values.ts'

const writers: Record<SentEdiDocumentType, (record: never) => OutgoingSet> = {
  '810': write810,
  '846': write846,
  '855': write855,
  '856': write856,
  '865': write865,
  '997': write997,
}

/** GS08 of each version, as accounts name it. */
const versions: Record<string, string> = { '4010': '004010', '4030': '004030', '5010': '005010' }

/** How the account wants documents written; what is left out is as the standard has it. */
export interface WrittenFor {
  edi_group_id: string | null
  version: string
  group_version?: string | null
  character_set?: string
  delimiters?: { segment: string; element: string; component: string } | null
  requirements?: readonly object[]
}

export interface Sending {
  sender: EdiParty
  receiver: EdiParty
  account: WrittenFor
  usage: 'T' | 'P'
  control_number: number
  now: string
}

export interface WrittenInterchange {
  text: string
  group_control_number: string
  /** null for an interchange without a transaction set. */
  set_control_number: string | null
}

/** The transaction set of a record. Throws an X12Error if X12 cannot represent it. */
export function setOf({ document_type, record }: { document_type: string; record: object }): OutgoingSet {
  const write = (writers as Record<string, (typeof writers)['810'] | undefined>)[document_type]
  if (write === undefined) throw new X12Error(`Documents of type ${document_type} cannot be written.`)
  return write(record as never)
}

/** What the account requires and the document lacks, as sentences. */
export const lackedBy = (set: OutgoingSet, { requirements = [] }: WrittenFor): string[] =>
  unmetRequirements(set, requirements as Requirement[])

/** Throws an X12Error if X12 cannot represent the record, or if it lacks what the account requires. */
export function interchangeOf(
  { document_type, record }: { document_type: string; record: object },
  { account, ...envelope }: Sending,
  isDryRun = false,
): WrittenInterchange {
  const head = {
    ...envelope,
    version: account.group_version ?? versions[account.version],
    character_set: (account.character_set ?? 'extended') as CharacterSet,
    ...(account.delimiters == null ? {} : { delimiters: { ...account.delimiters, repetition: null } }),
    ...(account.edi_group_id === null ? {} : { group_receiver: account.edi_group_id }),
  }
  const group_control_number = String(envelope.control_number)
  if (document_type === 'TA1') {
    const acknowledgements = [writeTa1(record as InterchangeAcknowledgement)]
    const text = writeInterchange({ ...head, transactions: [], acknowledgements })
    return { text, group_control_number, set_control_number: null }
  }
  const set = setOf({ document_type, record })
  const lacks = isDryRun ? [] : lackedBy(set, account)
  if (lacks.length > 0) throw new X12Error(lacks.join(' '))
  const text = writeInterchange({ ...head, transactions: [set] })
  return { text, group_control_number, set_control_number: '0001' }
}
