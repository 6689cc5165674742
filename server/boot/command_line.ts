/** Reads a command's options, and ends it. `--help` and an invalid option print the usage. */
import process from 'node:process'
import { parseArgs, type ParseArgsConfig } from 'node:util'

const help = { help: { type: 'boolean', short: 'h' } } as const

type Options = NonNullable<ParseArgsConfig['options']>

/** The options of a command. Exits after printing the usage for --help or an invalid option. */
export const readCommandLine = <const O extends Options>(usage: string, options: O, wrongExitCode = 1) =>
  readLine(usage, options, wrongExitCode, false).values

/** The options and the other arguments of a command. */
export const readArguments = <const O extends Options>(usage: string, options: O, wrongExitCode = 1) =>
  readLine(usage, options, wrongExitCode, true)

function readLine<const O extends Options>(
  usage: string,
  options: O,
  wrongExitCode: number,
  allowPositionals: boolean,
) {
  try {
    const read = parseArgs({ options: { ...options, ...help }, strict: true, allowPositionals })
    if (!('help' in read.values)) return read
  } catch (error) {
    process.stderr.write(`${(error as Error).message.split('. ')[0]}.\n\n${usage}`)
    process.exit(wrongExitCode)
  }
  process.stdout.write(usage)
  process.exit(0)
}

/** The exit code of a command is what it returns; an error is printed as one sentence and ends it with code 2. */
export async function endWith(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 2
  }
}
