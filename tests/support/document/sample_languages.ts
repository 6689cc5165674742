/** Runs the code samples of each language: all of a language in one process, each followed by a line `=== <number>`. */
import { sellOut } from './sample_bytes.ts'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { missingProgram } from '../needs.ts'

export type Label = 'TypeScript' | 'curl' | 'JavaScript' | 'Python' | 'Go' | 'PHP' | 'Ruby'

interface Language {
  command: string[]
  /** What is missing on this machine, as a reason; null if nothing. */
  lacks: () => string | null
  /** The file that a sample is written to. */
  file: (i: number) => string
  /** Adapts a sample so that one process can run many; its own lines stay unchanged. */
  fit?: (source: string, i: number) => string
  /** Further files, including the one that runs the samples. */
  driver: (count: number) => Record<string, string>
  env?: Record<string, string>
}

const needs = (program: string) => () => missingProgram(program)

/** The output of a program; empty if it is not installed. */
const says = (command: string[]): string => {
  if (Bun.which(command[0]!) === null) return ''
  const { exitCode, stdout } = Bun.spawnSync(command, { stdout: 'pipe', stderr: 'ignore' })
  return exitCode === 0 ? stdout.toString() : ''
}

/** Environment variables while sample `i` runs, with its organisation's values. */
const variables = ['API_KEY', 'USER_TOKEN', 'ORGANIZATION_ID']

const curl: Language = {
  command: ['bash', 'driver.sh'],
  lacks: () => missingProgram('bash', 'curl', 'openssl'),
  file: (i) => `sample_${i}.sh`,
  // curl prints the status only on request.
  driver: (count) => ({
    'driver.sh': `curl() { command curl -sS -w " %{http_code}" "$@"; }
for i in $(seq 0 ${count - 1}); do
${variables.map((name) => `  v=${name}_$i; ${name}=\${!v}`).join('\n')}
  . ./sample_$i.sh 2>&1; echo; echo "=== $i"
done`,
  }),
}

const javascript: Language = {
  command: [process.execPath, 'run', 'driver.mjs'],
  lacks: () => null,
  file: (i) => `sample_${i}.mjs`,
  driver: (count) => ({
    'driver.mjs': `for (let i = 0; i < ${count}; i++) {
  for (const name of ${JSON.stringify(variables)}) process.env[name] = process.env[name + '_' + i]
  try { await import('./sample_' + i + '.mjs') } catch (error) { console.log(String(error)) }
  console.log('=== ' + i)
}`,
  }),
}

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const openapiFetch = at('tests/tools/node_modules/openapi-fetch')

/** The client as a package, from its sources: only its types are made when it is built. */
const clientPackage = () => {
  const sources = at('receiver-kit/client/src')
  const files = readdirSync(sources).filter((name) => name !== 'keys.generated.ts')
  const own = files.map((name) => [
    `node_modules/@merchant-api/client/${name}`,
    readFileSync(join(sources, name), 'utf8'),
  ])
  return {
    ...(Object.fromEntries(own) as Record<string, string>),
    'node_modules/openapi-fetch/index.js': `export { default } from ${JSON.stringify(`${openapiFetch}/dist/index.mjs`)}`,
  }
}

/** The client returns bodies, so the driver prints the statuses, once each. */
const typescript: Language = {
  command: [process.execPath, 'run', 'driver.mjs'],
  lacks: () => (existsSync(openapiFetch) ? null : 'tests/tools is not installed'),
  file: (i) => `sample_${i}.ts`,
  driver: (count) => ({
    ...clientPackage(),
    'driver.mjs': `const send = fetch
let statuses
globalThis.fetch = async (request) => {
  const response = await send(request)
  statuses.add(response.status)
  return response
}
for (let i = 0; i < ${count}; i++) {
  for (const name of ${JSON.stringify(variables)}) process.env[name] = process.env[name + '_' + i]
  statuses = new Set()
  try { await import('./sample_' + i + '.ts') } catch (error) { console.log(String(error), error.data) }
  console.log('responded ' + [...statuses].join(' and ') + '\\n=== ' + i)
}`,
  }),
}

const python: Language = {
  command: ['python3', 'driver.py'],
  lacks: needs('python3'),
  file: (i) => `sample_${i}.py`,
  driver: (count) => ({
    'driver.py': `import os
for i in range(${count}):
    for name in ${JSON.stringify(variables)}:
        os.environ[name] = os.environ[name + '_' + str(i)]
    try:
        exec(compile(open(f'sample_{i}.py').read(), f'sample_{i}.py', 'exec'), {})
    except SystemExit as error:
        print(error)
    except Exception as error:
        print(repr(error))
    print(f'=== {i}')`,
  }),
}

/** A Go program has one main, so each sample becomes a package and all are linked once. */
const go: Language = {
  command: ['go', 'run', '.'],
  // rand.Text was added in Go 1.24.
  lacks: () => {
    const version = /go1\.(\d+)/.exec(says(['go', 'version']))?.[1]
    return missingProgram('go') ?? (Number(version ?? 0) >= 24 ? null : `needs Go 1.24, not 1.${version}`)
  },
  file: (i) => `s${i}/sample.go`,
  fit: (source, i) => source.replace(/^package main$/m, `package s${i}`).replace(/^func main\(\)/m, 'func Main()'),
  driver: (count) => {
    const numbers = Array.from({ length: count }, (_, i) => i)
    return {
      'go.mod': 'module samples\n\ngo 1.24\n',
      'main.go': `package main

import (
	"fmt"
	"os"
${numbers.map((i) => `	"samples/s${i}"`).join('\n')}
)

func run(i int, sample func()) {
	defer func() {
		if fault := recover(); fault != nil {
			fmt.Println(fault)
		}
		fmt.Printf("\\n=== %d\\n", i)
	}()
	for _, name := range []string{${variables.map((name) => `"${name}"`).join(', ')}} {
		os.Setenv(name, os.Getenv(fmt.Sprintf("%s_%d", name, i)))
	}
	sample()
}

func main() {
${numbers.map((i) => `	run(${i}, s${i}.Main)`).join('\n')}
}
`,
    }
  },
  env: {
    GOCACHE: join(tmpdir(), 'go-cache'),
    GOFLAGS: '-mod=mod',
    GOPROXY: 'off',
    GOTOOLCHAIN: 'local',
    CGO_ENABLED: '0',
  },
}

const php: Language = {
  command: ['php', 'driver.php'],
  lacks: () =>
    missingProgram('php') ??
    (says(['php', '-r', 'echo extension_loaded("curl");']) === '1' ? null : "PHP's curl extension is not installed"),
  file: (i) => `sample_${i}.php`,
  driver: (count) => ({
    'driver.php': `<?php
function run_sample(string $file): void { include $file; }
for ($i = 0; $i < ${count}; $i++) {
    foreach (${JSON.stringify(variables)} as $name) putenv("$name=" . getenv("{$name}_$i"));
    try { run_sample(__DIR__ . "/sample_$i.php"); } catch (Throwable $error) { echo $error, PHP_EOL; }
    echo "\\n=== $i\\n";
}`,
  }),
}

const ruby: Language = {
  command: ['ruby', '-W0', 'driver.rb'],
  lacks: needs('ruby'),
  file: (i) => `sample_${i}.rb`,
  driver: (count) => ({
    'driver.rb': `${count}.times do |i|
  ${JSON.stringify(variables)}.each { |name| ENV[name] = ENV["#{name}_#{i}"] }
  begin
    load File.join(__dir__, "sample_#{i}.rb")
  rescue Exception => error
    puts error.inspect
  end
  puts "\\n=== #{i}"
end`,
  }),
}

export const sampleLanguages: Record<Label, Language> = {
  TypeScript: typescript,
  Python: python,
  curl,
  JavaScript: javascript,
  Go: go,
  PHP: php,
  Ruby: ruby,
}

export interface Sample {
  source: string
  /** Values of the environment variables that this sample reads. */
  variables: Record<string, string>
}

/** The output of each sample, in order. */
export async function runSamples(label: Label, samples: readonly Sample[], folder: string, base_url: string) {
  const { command, file, fit, driver, env } = sampleLanguages[label]
  const put = (name: string, text: string) => {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  for (const [i, { source }] of samples.entries()) put(file(i), fit?.(source, i) ?? source)
  for (const [name, text] of Object.entries(driver(samples.length))) put(name, text)
  put('file.csv', sellOut)
  const own = samples.flatMap((sample, i) =>
    variables.map((name) => [`${name}_${i}`, sample.variables[name] ?? ''] as const),
  )
  const child = Bun.spawn(command, {
    cwd: folder,
    stdout: 'pipe',
    stderr: 'inherit',
    env: {
      ...env,
      ...Object.fromEntries(own),
      PATH: process.env.PATH!,
      HOME: folder,
      BASE_URL: base_url,
    },
  })
  const out = await new Response(child.stdout).text()
  return out.split(/^=== \d+$/m).map((part) => part.trim())
}

const statusOf: Partial<Record<Label, RegExp>> = { TypeScript: /^responded (\d{3})$/m, curl: /(\d{3})$/ }

/** The status printed by a sample; for curl it follows the body. */
export const statusIn = (label: Label, printed: string) => Number((statusOf[label] ?? /^(\d{3})\b/).exec(printed)?.[1])
