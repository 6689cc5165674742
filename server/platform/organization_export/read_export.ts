/** Reads the archive of an export, and checks it whole before anything is written. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ExportFault } from './export_fault.ts'
import { type Manifest, type ManifestFile, manifestPath, readManifest } from './manifest.ts'
import { readTar, type TarEntry } from './tar.ts'

/** An export writes files of a few megabytes; a single row may be larger. */
const fileBytesMax = 256 * 1024 * 1024

export async function* readArchive(path: string): AsyncGenerator<TarEntry> {
  const unpacked = createGunzip()
  // Its error reaches the reader through the stream.
  pipeline(createReadStream(path), unpacked, () => {})
  try {
    yield* readTar(unpacked, fileBytesMax)
  } catch (error) {
    throw asFault(error, path)
  }
}

function asFault(error: unknown, path: string): unknown {
  const { code } = error as { code?: string }
  if (code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES')
    return new ExportFault(`Cannot read ${path}: ${code}.`)
  if (code?.startsWith('Z_') === true)
    return new ExportFault('The file is damaged or truncated: it cannot be decompressed.')
  return error
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

export interface CheckedExport {
  manifest: Manifest
  row_count: number
}

/** Reads the whole archive: every file is as the manifest states it, and none is missing or added. */
export async function checkExport(path: string): Promise<CheckedExport> {
  const manifestFiles: (Omit<ManifestFile, 'table'> & { names: Set<string> })[] = []
  let manifest: Manifest | null = null
  for await (const entry of readArchive(path)) {
    if (manifest !== null) throw new ExportFault('The archive has files behind its manifest.')
    if (entry.path === manifestPath) manifest = readManifest(entry.content)
    else manifestFiles.push(digestOf(entry))
  }
  if (manifest === null) throw new ExportFault('The file has no manifest: it is not a complete export.')
  const { files, tables } = manifest
  if (manifestFiles.length !== files.length)
    throw new ExportFault(`The archive has ${manifestFiles.length} files, and its manifest ${files.length}.`)
  for (const [i, file] of files.entries()) {
    const { path: name, bytes, sha256, rows, names } = manifestFiles[i]!
    if (name !== file.path) throw new ExportFault(`The archive has ${name} where its manifest has ${file.path}.`)
    if (bytes !== file.bytes || sha256 !== file.sha256)
      throw new ExportFault(`${name} is damaged: its checksum is not that of the manifest.`)
    if (rows !== file.rows)
      throw new ExportFault(`${name} has ${rows} rows, and ${file.rows} according to the manifest.`)
    const { columns } = tables.find(({ table }) => table === file.table)!
    const unknown = [...names].find((column) => !columns.includes(column))
    if (unknown !== undefined) throw new ExportFault(`${name} has an unknown column ${unknown}.`)
  }
  return { manifest, row_count: files.reduce((sum, { rows }) => sum + rows, 0) }
}

function digestOf({ path, content }: TarEntry) {
  const lines = content.toString().split('\n')
  if (lines.pop() !== '') throw new ExportFault(`${path} does not end with a line break.`)
  const names = new Set<string>()
  for (const [i, line] of lines.entries()) {
    const row = parse(line)
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      throw new ExportFault(`${path}, line ${i + 1}, is not a JSON object.`)
    for (const name of Object.keys(row)) names.add(name)
  }
  const sha256 = createHash('sha256').update(content).digest('hex')
  return { path, bytes: content.byteLength, sha256, rows: lines.length, names }
}
