/**
 * Starts the service: `bun server/main.ts` or `deno run -A server/main.ts`. It reads the settings, opens the database,
 * migrates it, binds the port, and on an empty database creates the first organisation, whose key is printed once.
 * SIGTERM and SIGINT drain: running requests finish, new ones are refused, usage is written, PostgreSQL stops last.
 */
import { createServer } from 'node:net'
import process from 'node:process'
import { firstStart } from './boot/first_start.ts'
import { readCommandLine } from './boot/command_line.ts'
import { isPortTaken, listen, type Listener, runtime_name } from './boot/listen.ts'
import { checkDatabase, migrateTarget, openServerTarget } from './boot/database_target.ts'
import { StartFault } from './settings/start_fault.ts'
import { readSettings, type Settings, SettingsFault } from './settings/settings.ts'
import { startApp } from './boot/start.ts'
import { welcome } from './boot/welcome.ts'

const usage = `Starts the service. Its settings are read from the environment; README.md lists them.

  npm run server
`

/** Started parts, stopped in reverse order. */
const begun: (() => Promise<void>)[] = []

async function endAll(): Promise<void> {
  for (let end = begun.pop(); end !== undefined; end = begun.pop()) await end()
}

async function main(): Promise<void> {
  readCommandLine(usage, {})
  const settings = await chooseSettings()
  const target = await openServerTarget(settings)
  begun.push(() => target.close())
  await checkDatabase(target)
  await migrateTarget(target)
  const running = startApp(settings, target.url)
  begun.push(() => running.stop())
  const listener = open(settings, () => listen(running, settings.HOST, settings.PORT))
  begun.push(() => listener.stop())
  // The port is checked before anything is created: the key of a start that then fails would never be shown.
  const first = await firstStart(running.context.db, settings.SERVICE_REGION)
  process.stdout.write(welcome({ settings, runtime_name, database: target.words, first }))
}

/** With PORT=0, a free port is chosen here, so that printed and signed URLs contain the actual port. */
async function chooseSettings(): Promise<Settings> {
  const settings = readSettings(process.env)
  if (settings.PORT !== 0) return settings
  return readSettings({ ...process.env, PORT: String(await findFreePort(settings.HOST)) })
}

function findFreePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, host, () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

function open({ HOST, PORT }: Settings, listenNow: () => Listener): Listener {
  try {
    return listenNow()
  } catch (error) {
    if (!isPortTaken(error)) throw error
    throw new StartFault(
      `Port ${PORT} on ${HOST} is in use; stop the process that listens there, or set PORT to another.`,
    )
  }
}

function fail(error: unknown): void {
  const isPlain = error instanceof StartFault || error instanceof SettingsFault
  process.stderr.write(
    `${isPlain ? error.message : `The service did not start: ${(error as Error)?.stack ?? String(error)}`}\n`,
  )
}

let isStopping = false

async function stop(signal: string): Promise<void> {
  // A second signal exits at once; PostgreSQL keeps running and is found by the next start.
  if (isStopping) process.exit(1)
  isStopping = true
  process.stdout.write(`\n${signal}: finishing running requests.\n`)
  await starting
  try {
    await endAll()
  } catch (error) {
    process.stderr.write(`The service did not stop cleanly: ${(error as Error).message}\n`)
    process.exit(1)
  }
  process.stdout.write('Stopped.\n')
  process.exit(0)
}

const starting = main().catch(async (error: unknown) => {
  fail(error)
  await endAll().catch(fail)
  process.exit(1)
})
process.on('SIGTERM', () => void stop('SIGTERM'))
process.on('SIGINT', () => void stop('SIGINT'))
