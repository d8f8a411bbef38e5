import { defineConfig } from 'vitest/config'

const slow = 30_000

/** Projects by what they need: `pure` needs nothing, `server` a PostgreSQL of the run's own. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: slow,
    hookTimeout: slow,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['*.test.ts', '{contract,brands,client,legal}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{server,stand-ins,bench}/**/*.test.ts'],
          globalSetup: ['server/database/test-cluster.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'scripts', include: ['scripts/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
      },
    ],
  },
})
