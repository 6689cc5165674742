/** How every command reads its options: `--help` tells them, and what cannot be read is told with them. */
import process from 'node:process'
import { parseArgs, type ParseArgsConfig } from 'node:util'

/** Told as it stands, without a stack: the command line was wrong. */
export class UsageFault extends Error {}

const help = { help: { type: 'boolean', short: 'h' } } as const

/** The options of a command; prints its usage and ends the process where that was asked for. */
export function readCommandLine<const Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: Options,
) {
  try {
    const { values } = parseArgs({ options: { ...options, ...help }, strict: true, allowPositionals: false })
    if (!('help' in values)) return values
  } catch (error) {
    throw new UsageFault(`${(error as Error).message.split('. ')[0]}.\n\n${usage.trimEnd()}`)
  }
  process.stdout.write(usage)
  process.exit(0)
}
