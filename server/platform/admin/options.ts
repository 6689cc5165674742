/** Parses the options of commands and prints their help. */
import { parseArgs } from 'node:util'
import { CommandFault } from './command_fault.ts'
import type { Command } from './commands.ts'

/** The options of a command as text; refuses one that is unknown, missing, empty or not allowed. */
export function readOptions(command: Command, rest: string[]): Record<string, string> {
  const declared = Object.entries(command.options)
  const values = parse(command, rest)
  for (const [name, { required, one_of }] of declared) {
    const value = values[name]
    if (required && value === undefined) throw fault(command, `--${name} is missing`)
    if (value !== undefined && value.trim() === '') throw fault(command, `--${name} is empty`)
    if (value !== undefined && one_of && !one_of.includes(value))
      throw fault(command, `--${name} cannot be "${value}"; it must be one of ${one_of.join(', ')}`)
  }
  return values
}

function parse(command: Command, rest: string[]): Record<string, string> {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { flag }]) => [
      name,
      { type: flag ? ('boolean' as const) : ('string' as const) },
    ]),
  )
  try {
    const { values } = parseArgs({ args: rest, options, strict: true, allowPositionals: false })
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
  } catch (error) {
    throw fault(command, (error as Error).message.split('. ')[0]!)
  }
}

const fault = (command: Command, sentence: string) => new CommandFault(`${sentence}.\n\n${commandHelp(command)}`)

export const overview = (commands: readonly Command[]): string =>
  [
    'Usage: npm run admin -- <command> [options]',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(22)}${summary}`),
    '',
    'To list the options of a command, run: npm run admin -- <command> --help',
    '',
  ].join('\n')

export function commandHelp({ name, summary, options }: Command): string {
  const declared = Object.entries(options)
  const usage = declared.map(([option, { required, flag }]) => {
    const text = flag ? `--${option}` : `--${option} <${option}>`
    return required ? text : `[${text}]`
  })
  return [
    `${summary}.`,
    '',
    `Usage: npm run admin -- ${[name, ...usage].join(' ')}`,
    '',
    ...declared.map(
      ([option, { about, one_of }]) => `  --${option.padEnd(16)}${about}${one_of ? `: ${one_of.join(', ')}` : ''}`,
    ),
    '',
  ].join('\n')
}
