/** A worker on imports as a process of its own, to be killed. Its writes take a while, so that it dies within them. */
import { join } from 'node:path'
import process from 'node:process'
import { openDatabase } from '../../db/client/database.ts'
import { openFiles } from '../../server/files/files.ts'
import { localFiles } from '../../server/files/local.ts'
import { openSecretBox } from '../../server/secrets/secret_box.ts'
import { startImports } from '../../server/imports/work/worker.ts'
import { itemKind } from './item_kind.ts'

const db = openDatabase(process.env.DATABASE_URL!, { autocommit_connections: 1 })
const files = openFiles(localFiles(join(process.env.DATA_DIR!, 'files')), db)
const onWrite = () => new Promise<void>((resolve) => setTimeout(resolve, Number(process.env.BATCH_MS)))
startImports({
  db,
  files,
  secrets: openSecretBox('a secret key of the tests'),
  catalogue: { kinds: [itemKind({ onWrite })], profiles: [] },
})
// The parent's end of the pipe closes when the parent is gone, however it went.
process.stdin.on('end', () => process.exit(1))
process.stdin.resume()
