/** The Chromium for browser tests. The headless shell renders the same pages in half the processor time. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const tools = fileURLToPath(new URL('../tools/package.json', import.meta.url))
const programs = ['chromium-headless-shell', 'chromium', 'google-chrome']

/** Path of the browser from CHROMIUM; otherwise the first one that is installed. */
const program = process.env.CHROMIUM ?? programs.map((one) => Bun.which(one)).find((path) => path !== null) ?? null
const driver = fileURLToPath(new URL('../tools/node_modules/playwright-core', import.meta.url))

/** Why there is no browser; null if there is one. */
export const missingBrowser = !existsSync(driver)
  ? 'tests/tools is not installed'
  : program === null
    ? 'chromium is not installed'
    : null

/** Loads a package installed in tests/tools. */
export const requireTool = createRequire(tools)

export const launchBrowser = (): Promise<any> =>
  requireTool('playwright-core').chromium.launch({
    executablePath: program,
    args: ['--no-sandbox', '--disable-gpu'],
  })
