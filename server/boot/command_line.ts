/** Reads a command's options. `--help` and an invalid option print the usage. */
import process from 'node:process'
import { parseArgs, type ParseArgsConfig } from 'node:util'

const help = { help: { type: 'boolean', short: 'h' } } as const

/** The options of a command. Exits after printing the usage for --help or an invalid option. */
export function readCommandLine<const Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: Options,
  wrongExitCode = 1,
) {
  try {
    const { values } = parseArgs({ options: { ...options, ...help }, strict: true, allowPositionals: false })
    if (!('help' in values)) return values
  } catch (error) {
    process.stderr.write(`${(error as Error).message.split('. ')[0]}.\n\n${usage}`)
    process.exit(wrongExitCode)
  }
  process.stdout.write(usage)
  process.exit(0)
}
