/** A service with the built app, people in an organisation of it, and pages of a real browser. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { hashPassword, insertUser } from '../../../server/platform/sign_in/store.ts'
import { launchBrowser, requireTool } from '../../support/chromium.ts'
import { separateDatabase } from '../../support/database.ts'
import { startService } from '../../support/service/service.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { dist } from '../built_site.ts'

export const password = 'correct horse battery staple'
const axe = readFileSync(requireTool.resolve('axe-core/axe.min.js'), 'utf8')
/** Text that a user could store, and that must stay text. */
export const hostile = '<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script>'

export type App = Awaited<ReturnType<typeof openApp>>

export async function openApp(name: string) {
  const database = await separateDatabase(name)
  const service = await startService({ DELIVERIES: 'true' }, database)
  const tenant = await newTenant({ service })
  const browser = await launchBrowser()
  const newOrganization = async (): Promise<string> => (await newTenant({ service })).organization_id
  const newPerson = async (role: string | null, organization_id = tenant.organization_id): Promise<string> => {
    const email = `person-${uuidv7()}@example.com`
    const { sql } = database
    const user_id = await insertUser(sql, { name: 'Grace Buyer', email, password_hash: await hashPassword(password) })
    if (role !== null)
      await sql`
        insert into memberships (organization_id, user_id, role) values (${organization_id}, ${user_id!}, ${role})`
    return email
  }

  /** A page that keeps what goes wrong in it: errors of scripts, of the policy, and requests to other origins. */
  const openPage = async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    const page = await context.newPage()
    const wrong: string[] = []
    page.on('pageerror', (error: Error) => wrong.push(error.message))
    page.on('console', (message: any) => {
      // A refused request is named by the console, and by the page.
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) wrong.push(message.text())
    })
    page.on('request', (request: any) => {
      if (!request.url().startsWith(service.base_url)) wrong.push(`asked ${request.url()}`)
    })
    page.setDefaultTimeout(20_000)
    return { page, context, wrong }
  }

  const signIn = async (page: any, email: string, next = ''): Promise<void> => {
    await page.goto(`${service.base_url}/app/sign-in${next}`)
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  const close = async () => {
    await browser.close()
    await service.stop()
    await database.stop()
  }
  return { service, database, tenant, newOrganization, newPerson, openPage, signIn, close }
}

/** Properties of an island as its page has them: each value stands beside the number of its kind, 1 for lists. */
const decoded = ([kind, value]: [number, any?]): any =>
  kind === 1
    ? value.map(decoded)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, decoded(one as [number, any?])]))
      : value

/** The properties that the build gave to the screen of a page. */
export function propsOf(page: string): any {
  const html = readFileSync(join(dist, 'app', page, 'index.html'), 'utf8')
  const props = / props="([^"]*)"/
    .exec(html)![1]!
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
  return decoded([0, JSON.parse(props)])
}

/** What axe finds and what is too wide for a phone, in both themes. */
export async function faultsOf(page: any, name: string): Promise<string[]> {
  const faults: string[] = []
  await page.evaluate(axe)
  for (const [device, size] of Object.entries({
    phone: { width: 360, height: 740 },
    desktop: { width: 1280, height: 900 },
  }))
    for (const theme of ['light', 'dark']) {
      await page.setViewportSize(size)
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
      const found: string[] =
        await page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
        violations.map(({ id, nodes }) => id + ' ' + nodes[0].target + ' ' + nodes[0].html.slice(0, 160)))`)
      if (!(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))) found.push('is too wide')
      faults.push(...found.map((one) => `${name} ${device} ${theme}: ${one}`))
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/app_${name}_${device}_${theme}.png`, fullPage: true })
    }
  return faults
}
