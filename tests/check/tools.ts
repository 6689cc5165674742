/** The tools of `npm run check`, and how they run: all of them, whatever the others find. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Tool {
  name: string
  command: readonly string[]
}

/** Whether the kit's packages are installed as its lock file says now: the install ends with generating these types. */
export const hasKitPackages = (): boolean =>
  ['node_modules', 'client/src/keys.generated.ts'].every((path) => existsSync(join(root, 'receiver-kit', path)))

/** Types of the receiver kit need its own packages, which the install in the root does not bring. */
export const codeTools = (withKit: boolean): Tool[] => [
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  {
    name: withKit ? 'lint and types' : 'lint and types, without receiver-kit',
    command: ['bun', 'run', 'lint', ...(withKit ? [] : ['--ignore-pattern', 'receiver-kit/**'])],
  },
  { name: 'unused code', command: ['knip'] },
]

export const contractTools: Tool[] = [
  { name: 'contract', command: ['bun', 'run', 'contract', '--check'] },
  { name: 'statements', command: ['bun', 'run', 'statements'] },
]

/** The names of the tools that failed. */
export function runTools(tools: readonly Tool[]): string[] {
  const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  return tools.flatMap(({ name, command }) => {
    console.log(`== ${name}`)
    const { exitCode } = Bun.spawnSync([...command], {
      cwd: root,
      env: { ...process.env, PATH },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    return exitCode === 0 ? [] : [name]
  })
}
