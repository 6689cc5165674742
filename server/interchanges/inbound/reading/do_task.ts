/** Reads a file or an interchange; small ones at once, larger ones in a thread (reader.ts). */
import { createHash } from 'node:crypto'
import { readEdiDocument, type SettledReadings } from '../../../edi/documents/read_document.ts'
import { readProblems } from '../../../edi/understood/read_problems.ts'
import { readEnvelope } from '../../../edi/x12/read_envelope.ts'
import { checkContent, checkSet, type Refused } from '../check_set.rules.ts'
import { plain } from '../plain_text.ts'
import { keyedGroups, type KeyedSet, type SetKey } from '../sets.rules.ts'
import { redact } from './redaction.rules.ts'
import { type InterchangePart, splitFile } from './split_file.rules.ts'
import type { Answer, ArrivedPart, InterchangeHeader, ReadInterchange, ReadSet, Task } from './task.ts'

const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest())

/** X12 travels as bytes; Latin-1 keeps each of them. */
const textOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

/** The mark that some programs put before text in UTF-8, as Latin-1 has it. */
const byteOrderMark = '\u00EF\u00BB\u00BF'
const withoutMark = (text: string) => (text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text)

/** The words of an interchange: in UTF-8 where its bytes are text in UTF-8, else in Latin-1. */
function wordsOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return textOf(bytes)
  }
}
const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))

function headerOf({ isa }: InterchangePart): InterchangeHeader {
  if (isa === null) return { sender: null, receiver: null, control_number: null, usage: '' }
  const party = (qualifier: string, id: string) => ({ qualifier: plain(qualifier).trim(), id: plain(id).trimEnd() })
  return {
    sender: party(isa[5]!, isa[6]!),
    receiver: party(isa[7]!, isa[8]!),
    control_number: /^\d{9}$/.test(isa[13]!) ? Number(isa[13]) : null,
    usage: isa[15]!,
  }
}

/** What is no interchange has no segments in which personal data could be found, so only its encrypted bytes are kept. */
const arrived = (part: InterchangePart): ArrivedPart => ({
  header: headerOf(part),
  fault: part.fault,
  hash: sha256(bytesOf(part.text)),
  content: bytesOf(part.isa === null ? '' : redact(part.text)),
  arrived: part.fault === null ? null : bytesOf(part.text),
})

const [faultsMax, foundLengthMax, sentenceLengthMax] = [3_000, 100, 2_000]

/** The same value, with every text in it plain. */
const plainly = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? plain(one) : one))) as T

/** As much as its 997 and a list of documents show. */
function shortened({ state, sentence, rejection: { faults, codes } }: Refused): Refused {
  const shown = faults.slice(0, faultsMax).map((fault) => ({
    ...fault,
    tag: fault.tag.slice(0, foundLengthMax),
    found: fault.found?.slice(0, foundLengthMax) ?? null,
  }))
  return plainly({ state, sentence: sentence.slice(0, sentenceLengthMax), rejection: { faults: shown, codes } })
}

interface SetRules {
  supported: readonly string[]
  readings: SettledReadings
  /** A set that was taken in when it arrived is read again as it is. */
  wasTaken: boolean
}

function readSet(set: KeyedSet, { supported, readings, wasTaken }: SetRules): ReadSet {
  const { key, transaction } = set
  const refused = wasTaken ? checkContent(transaction) : checkSet(set, supported.includes(transaction.type))
  const document = refused === null ? readEdiDocument(transaction, readings) : null
  return {
    key,
    transaction: plainly({ ...transaction, segments: [] }),
    refused: refused === null ? null : shortened(refused),
    record: document === null ? null : JSON.stringify(document.record),
    problems: document === null ? [] : readProblems(transaction),
  }
}

const isOf = (key: SetKey, only: SetKey | null) => only === null || (key.group === only.group && key.set === only.set)

function readInterchange({
  bytes,
  sets_max,
  supported,
  only,
  readings,
}: Extract<Task, { kind: 'interchange' }>): ReadInterchange {
  const { interchanges, unread } = readEnvelope(wordsOf(bytes))
  const [whole] = interchanges
  if (whole === undefined) return { interchange: null, rejected: unread?.message ?? 'It is empty.', sets: [] }
  const groups = keyedGroups(whole)
  const count = groups.reduce((sum, { sets }) => sum + sets.length, 0)
  const tooMany = `It has ${count.toLocaleString('en-US')} documents; at most ${sets_max.toLocaleString('en-US')} are allowed in an interchange.`
  const fault = whole.fault !== null && !whole.fault.accepted ? whole.fault.sentence : null
  const rejected = fault ?? (count > sets_max ? tooMany : null)
  const read = groups.flatMap(({ sets }) => sets).filter(({ key }) => isOf(key, only))
  const sets =
    rejected === null ? read.map((set) => readSet(set, { supported, readings, wasTaken: only !== null })) : []
  const groupsWithoutSegments =
    rejected !== null
      ? []
      : whole.groups.map((group) => ({
          ...group,
          transactions: group.transactions.map((transaction) => ({ ...transaction, segments: [] })),
        }))
  return { interchange: { ...whole, groups: groupsWithoutSegments }, rejected, sets }
}

export function doTask<T extends Task>(task: T): Answer<T> {
  if (task.kind === 'interchange') return readInterchange(task) as Answer<T>
  const text = withoutMark(textOf(task.bytes))
  const parts = splitFile(text, task.interchanges_max)
  const whole = parts === null ? task.bytes : null
  return { parts: parts?.map(arrived) ?? null, hash: sha256(task.bytes), whole } as Answer<T>
}
