/** The lock files install on every platform, from any registry, and without a warning on the Node versions of the README. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'

interface Package {
  version?: string
  resolved?: string
  optional?: boolean
  engines?: { node?: string }
  optionalDependencies?: Record<string, string>
}
type Packages = Record<string, Package>

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const packagesOf = (folder: string): Packages => read(`${folder}/package-lock.json`).packages

/** The lowest versions that documents name. */
const node = { '.': ['20.19.0', '22.12.0', '24.0.0'], 'docs-site': ['22.19.0', '24.0.0'] }
const folders: Record<string, string[]> = { ...node, 'receiver-kit': node['.'], 'tests/tools': node['.'] }

/** As Node resolves it: beside the package that asks, or in a folder above. */
function isListed(packages: Packages, at: string, name: string): boolean {
  if (`${at}${at === '' ? '' : '/'}node_modules/${name}` in packages) return true
  if (at === '') return false
  return isListed(packages, at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/'))), name)
}

for (const [folder, versions] of Object.entries(folders)) {
  test(`the lock file of ${folder} lists the optional packages of every platform`, () => {
    const packages = packagesOf(folder)
    const missing = Object.entries(packages).flatMap(([at, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !isListed(packages, at, name))
        .map((name) => `${at}: ${name}`),
    )
    expect(missing).toEqual([])
  })

  test(`the lock file of ${folder} names no registry, and package.json pins exact versions`, () => {
    const resolved = Object.entries(packagesOf(folder)).filter(([, { resolved }]) => resolved !== undefined)
    expect(resolved.map(([at]) => at)).toEqual([])
    const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = read(`${folder}/package.json`)
    const pins = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    expect(pins.filter(([, pin]) => !/^(npm:.+@)?\d+\.\d+\.\d+[-\w.]*$/.test(String(pin)))).toEqual([])
  })

  test(`no package of ${folder} warns on Node ${versions.join(', ')}`, () => {
    const warning = Object.entries(packagesOf(folder)).flatMap(([at, { engines, optional }]) =>
      optional || engines?.node === undefined || versions.every((one) => Bun.semver.satisfies(one, engines.node!))
        ? []
        : [`${at}: ${engines.node}`],
    )
    expect(warning).toEqual([])
  })
}
