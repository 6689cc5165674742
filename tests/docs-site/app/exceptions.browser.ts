/** Exceptions in the app: every kind leads to what settles it, and its operations run from the queue. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { dist, openapi } from '../built_site.ts'
import { type App, faultsOf, hostile, openApp, propsOf } from './rig.ts'

let app: App

beforeAll(async () => {
  app = await openApp('exceptions_in_a_browser')
  await app.tenant.post('/api/v1/sandbox/seed')
})
afterAll(() => app.close())

interface Subject {
  parameter: string | null
  record: string | null
  actions: { operation: string; place: { path: string } | null }[]
}

const actionsOfPage = (): Record<string, Record<string, Subject>> => propsOf('exceptions').actions

test('every kind of exception of the document has an action for each of its subjects, and its form or screen is there', () => {
  const actions = actionsOfPage()
  const kinds: string[] = openapi.components.schemas.ExceptionKind['x-extensible-enum']
  expect(kinds.length).toBeGreaterThan(20)
  expect(Object.keys(actions).toSorted()).toEqual(kinds.toSorted())
  const without = Object.entries(actions).flatMap(([kind, subjects]) =>
    Object.entries(subjects).flatMap(([subject, { actions: own }]) => (own.length === 0 ? [`${kind} ${subject}`] : [])),
  )
  expect(without).toEqual([])
  for (const subject of Object.values(actions).flatMap((subjects) => Object.values(subjects))) {
    if (subject.record !== null) readFileSync(join(dist, `app/records/${subject.record}/index.html`))
    for (const { operation, place } of subject.actions)
      readFileSync(join(dist, place === null ? `app/forms/${operation}.json` : `app${place.path}/index.html`))
  }
})

const open = async (kind: string, subject_type: string, subject_id: string, sentence = `About ${kind}.`) => {
  const { sql } = app.database
  const exception_id = uuidv7()
  await sql`
    insert into exceptions (organization_id, exception_id, kind, severity, subject_type, subject_id, sentence, opened_at)
    values (${app.tenant.organization_id}, ${exception_id}, ${kind}, 'warning', ${subject_type}, ${subject_id}, ${sentence}, now())`
  return exception_id
}

async function draft(): Promise<{ order_id: string; sku: string }> {
  const { sql } = app.database
  const { organization_id } = app.tenant
  const [found] = await sql<{ sales_channel_id: string; location_id: string; variant_id: string; sku: string }[]>`
    select
      (select sales_channel_id from sales_channels
        where organization_id = ${organization_id} and channel_type <> 'wholesale' limit 1),
      (select location_id from locations where organization_id = ${organization_id} limit 1),
      variant_id, sku
    from variants where organization_id = ${organization_id} order by sku limit 1`
  const { sku, variant_id, ...place } = found!
  const created = await app.tenant.post(
    '/api/v1/sales/orders',
    { ...place, lines: [{ variant_id, quantity: 2, unit_price_cents: 1_999 }] },
    { headers: { 'Idempotency-Key': uuidv7() } },
  )
  expect(created.status).toBe(201)
  return { order_id: created.body.data.order_id, sku }
}

test('units of an order are cancelled and another is allocated from the queue, with forms of their fields', async () => {
  const cancelled = await draft()
  const allocated = await draft()
  await open('date_slip', 'sales_order', cancelled.order_id, hostile)
  await open('allocation_short', 'sales_order', allocated.order_id)
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('member'), '?next=/app/exceptions')
  const row = page.getByRole('listitem').filter({ hasText: hostile })
  await row.getByRole('link', { name: 'Open the sales order' }).waitFor()
  await row.getByRole('button', { name: /^Cancel a sales order/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason (optional)').fill('Not wanted any more.')
  await dialog.getByRole('button', { name: 'Add to lines' }).click()
  await dialog.getByLabel('Line item').selectOption({ label: `${cancelled.sku}, 2` })
  await dialog.getByLabel('Quantity (optional)').fill('99')
  const faults = await faultsOf(page, 'exception_action')
  await dialog.getByRole('button', { name: 'Cancel a sales order' }).click()
  // The service says what is wrong, and what was entered stays.
  await dialog.getByRole('alert').waitFor()
  expect(await dialog.getByLabel('Reason (optional)').inputValue()).toBe('Not wanted any more.')
  await dialog.getByLabel('Quantity (optional)').fill('1')
  await dialog.getByRole('button', { name: 'Cancel a sales order' }).click()
  await page.getByText('Done: Cancel a sales order.').waitFor()
  const order = await app.tenant.get(`/api/v1/sales/orders/${cancelled.order_id}`)
  expect(order.body.data.cancelled_units).toBe(1)

  const other = page.getByRole('listitem').filter({ hasText: 'About allocation_short.' })
  await other.getByRole('button', { name: /^Allocate a sales order/ }).click()
  await dialog.getByRole('button', { name: 'Allocate a sales order' }).click()
  await page.getByText('Done: Allocate a sales order.').waitFor()
  await other.waitFor({ state: 'detached' })
  expect(await page.title()).not.toBe('taken')
  expect(faults).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 120_000)

test('every kind is drawn with its actions; a member sees none that need an administrator, a viewer none at all', async () => {
  for (const [kind, subjects] of Object.entries(actionsOfPage()))
    for (const subject of Object.keys(subjects)) await open(kind, subject, uuidv7(), `About ${kind} of ${subject}.`)
  const read = async (role: string) => {
    const { page, context, wrong } = await app.openPage()
    await app.signIn(page, await app.newPerson(role), '?next=/app/exceptions')
    await page.getByText(/^About sales_not_counted/).waitFor()
    const buttons: string[] = await page.locator('.queue').getByRole('button').allInnerTexts()
    const faults = role === 'admin' ? await faultsOf(page, 'exceptions_of_every_kind') : []
    expect(faults).toEqual([])
    expect(wrong).toEqual([])
    await context.close()
    return buttons
  }
  const [admin, member, viewer] = [await read('admin'), await read('member'), await read('viewer')]
  expect(viewer).toEqual([])
  expect(admin).toContain('Read payments from the accounting system again')
  expect(member).not.toContain('Read payments from the accounting system again')
  expect(member.filter((text) => text === 'Resolve').length).toBeGreaterThan(20)
}, 120_000)
