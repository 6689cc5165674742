/** Chooses the store of uploaded files: a bucket if one is configured, else a folder. */
import { join } from 'node:path'
import type { FileStore } from '../files/files.ts'
import { localFiles } from '../files/local.ts'
import { s3Files } from '../files/s3.ts'
import { s3Settings, type Settings } from '../settings/settings.ts'

export function openFileStore(settings: Settings): FileStore {
  const s3 = s3Settings(settings)
  return s3 ? s3Files(s3) : localFiles(join(settings.DATA_DIR, 'files'))
}
