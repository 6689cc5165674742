import { join } from 'node:path'
import process from 'node:process'
import { openDatabase } from '../../db/client/database.ts'
import { openFiles } from '../../server/files/files.ts'
import { localFiles } from '../../server/files/local.ts'
import { startImports } from '../../server/imports/work/worker.ts'
import { bigKind } from './zz_bench_kind.ts'
const db = openDatabase(process.env.DATABASE_URL!, { door_connections: 1 })
const files = openFiles(localFiles(join(process.env.DATA_DIR!, 'files')), db)
const worker = startImports({ db, files, catalogue: { kinds: [bigKind], profiles: [] } })
let peak = 0,
  worst = 0,
  last = performance.now()
setInterval(() => {
  const n = performance.now()
  worst = Math.max(worst, n - last - 20)
  last = n
  peak = Math.max(peak, process.memoryUsage().rss)
}, 20)
const t = performance.now()
const { sql } = { sql: db.reads }
for (;;) {
  await worker.settle()
  const [r] = await sql<any[]>`select state from imports where next_attempt_at is not null limit 1`
  if (r === undefined) break
}
const c = process.cpuUsage()
console.log(
  JSON.stringify({
    seconds: (performance.now() - t) / 1000,
    cpu: (c.user + c.system) / 1e6,
    peak_mb: peak / 1e6,
    worst_delay_ms: worst,
  }),
)
await worker.stop()
await db.close()
process.exit(0)
