/**
 * `npm run admin -- <command>`: organisations, people and plans, for the operator of the service. It uses the database
 * in DATABASE_URL, or the service's own in DATA_DIR, even while a server is running on it.
 */
import process from 'node:process'
import { openDatabase } from '../db/client/database.ts'
import { CommandFault } from './platform/admin/command_fault.ts'
import { type Command, peopleCommands } from './platform/admin/commands.ts'
import { operatorCommands } from './platform/admin/operator.ts'
import { authKeys } from './platform/sign_in/auth_keys.ts'
import { commandHelp, overview, readOptions } from './platform/admin/options.ts'
import { checkDatabase, migrateTarget, openCommandTarget } from './boot/database_target.ts'
import { StartFault } from './settings/start_fault.ts'
import { Refusal } from './contract/refusals.ts'
import { secretBox } from './secrets/secret_key.ts'
import { readSettings, SettingsFault } from './settings/settings.ts'

const commands = [...peopleCommands, ...operatorCommands]

async function main([name, ...rest]: string[]): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(overview(commands))
    return name === undefined ? 1 : 0
  }
  const command = commands.find((one) => one.name === name)
  if (command === undefined) throw new CommandFault(`There is no command "${name}".\n\n${overview(commands)}`)
  if (rest.includes('--help') || rest.includes('-h')) {
    process.stdout.write(commandHelp(command))
    return 0
  }
  process.stdout.write(`${await run(command, readOptions(command, rest))}\n`)
  return 0
}

async function run(command: Command, values: Record<string, string>): Promise<string> {
  const settings = readSettings(process.env)
  const target = await openCommandTarget(settings)
  try {
    await checkDatabase(target)
    await migrateTarget(target)
    const db = openDatabase(target.url, { autocommit_connections: 1, read_connections: 1, write_slots: 1 })
    try {
      const prepared = await command.prepare?.(values)
      return await db.write((sql) =>
        command.run({
          sql,
          values,
          region: settings.SERVICE_REGION,
          secrets: secretBox(settings),
          auth_keys: authKeys(settings),
          prepared,
        }),
      )
    } finally {
      await db.close()
    }
  } finally {
    await target.close()
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof Refusal) return error.desc
  const plain = [CommandFault, StartFault, SettingsFault].some((kind) => error instanceof kind)
  return plain ? (error as Error).message : `The command failed: ${(error as Error).message}`
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exitCode = 1
}
