/** Runs an operator's command like `npm run admin`: in one transaction, and returns its output. */
import { peopleCommands } from '../../server/platform/admin/commands.ts'
import { operatorCommands } from '../../server/platform/admin/operator.ts'
import { authKeys } from '../../server/platform/sign_in/auth_keys.ts'
import { secretBox } from '../../server/secrets/secret_key.ts'
import { testService } from './service/service.ts'

export async function operate(name: string, values: Record<string, string> = {}): Promise<string> {
  const { database, settings } = await testService()
  const command = [...peopleCommands, ...operatorCommands].find((one) => one.name === name)!
  const prepared = await command.prepare?.(values)
  return database.sql.begin((sql) =>
    command.run({
      sql: sql as never,
      values,
      region: 'us',
      secrets: secretBox(settings),
      auth_keys: authKeys(settings),
      prepared,
    }),
  ) as Promise<string>
}
