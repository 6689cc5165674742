/** A worker as a process of its own that takes what is due and never comes to an end with it, to be killed. */
import process from 'node:process'
import { openDatabase } from '../../db/client/database.ts'
import { startQueue } from '../../server/queue/worker.ts'
import { notes } from './notes.ts'

const db = openDatabase(process.env.DATABASE_URL!, { door_connections: 1 })
startQueue(
  db,
  notes(db, {
    run: ({ body }) => {
      console.log(`took ${body}`)
      return new Promise(() => {})
    },
  }),
)
// The parent's end of the pipe closes when the parent is gone, however it went.
process.stdin.on('end', () => process.exit(1))
process.stdin.resume()
