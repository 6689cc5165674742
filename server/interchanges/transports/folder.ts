/**
 * Folders in DATA_DIR/edi/<organisation>/<account>: `out` for the account to collect, `in` for what it delivers, and `done`
 * for what has been stored. A file appears under its name only when it is whole. Names that begin with a dot or end
 * with .part or .tmp belong to writers at work.
 */
import { mkdir, open, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { limits } from '../../contract/limits.ts'
import { verdictOf } from './complete.rules.ts'
import { type Connection, notSent, sent, type Transport } from './transport.ts'

type Owner = Pick<Connection, 'organization_id' | 'trading_partner_id'>

export const accountFolder = (data_dir: string, { organization_id, trading_partner_id }: Owner): string =>
  join(data_dir, 'edi', organization_id, trading_partner_id)

export const isWriterFile = (name: string): boolean => /^\.|\.(part|tmp)$/i.test(name)

async function writeWhole(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true })
  const part = join(folder, `.${name}.${process.pid}.part`)
  const file = await open(part, 'w')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(part, join(folder, name))
}

/** A name that is free in the folder, so that a second file of the same name does not replace the first. */
async function freeName(folder: string, name: string): Promise<string> {
  const exists = await stat(join(folder, name)).then(
    () => true,
    () => false,
  )
  return exists ? `${Date.now()}_${name}` : name
}

const readSome = async (path: string): Promise<Uint8Array> => {
  const file = await open(path, 'r')
  try {
    const buffer = Buffer.alloc(limits.edi_file_bytes_max + 1)
    let length = 0
    for (;;) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length)
      if (bytesRead === 0) break
      length += bytesRead
      if (length === buffer.length) break
    }
    return buffer.subarray(0, length)
  } finally {
    await file.close()
  }
}

export const patience = {
  quiet_seconds_min: limits.edi_quiet_seconds,
  incomplete_seconds_max: limits.edi_incomplete_seconds,
  bytes_max: limits.edi_file_bytes_max,
}

export const folderTransport = (data_dir: string): Transport => ({
  async send({ file_name, bytes, ...owner }) {
    try {
      await writeWhole(join(accountFolder(data_dir, owner), 'out'), file_name, bytes)
      return sent
    } catch (error) {
      return notSent(
        `the folder cannot be written: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`,
      )
    }
  },
  async fetch(connection, store) {
    const root = accountFolder(data_dir, connection)
    const [inbox, done] = [join(root, 'in'), join(root, 'done')]
    await mkdir(inbox, { recursive: true })
    await mkdir(done, { recursive: true })
    const names = (await readdir(inbox, { withFileTypes: true }))
      .filter((entry) => entry.isFile() && !isWriterFile(entry.name))
      .map(({ name }) => name)
      .toSorted()
    let receivedFiles = 0
    for (const name of names) {
      if (receivedFiles >= limits.edi_files_per_poll_max) return true
      const path = join(inbox, name)
      const before = await stat(path).catch(() => null)
      if (before === null) continue
      const bytes = await readSome(path)
      const after = await stat(path).catch(() => null)
      if (after === null || after.size !== before.size || after.mtimeMs !== before.mtimeMs) continue
      const quiet_seconds = (Date.now() - after.mtimeMs) / 1_000
      const state = { bytes: after.size, quiet_seconds }
      if (verdictOf(state, Buffer.from(bytes).toString('latin1'), patience) === 'wait') continue
      await store({ file_name: name, bytes, is_too_large: after.size > limits.edi_file_bytes_max })
      await rename(path, join(done, await freeName(done, name)))
      receivedFiles++
    }
    return false
  },
})
