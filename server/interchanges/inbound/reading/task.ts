/** Tasks of reading a file or an interchange, and their results. Both may run in a thread. */
import type { Interchange, ReadTransaction } from '../../../edi/x12/envelope.ts'
import type { EdiParty } from '../../../edi/x12/envelope.ts'
import type { SettledReadings } from '../../../edi/documents/read_document.ts'
import type { Problem } from '../../../edi/understood/walk.ts'
import type { Refused } from '../check_set.rules.ts'
import type { SetKey } from '../sets.rules.ts'

export interface InterchangeHeader {
  sender: EdiParty | null
  receiver: EdiParty | null
  control_number: number | null
  usage: string
}

/** One interchange of a file, ready to be stored. */
export interface ArrivedPart {
  header: InterchangeHeader
  /** Why it cannot be read; null if it begins with ISA and ends with IEA. */
  fault: string | null
  /** SHA-256 of its bytes as they arrived. */
  hash: Uint8Array
  /** Without personal data; empty for what is no interchange. */
  content: Uint8Array
  /** As it arrived, where it cannot be read; null otherwise. */
  arrived: Uint8Array | null
}

/** A set that was read: refused, or with the JSON of its record. */
export interface ReadSet {
  key: SetKey
  /** Without its segments. */
  transaction: ReadTransaction
  refused: Refused | null
  record: string | null
  problems: Problem[]
}

export interface ReadInterchange {
  /** Its sets have no segments; null if there is none. */
  interchange: Interchange | null
  /** Why nothing of it is processed; null if its sets are. */
  rejected: string | null
  sets: ReadSet[]
}

export type Task =
  | { kind: 'file'; bytes: Uint8Array; interchanges_max: number }
  | {
      kind: 'interchange'
      bytes: Uint8Array
      sets_max: number
      supported: readonly string[]
      only: SetKey | null
      readings: SettledReadings
    }

/** parts null: the file has too many interchanges; `whole` is it. */
export type Answer<T extends Task> = T extends { kind: 'file' }
  ? { parts: ArrivedPart[] | null; hash: Uint8Array; whole: Uint8Array | null }
  : ReadInterchange
