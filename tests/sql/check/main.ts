/** `npm run statements`: every statement against the schema that the migrations make. Without a fault it says one line. */
import { readCommandLine } from '../../../server/boot/command_line.ts'
import { checkStatements } from './check.ts'

readCommandLine('Prepares every statement against the schema that the migrations make.\n\n  npm run statements\n', {})

const { statements, forms, fragments, faults, seconds } = await checkStatements()
for (const fault of faults) console.error(fault)
console.log(
  `${statements} statements in ${forms} forms, of ${fragments} fragments: ${faults.length} faults (${seconds} s)`,
)
process.exit(faults.length === 0 ? 0 : 1)
