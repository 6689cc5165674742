/** `npm run check`: runs every tool and ends with the names of those that failed. */
import { readCommandLine } from '../../server/boot/command_line.ts'
import { codeTools, contractTools, hasKitPackages, runTools } from './tools.ts'

const usage = `Checks format, lint, types, unused code, the OpenAPI document against the code, and every SQL statement.

  npm run check -- [--code | --contract] [--with-kit]

  --code      only format, lint, types and unused code
  --contract  only the OpenAPI document and SQL statements
  --with-kit  fails if receiver-kit cannot be checked because its packages are not installed
`

const options = readCommandLine(usage, {
  code: { type: 'boolean' },
  contract: { type: 'boolean' },
  'with-kit': { type: 'boolean' },
})
const withKit = hasKitPackages()
const tools = [...(options.contract ? [] : codeTools(withKit)), ...(options.code ? [] : contractTools)]
const failed = runTools(tools)
if (!withKit && !options.contract) {
  const words = 'the types of receiver-kit are not checked, since its packages are not installed'
  console.log(`== ${words}: npm --prefix receiver-kit ci`)
  if (options['with-kit']) failed.push('receiver-kit')
}
console.log(failed.length === 0 ? 'Nothing found.' : `Failed: ${failed.join('; ')}`)
process.exit(failed.length === 0 ? 0 : 1)
