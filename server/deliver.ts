/** `npm run deliver`: delivers in a separate process, for servers that run with DELIVERIES=false. */
import process from 'node:process'
import { readCommandLine } from './boot/command_line.ts'
import { configureLogs } from './observe/logs.ts'
import { checkDatabase, openCommandTarget } from './boot/database_target.ts'
import { StartFault } from './settings/start_fault.ts'
import { readSettings, SettingsFault } from './settings/settings.ts'
import { startWorkers } from './boot/workers.ts'

const usage = `Sends webhooks, mail and EDI from a separate process, for servers that run with DELIVERIES=false.
Its settings are read from the environment; README.md lists them.

  npm run deliver
`

async function main(): Promise<void> {
  readCommandLine(usage, {})
  const settings = readSettings(process.env)
  configureLogs(settings.LOG_LEVEL)
  const target = await openCommandTarget(settings)
  await checkDatabase(target)
  const worker = startWorkers(settings, target.url)
  process.stdout.write(`Delivering from ${target.words}.\n`)
  const stop = async () => {
    process.stdout.write('Finishing running deliveries.\n')
    await worker.stop()
    await target.close()
    process.exit(0)
  }
  process.once('SIGTERM', () => void stop())
  process.once('SIGINT', () => void stop())
}

main().catch((error: unknown) => {
  const isPlain = error instanceof StartFault || error instanceof SettingsFault
  process.stderr.write(`${isPlain ? error.message : `The deliverer did not start: ${String(error)}`}\n`)
  process.exit(1)
})
