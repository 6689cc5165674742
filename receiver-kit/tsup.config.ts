import { defineConfig } from 'tsup'

export const entries = {
  index: 'src/index.ts',
  fetch: 'src/adapters/fetch.ts',
  node: 'src/adapters/node.ts',
  express: 'src/adapters/express.ts',
  fastify: 'src/adapters/fastify.ts',
  elysia: 'src/adapters/elysia.ts',
  lambda: 'src/adapters/lambda.ts',
  'stores/memory': 'src/stores/memory.ts',
  'stores/postgres': 'src/stores/postgres.ts',
  'stores/drizzle': 'src/stores/drizzle.ts',
  'stores/redis': 'src/stores/redis.ts',
  'stores/workers-kv': 'src/stores/workers_kv.ts',
  'stores/d1': 'src/stores/d1.ts',
  'stores/deno-kv': 'src/stores/deno_kv.ts',
  'store-conformance': 'src/stores/conformance.ts',
  testing: 'src/testing.ts',
}

export default defineConfig([
  { entry: entries, format: ['esm', 'cjs'], target: 'es2022', dts: true, splitting: true, platform: 'neutral' },
  {
    entry: { cli: 'src/cli/main.ts' },
    format: ['esm'],
    target: 'node20',
    platform: 'node',
    banner: { js: '#!/usr/bin/env node' },
  },
])
