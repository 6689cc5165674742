import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './db/schema/organizations.ts',
    './db/schema/mails.ts',
    './db/schema/sign_in.ts',
    './db/schema/keys.ts',
    './db/schema/catalogue.ts',
    './db/schema/commitments.ts',
    './db/schema/purchasing.ts',
    './db/schema/purchase_orders.ts',
    './db/schema/exceptions.ts',
    './db/schema/stock.ts',
    './db/schema/stocktakes.ts',
    './db/schema/sales.ts',
    './db/schema/jobs.ts',
    './db/schema/webhooks.ts',
    './db/schema/outbound.ts',
    './db/schema/warehouses.ts',
  ],
  out: './db/migrations',
})
