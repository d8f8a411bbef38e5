import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const slow = 30_000
const needsDocument = 'client/**/*.component.test.tsx'
const needsBuiltPage = ['scripts/start.test.ts', 'scripts/page/{built-page,first-screen}.test.ts']
// Tests that start, stop and restart processes of the portal or of PostgreSQL. They take a third of the total time.
const startsProcesses = [
  'server/{drain,idle-portal,monitoring,portal-process,process-end,rolling-restart,start,upgrade}.test.ts',
  'server/jobs/slow-database.test.ts',
  'scripts/database/embedded.test.ts',
  'server/**/{kill,*-kill}.test.ts',
  'scripts/demo/stand-ins.test.ts',
]
const needsDatabase = [
  '{server,stand-ins,bridge,test,tools/bench}/**/*.test.ts',
  'scripts/{database,demo}/**/*.test.ts',
  'scripts/processes/demo-database.test.ts',
  'tools/drill/store.test.ts',
]

/**
 * The test projects, by what their tests need. `pure`: nothing. `components`: a DOM document. `server`: a PostgreSQL
 * for the run. `processes`: also a PostgreSQL, and much time. `scripts`: the built web app.
 *
 * `npm run check` runs the first three. The test files that one worker runs share the loaded modules, which have no
 * state.
 */
export default defineConfig({
  // Uses the same JSX settings as the build of the web app.
  oxc: { jsx: { runtime: 'automatic', importSource: '#client/jsx' } },
  test: {
    // Uses two workers more than there are cores, because the tests of the server wait half of their time.
    maxWorkers: availableParallelism() + 2,
    isolate: false,
    // Retries only in CI, on shared computers. Vitest reports each retried test.
    retry: process.env['CI'] ? 2 : 0,
    testTimeout: slow,
    hookTimeout: slow,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['*.test.ts', '{contract,brands,client,legal,scripts,deploy,texts,tools}/**/*.test.{ts,tsx}'],
          exclude: [...needsDatabase, ...needsBuiltPage, needsDocument],
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          include: [needsDocument],
          environment: 'jsdom',
          setupFiles: ['test/client/document.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: needsDatabase,
          exclude: startsProcesses,
          globalSetup: ['test/processes/database-cluster.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: startsProcesses,
          globalSetup: ['test/processes/database-cluster.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'scripts',
          include: needsBuiltPage,
          globalSetup: ['test/processes/built-page.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
