/** What people open in a browser. */
import type { ChangelogEntry } from '../entry.ts'

export const app: readonly ChangelogEntry[] = [
  {
    id: 'purchases-and-returns-in-the-app',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['developer', 'purchase_orders', 'returns', 'inventory'],
    title: 'The app: purchase orders, transfers, returns and stock adjustments',
    detail: `\`/app/orders/purchases\` takes purchase orders and transfers from the draft to what arrived, with corrections of deliveries and the invoice of the supplier.
    \`/app/orders/returns\` receives returns, which are created on the page of an order. \`/app/stock/adjustments\` adjusts stock by hand and undoes it. Each form says
    what stock becomes before it is sent. [The guide](/api/guides/app#order-receive-and-take-back) shows the steps.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'orders-and-counts-in-the-app',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['developer', 'orders', 'inventory'],
    title: 'The app: sales orders from their lines to the payment, and stocktakes on a phone',
    detail: `\`/app/orders/sales\` creates and changes orders, and takes one through its steps: confirm with a verdict on each line, allocate, ship in cartons, invoice,
    credit and payment. Each form says what the step will do before it is sent. \`/app/stock/counts\` counts stock with a scanner, the camera or the keyboard, lists
    the differences and posts the stocktake. [The guide](/api/guides/app#take-an-order-to-its-payment) shows both.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'writes-in-the-app',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['developer', 'platform'],
    title: 'The app: create rows of lists, and change records',
    detail: `Lists of the app create what the API creates: suppliers, products, locations, trading accounts, price lists, custom fields and others. The page of
    a record changes it and does what the API does with it, as the role allows. Names stand where ids stood, and a record leads to the lists of what belongs to
    it. [The guide](/api/guides/app#create-and-change-records) says how.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'app-loses-nothing',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['developer', 'platform'],
    title: 'The app loses nothing when the network fails',
    detail: `The app sends a write again when the network fails under it, and the service does it once. What is entered in forms stays over a reload. Samples in the
    reference show signed-in readers their own address and ids.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'actions-of-exceptions-in-the-app',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['developer', 'orders'],
    title: 'The app: actions of every exception, exports, uploads, connections and scheduled reports',
    detail: `Each kind of exception has the operations that settle it, with a form made from the document. \`/app/data/exports\` saves tables and the whole
    organisation, \`/app/data/uploads\` lists files, \`/app/settings/connections\` connects warehouses and accounting, and \`/app/settings/schedules\` mails reports.
    The organisation's address and EDI identity are among its settings. [The guide](/api/guides/app) lists the pages.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'records-in-the-app',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['developer'],
    title: 'The app: a page for every record, requests of keys, the sandbox, and your own sign-in',
    detail: `A row of a list opens the page of its record: fields, lines, timeline, and links to the records that it names. Settings, Developer shows the requests of
    a key and finds one by its request id, and creates and fills a sandbox. \`/app/account\` sets up the second factor with a QR code, changes the password and ends
    every session. [The guide](/api/guides/app) lists the pages.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'imports-in-the-app',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['developer', 'sales', 'inventory'],
    title: 'The app: imports, and charts of sales and stock',
    detail: `\`/app/data/imports\` takes a file from the columns to the undo: what the service proposes and why, what it asks, what would change, and what was
    written. The home page draws net sales by week against last year and the value of stock by category; an unknown figure is drawn as unknown, with its reason.
    [The guide](/api/guides/app#import-a-file) shows the steps.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'the-app',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['developer', 'webhooks'],
    title: 'The app: keys, webhooks, exceptions and every table in a browser',
    detail: `\`/app\` of the base URL is the app: sign in with a second factor, create, replace and revoke API keys under Settings, Developer, subscribe
    to events and repeat deliveries, resolve exceptions, invite people, and search, filter and save every table as a list. Its session is a cookie that no script reads, and that the API does not read
    either: nothing changes for keys and user tokens. [The guide](/api/guides/app) shows its pages and how the session is kept.`,
    action_required: null,
    covers: [],
  },
]
