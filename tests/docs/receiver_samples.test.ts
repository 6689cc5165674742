/**
 * The receiver samples of the docs site: each language's verification against the kit's vectors, and each receiver against
 * a delivery over HTTP. A language whose runtime is not on this machine is skipped.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'bun:test'
import { signTestDelivery } from '../../receiver-kit/src/testing.ts'
import vectors from '../../receiver-kit/vectors/signature-vectors.json'
import { testUnless } from '../support/needs.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const samples = at('../../docs-site/samples/receivers')
const folder = mkdtempSync(join(tmpdir(), 'receivers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const here = (path: string): string | null => (existsSync(path) ? path : null)
const deno =
  here(at('../tools/node_modules/@deno/linux-x64-glibc/deno')) ??
  here(at('../tools/node_modules/.bin/deno')) ??
  Bun.which('deno')

interface Language {
  needs: (string | null)[]
  runner: string
  /** Build commands, then the command that reads the vectors and prints true or false per line. */
  vectors: string[][]
  /** Builds what `receiver` starts, if no other command has. */
  make?: string[]
  /** Starts the receiver on PORT; null if this machine has no framework for it. */
  receiver: string[] | null
}

const node = Bun.which('node')
const python = Bun.which('python3')
const go = Bun.which('go')
const ruby = Bun.which('ruby')
const php = Bun.which('php')
const javac = Bun.which('javac')
const java = Bun.which('java')
const dotnet = Bun.which('dotnet')
const [mcs, mono] = [Bun.which('mcs'), Bun.which('mono')]

/** A program has one entry point: the receiver, or with `-p:Vectors=true` the program that reads the vectors. */
const csharpProject = `<Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup>
<TargetFramework>net$(BundledNETCoreAppTargetFrameworkVersion)</TargetFramework>
<ImplicitUsings>enable</ImplicitUsings><Nullable>enable</Nullable></PropertyGroup><ItemGroup>
<Compile Remove="Program.cs" Condition="'$(Vectors)' == 'true'" />
<Compile Remove="Vectors.cs" Condition="'$(Vectors)' != 'true'" /></ItemGroup></Project>`

/** Mono compiles and runs the verification; it has no ASP.NET for the receiver. */
const csharp: Language =
  dotnet === null
    ? {
        needs: [mcs, mono],
        runner: 'Vectors.cs',
        vectors: [
          [mcs!, '-warnaserror', '-out:vectors.exe', 'Signature.cs', 'Vectors.cs'],
          [mono!, 'vectors.exe'],
        ],
        receiver: null,
      }
    : {
        needs: [dotnet],
        runner: 'Vectors.cs',
        vectors: [[dotnet, 'run', '-p:Vectors=true']],
        make: [dotnet, 'build', '-o', 'out'],
        receiver: [dotnet, 'out/receiver.dll', '--urls', 'http://127.0.0.1:PORT'],
      }

const languages: Record<string, Language> = {
  node: {
    needs: [node],
    runner: 'node.mjs',
    vectors: [[node!, 'node.mjs']],
    receiver: [node!, 'receiver.mjs'],
  },
  deno: {
    needs: [deno],
    runner: 'deno.ts.txt',
    vectors: [[deno!, 'run', '--no-config', 'deno.ts']],
    receiver: [deno!, 'run', '--no-config', '--allow-net', '--allow-env', 'receiver.ts'],
  },
  python: {
    needs: [python],
    runner: 'python.py',
    vectors: [[python!, 'python.py']],
    receiver: [python!, 'receiver.py'],
  },
  go: {
    needs: [go],
    runner: 'vectors_test.go',
    vectors: [[go!, 'test', '-count=1', '-v', '.']],
    make: [go!, 'build', '-o', 'receiver', '.'],
    receiver: ['./receiver'],
  },
  ruby: {
    needs: [ruby],
    runner: 'ruby.rb',
    vectors: [[ruby!, 'ruby.rb']],
    receiver: [ruby!, at('runners/rack.rb'), 'receiver.ru'],
  },
  php: {
    needs: [php],
    runner: 'php.php',
    vectors: [[php!, 'php.php']],
    receiver: [php!, '-S', '127.0.0.1:PORT', 'receiver.php'],
  },
  java: {
    needs: [javac, java],
    runner: 'Vectors.java',
    vectors: [
      [javac!, '-Xlint:all', '-Werror', 'Signature.java', 'Receiver.java', 'Vectors.java'],
      [java!, 'Vectors'],
    ],
    make: [javac!, 'Signature.java', 'Receiver.java'],
    receiver: [java!, 'Receiver'],
  },
  csharp,
}

/** The prefix keeps an empty string visible. */
const b64 = (text: string) => `=${Buffer.from(text).toString('base64')}`
/** One vector per line, in a format that needs no JSON parser: body, header, secrets, tolerance, now. */
const lines = vectors.vectors.map(({ body_utf8, body_base64, header, secrets, tolerance_seconds, now }) =>
  [
    body_utf8 === undefined ? `=${body_base64}` : b64(body_utf8),
    header === null ? '-' : b64(header),
    secrets.length === 0 ? '-' : secrets.map(b64).join(','),
    tolerance_seconds,
    now,
  ].join(' '),
)

function makeReady(name: string, { runner }: Language): string {
  const place = join(folder, name)
  cpSync(join(samples, name), place, { recursive: true })
  cpSync(at(`runners/${runner}`), join(place, runner.replace('.txt', '')))
  if (name === 'csharp') writeFileSync(join(place, 'receiver.csproj'), csharpProject)
  writeFileSync(join(place, 'vectors.txt'), `${lines.join('\n')}\n`)
  return place
}

const run = (command: string[], cwd: string) =>
  Bun.spawnSync(command, {
    cwd,
    stdin: Bun.file(join(cwd, 'vectors.txt')),
    env: {
      ...process.env,
      VECTORS: join(cwd, 'vectors.txt'),
      GOFLAGS: '-mod=mod',
      GOCACHE: join(tmpdir(), 'go-cache'),
      // As for the samples of requests, so that what they compiled is used again.
      CGO_ENABLED: '0',
    },
  })

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as { port: number }
  await new Promise((closed) => server.close(closed))
  return port
}

/** Retries until the receiver listens; it responds to an unsigned request with 400. */
async function listening(address: string, until: number): Promise<void> {
  for (;;) {
    const answer = await fetch(address, { method: 'POST', body: '{}' }).catch(() => null)
    if (answer !== null) return
    if (Date.now() > until) throw new Error(`${address} does not listen`)
    await Bun.sleep(25)
  }
}

async function statuses(name: string, language: Language, place: string): Promise<number[]> {
  const port = await freePort()
  if (language.make) expect(run(language.make, place).exitCode).toBe(0)
  const command = language.receiver!.map((part) => part.replace('PORT', String(port)))
  const secret = `whsec_of_${name}`
  const receiver = Bun.spawn(command, {
    cwd: place,
    env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret, GOCACHE: join(tmpdir(), 'go-cache') },
    stdout: 'ignore',
    stderr: 'ignore',
  })
  try {
    const address = `http://127.0.0.1:${port}/`
    await listening(address, Date.now() + 60_000)
    const body = JSON.stringify({ name: 'SO-1', note: 'Größe' })
    const post = async (withSecret: string, change: (text: string) => string = (text) => text) => {
      const { headers } = await signTestDelivery({ event: 'order.created', body, secret: withSecret })
      const answer = await fetch(address, { method: 'POST', headers: { ...headers }, body: change(body) })
      await answer.arrayBuffer()
      return answer.status
    }
    const unsigned = await fetch(address, { method: 'POST', body: '{}' })
    return [
      await post(secret),
      await post('whsec_of_another'),
      await post(secret, (text) => `${text}\n`),
      unsigned.status,
    ]
  } finally {
    receiver.kill()
    await receiver.exited
  }
}

test('there is a sample for each of the eight languages, and for no other', () => {
  expect(readdirSync(samples).toSorted()).toEqual(Object.keys(languages).toSorted())
  expect(lines.length).toBeGreaterThan(70)
})

for (const [name, language] of Object.entries(languages)) {
  const missing = language.needs.includes(null) ? `no runtime for ${name} is installed` : null
  const noReceiver = language.receiver === null ? `no web framework for ${name} is installed` : null
  describe(name, () => {
    testUnless(
      missing,
      'accepts and refuses what the vectors require',
      () => {
        const place = makeReady(name, language)
        let output = ''
        for (const command of language.vectors) {
          const { exitCode, stdout, stderr } = run(command, place)
          expect(exitCode, `${command.join(' ')}\n${stderr.toString()}${stdout.toString()}`).toBe(0)
          output = stdout.toString()
        }
        const answers = output.split('\n').filter((line) => line === 'true' || line === 'false')
        expect(answers.length).toBe(lines.length)
        const wrong = vectors.vectors.filter(({ ok }, at) => answers[at] !== String(ok)).map(({ name }) => name)
        expect(wrong).toEqual([])
      },
      120_000,
    )

    testUnless(
      missing ?? noReceiver,
      'responds to a signed delivery with 204, and to a forged, changed or unsigned one with 400',
      async () => {
        expect(await statuses(name, language, makeReady(name, language))).toEqual([204, 400, 400, 400])
      },
      120_000,
    )
  })
}
