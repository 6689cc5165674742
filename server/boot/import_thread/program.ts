/** The thread in which a server works on imports: its own heap, event loop and connections. */
import { parentPort, workerData } from 'node:worker_threads'
import { runImports } from '../../imports/work/worker.ts'
import { openFiles } from '../../files/files.ts'
import { configureLogs } from '../../observe/logs.ts'
import { secretBox } from '../../secrets/secret_key.ts'
import { openServiceDatabase } from '../database.ts'
import { openFileStore } from '../file_store.ts'
import { imports } from '../imports.ts'
import type { Done, Order, ThreadData } from './messages.ts'

const { settings, database_url } = workerData as ThreadData
configureLogs(settings.LOG_LEVEL)
const db = openServiceDatabase(database_url, {
  autocommit_connections: 1,
  read_connections: 2,
  write_slots: 2,
  application_name: 'merchant-api imports',
})
const run = runImports({
  db,
  files: openFiles(openFileStore(settings), db),
  catalogue: imports,
  secrets: secretBox(settings),
})
const port = parentPort!

async function workOn({ number, job }: Exclude<Order, 'end'>): Promise<void> {
  port.postMessage({ number, slice: await run(job) } satisfies Done)
}

port.on('message', (order: Order) => {
  if (order === 'end') void db.close().then(() => port.close())
  else void workOn(order)
})
