import { defineConfig } from '@playwright/test'
import { join } from 'node:path'
import base from '../../playwright.config.ts'
import { evidenceTestFiles } from './conformance.ts'

const root = join(import.meta.dirname, '../..')

/** Runs the end-to-end tests that are evidence for a success criterion, and axe-core on all screens of each brand. */
export default defineConfig({
  ...base,
  testDir: join(root, 'e2e'),
  outputDir: join(root, 'dist/e2e-evidence'),
  testIgnore: [],
  // Retries once. A failure that does not happen again, as on a busy machine, is not evidence about the portal.
  retries: 1,
  testMatch: ['evidence/*.spec.ts', ...evidenceTestFiles],
  reporter: [['json', { outputFile: join(root, 'dist/reports/evidence.json') }]],
})
