/** Purchase orders and transfers in a browser: from the draft to what arrived and what the supplier bills. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Catalogue, setFixture } from '../../../support/fixtures/catalogue.ts'
import { type App, faultsOf, hostile, openApp } from '../rig.ts'

let app: App
let ids: Catalogue

beforeAll(async () => {
  app = await openApp('purchasing_in_a_browser')
  ids = await setFixture(app.tenant, {
    locations: ['Main', 'Shop'],
    suppliers: ['Mill'],
    products: [
      {
        title: 'Jumper',
        variants: [
          { sku: 'J-S', price_cents: 5000, unit_cost: '20.0000', stock: { Main: { on_hand: 10 } } },
          { sku: 'J-M', price_cents: 6000, unit_cost: '25.0000', stock: { Main: { on_hand: 3 } } },
        ],
      },
    ],
  })
})
afterAll(() => app.close())

const onHand = async (sku: string, place: string): Promise<number> => {
  const [level] = await app.database.sql`
    select on_hand::int from stock_levels where organization_id = ${app.tenant.organization_id}
      and variant_id = ${ids.variants[sku]!} and location_id = ${ids.locations[place]!}`
  return level?.on_hand ?? 0
}

const effects = (page: any): Promise<string> => page.locator('.effects').innerText()

const money = (amount: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(amount)

const choose = async (page: any, label: string, name: string): Promise<void> => {
  const select = page.getByLabel(label, { exact: true })
  await select.locator('option', { hasText: name }).waitFor({ state: 'attached' })
  await select.selectOption({ label: name })
}

const add = async (page: any, sku: string): Promise<void> => {
  await page.getByLabel('Add a variant').fill(sku)
  await page.getByRole('button', { name: sku, exact: true }).waitFor()
  await page.getByLabel('Add a variant').press('Enter')
}

/** The text of each cell in the only row of a table. */
const rowOf = (page: any, table: string): Promise<string[]> =>
  page.getByRole('region', { name: table, exact: true }).locator('tbody tr').first().locator('td').allInnerTexts()

test('a member orders, receives in part, and records what the supplier bills; each step says what it will do', async () => {
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('member'), '?next=/app/orders/purchases')
  await page.getByText('Nothing has been ordered yet.').waitFor()
  await page.getByRole('link', { name: 'Create a purchase order' }).click()
  await choose(page, 'Supplier', 'Mill')
  await choose(page, 'To', 'Main')
  await page.getByLabel('Notes (optional)').fill(hostile)
  await add(page, 'J-S')
  await page.getByLabel('Units of J-S, line 1').fill('6')
  await page.getByLabel('Unit cost of J-S, line 1').fill('12.5')
  expect(await effects(page)).toContain('6 units, 75')
  const faults = await faultsOf(page, 'purchase_new')
  await page.getByRole('button', { name: 'Create the purchase order' }).click()

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Approve…' }).click()
  await dialog.getByText('Counts 6 units as incoming at Main.').waitFor()
  expect(await effects(page)).toContain(`Goods for ${money(75)} are on order.`)
  await dialog.getByRole('button', { name: 'Approve the order' }).click()
  await page.getByText('The order is approved.').waitFor()
  await page.getByRole('button', { name: 'Send…' }).click()
  await dialog.getByLabel('How it is sent').selectOption('link')
  await dialog.getByRole('button', { name: 'Send the order' }).click()
  await page.getByText('The order is sent.').waitFor()

  await page.getByRole('button', { name: 'Receive…' }).click()
  await dialog.getByLabel('Units of J-S').fill('7')
  await dialog.getByText('More than ordered is refused unless you accept it.').waitFor()
  await dialog.getByLabel('Units of J-S').fill('4')
  await dialog.getByText('J-S: 10 on hand before, 14 after').waitFor()
  expect(await effects(page)).toContain(`Goods at the cost of the order: ${money(50)}`)
  expect(await effects(page)).toContain('2 units left to come.')
  faults.push(...(await faultsOf(page, 'purchase_receive')))
  await dialog.getByLabel('Reference of the delivery note').fill('DN 1')
  await dialog.getByRole('button', { name: 'Record the delivery' }).click()
  await page.getByText('4 units received.').waitFor()
  await page.getByRole('region', { name: 'Deliveries' }).waitFor()
  expect(await onHand('J-S', 'Main')).toBe(14)
  expect((await rowOf(page, 'Deliveries')).slice(1, 4)).toEqual(['DN 1', '4 of J-S', `J-S: ${money(12.5)}`])
  expect((await rowOf(page, 'Lines')).slice(2, 9)).toEqual(['6', '–', '0', '4', '2', money(12.5), money(75)])

  await page.getByRole('button', { name: 'Correct delivery 1' }).click()
  await dialog.getByLabel('Reference (optional)').fill('DN 1b')
  await dialog.getByRole('button', { name: 'Correct a delivery' }).click()
  await page.getByRole('cell', { name: 'DN 1b' }).waitFor()

  await page.getByRole('button', { name: 'Record an invoice…' }).click()
  await dialog.getByLabel('Number of the invoice').fill('R-77')
  expect(await dialog.getByLabel('Units of J-S').inputValue()).toBe('4')
  await dialog.getByLabel('Billed price of J-S').fill('13')
  await dialog.getByLabel('Freight (optional)').fill('8')
  await dialog.getByLabel('Total on the paper').fill('61')
  expect(await effects(page)).toContain(`Its lines come to ${money(60)}, and the paper says ${money(61)}`)
  expect(await effects(page)).toContain('Billed at another price than ordered: J-S.')
  faults.push(...(await faultsOf(page, 'purchase_invoice')))
  await dialog.getByRole('button', { name: 'Record the invoice' }).click()
  await page.getByText('The invoice of the supplier is recorded.').waitFor()
  await page.getByRole('region', { name: 'Invoices of the supplier' }).waitFor()
  expect((await rowOf(page, 'Invoices of the supplier')).filter((_, at) => [0, 5, 6].includes(at))).toEqual([
    'R-77',
    'price difference',
    money(60),
  ])
  faults.push(...(await faultsOf(page, 'purchase_order')))

  // What is billed already is not proposed again.
  await page.getByRole('button', { name: 'Record an invoice…' }).click()
  expect(await dialog.getByLabel('Units of J-S').inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete delivery 1' }).click()
  await dialog.getByText('Takes 4 units out of Main again').waitFor()
  await page.keyboard.press('Escape')
  expect(faults).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 180_000)

test('a transfer leaves its source when it is sent, and arrives when it is received', async () => {
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('member'), '?next=/app/orders/purchases')
  await page.getByRole('link', { name: 'Create a transfer' }).click()
  await choose(page, 'From', 'Main')
  await choose(page, 'To', 'Shop')
  await add(page, 'J-M')
  await page.getByLabel('Units of J-M, line 1').fill('2')
  await page.getByRole('button', { name: 'Create the transfer' }).click()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Approve…' }).click()
  await dialog.getByRole('button', { name: 'Approve the order' }).click()
  await page.getByRole('button', { name: 'Send…' }).click()
  await dialog.getByText('J-M: 3 on hand before, 1 after').waitFor()
  const faults = await faultsOf(page, 'transfer_send')
  await dialog.getByRole('button', { name: 'Take the goods out' }).click()
  await page.getByText('The goods have left the source.').waitFor()
  expect([await onHand('J-M', 'Main'), await onHand('J-M', 'Shop')]).toEqual([1, 0])
  await page.getByRole('button', { name: 'Receive…' }).click()
  await dialog.getByText('J-M: 0 on hand before, 2 after').waitFor()
  await dialog.getByRole('button', { name: 'Record the delivery' }).click()
  await page.getByText('2 units received.').waitFor()
  expect(await onHand('J-M', 'Shop')).toBe(2)
  expect(faults).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 120_000)

test('a viewer sees purchase orders and transfers, and no action', async () => {
  const { page, context, wrong } = await app.openPage()
  await app.signIn(page, await app.newPerson('viewer'), '?next=/app/orders/purchases')
  await page.getByRole('region', { name: 'Purchase orders' }).waitFor()
  const faults = await faultsOf(page, 'purchases_list')
  expect(await page.getByRole('link', { name: /^Create/ }).count()).toBe(0)
  for (const row of ['first', 'last'] as const) {
    await page.locator('tbody td:first-child a')[row]().click()
    await page.getByRole('heading', { name: 'Deliveries' }).waitFor()
    expect(await page.locator('main').getByRole('button').count()).toBe(0)
    await page.getByRole('link', { name: 'All purchase orders and transfers' }).click()
    await page.getByRole('region', { name: 'Purchase orders' }).waitFor()
  }
  expect(faults).toEqual([])
  expect(wrong).toEqual([])
  await context.close()
}, 60_000)
