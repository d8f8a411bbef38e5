import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DemoSettings } from '../../scripts/processes/demo-settings.ts'
import { findDemoSettings, startDemo } from '../demo.ts'
import { type DemoOwner, signInDemoOwner } from './demo-owner.ts'
import type { Trial } from './trial.ts'

/**
 * Starts the demo for a trial without a browser, with an HTML page of one line instead of the app, and signs in its
 * owner. Its data is new, in `<folder>/<name>`.
 */
export async function startDemoOfTrial(trial: Trial, name: string): Promise<DemoSettings & { owner: DemoOwner }> {
  const dataDir = join(trial.folder, name)
  const pageDir = join(dataDir, 'page')
  await rm(dataDir, { recursive: true, force: true })
  await mkdir(pageDir, { recursive: true })
  await writeFile(join(pageDir, 'index.html'), '<!doctype html><title>Portal</title><body><div id="root"></div></body>')
  const settings = { ...(await findDemoSettings(dataDir)), pageDir }
  await startDemo(settings, trial)
  return { ...settings, owner: await signInDemoOwner(trial, settings.portalUrl) }
}
