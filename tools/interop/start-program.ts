import { startChild, type Child } from '../../scripts/processes/child.ts'
import { waitUntilReady } from '../../scripts/processes/readiness.ts'
import type { Service } from '../../scripts/processes/service.ts'
import type { Trial } from './trial.ts'

/**
 * Starts a program and waits until it is ready. The program is stopped at the end of the trial. Its log is
 * `<folder>/<name>.log`.
 */
export async function startProgram({ folder, atEnd }: Trial, program: Omit<Service, 'user'>): Promise<Child> {
  const service = { ...program, user: undefined }
  const child = await startChild(service, { logFolder: folder, baseEnv: process.env })
  atEnd(child.stop)
  await waitUntilReady(service, child)
  return child
}
