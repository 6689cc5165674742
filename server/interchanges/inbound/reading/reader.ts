/**
 * The one reader of X12 that arrives: files, whichever way they came, and interchanges out of the archive. Small ones are
 * read at once; larger ones in a thread, a few at a time and organisations in turn, so that no request waits for them.
 */
import type { SettledReadings } from '../../../edi/documents/read_document.ts'
import { limits } from '../../../contract/limits.ts'
import { inThread } from '../../../files/in_thread.ts'
import { createLimiter } from '../../../queue/limiter.ts'
import type { SetKey } from '../sets.rules.ts'
import { doTask } from './do_task.ts'
import type { Answer, ArrivedPart, ReadInterchange, Task } from './task.ts'

const limiter = createLimiter({
  at_once_max: limits.edi_readings_at_once_max,
  at_once_per_organization_max: limits.edi_readings_at_once_per_organization_max,
  waiting_max: limits.edi_readings_waiting_max,
  waiting_per_organization_max: limits.edi_readings_waiting_per_organization_max,
  wait_seconds_max: limits.turn_wait_seconds_max,
  busy: 'Many EDI files are being read at the moment. Send this one again shortly.',
})

/** Takes some milliseconds; a thread takes longer to start. */
const atOnceBytesMax = 65_536

/** A file that takes too long, or too much memory, to be read; the rule follows the name of the field that named it. */
export class EdiFileFault extends Error {
  constructor(readonly rule: string) {
    super(`the file ${rule}`)
  }
}

const memoryMb = 1_536

async function read<T extends Task>(organization_id: string, task: T): Promise<Answer<T>> {
  if (task.bytes.byteLength <= atOnceBytesMax) return doTask(task)
  return limiter.run(organization_id, async () => {
    const program = new URL('./thread.ts', import.meta.url)
    const seconds_max = limits.edi_reading_seconds_max
    const answer = await inThread<Answer<T>>(program, task, { memory_mb: memoryMb, seconds_max })
    if (answer === 'too_late') throw new EdiFileFault(`takes longer than ${seconds_max} seconds to read`)
    if (answer === 'out_of_memory') throw new EdiFileFault('takes too much memory to read')
    return answer
  })
}

const counted = (count: number) => count.toLocaleString('en-US')

/** A file as it arrived. The bytes may move to the thread. */
export interface SentFile {
  bytes: Uint8Array
  /** Only its beginning was fetched, since it is larger than a file may be. */
  is_too_large?: boolean
}

export interface ReadFile {
  parts: ArrivedPart[]
  /** Why nothing of the file is taken; null if its parts are. */
  rule: string | null
  hash: Uint8Array
  /** The file as it arrived, where nothing of it is taken and it was fetched whole; null otherwise. */
  whole: Uint8Array | null
}

/** Splits a file into its interchanges, or says which limit it exceeds. */
export async function readFile(organization_id: string, { bytes, is_too_large = false }: SentFile): Promise<ReadFile> {
  const interchanges_max = limits.edi_interchanges_per_file_max
  const { parts, hash, whole } = await read(organization_id, { kind: 'file', bytes, interchanges_max })
  const rule = is_too_large
    ? `has more than ${counted(limits.edi_file_bytes_max)} bytes`
    : parts === null
      ? `has more than ${counted(interchanges_max)} interchanges; split it into several files`
      : null
  return { parts: rule === null ? parts! : [], rule, hash, whole: is_too_large ? null : whole }
}

/** Reads an archived interchange: every set, or one of them, as the record that its handler takes. */
export const readContent = (
  organization_id: string,
  content: Uint8Array,
  supported: readonly string[],
  { only = null, readings = { store_layout: null } }: { only?: SetKey | null; readings?: SettledReadings } = {},
): Promise<ReadInterchange> =>
  read(organization_id, {
    kind: 'interchange',
    bytes: new Uint8Array(content),
    sets_max: limits.edi_documents_per_interchange_max,
    supported,
    only,
    readings,
  })
