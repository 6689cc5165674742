/** A worker in a separate process that claims due jobs and never finishes them, in order to be killed. */
import process from 'node:process'
import { openDatabase } from '../../db/client/database.ts'
import { startQueue } from '../../server/queue/worker.ts'
import { notes } from './notes.ts'

const db = openDatabase(process.env.DATABASE_URL!, { autocommit_connections: 1 })
startQueue(
  db,
  notes(db, {
    run: ({ body }) => {
      console.log(`took ${body}`)
      return new Promise(() => {})
    },
  }),
)
// The pipe closes when the parent process ends for any reason.
process.stdin.on('end', () => process.exit(1))
process.stdin.resume()
