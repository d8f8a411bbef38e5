import { startServiceProcess, type ServiceProcess } from '../../scripts/processes/service-process.ts'
import { waitUntilReady } from '../../scripts/processes/readiness.ts'
import type { ServiceSpec } from '../../scripts/processes/service-spec.ts'
import type { Trial } from './trial.ts'

/**
 * Starts a program and waits until it is ready. The program is stopped at the end of the trial. Its log is
 * `<folder>/<name>.log`.
 */
export async function startProgram({ folder, runAtEnd }: Trial, service: ServiceSpec): Promise<ServiceProcess> {
  const child = await startServiceProcess(service, { logFolder: folder, baseEnv: process.env })
  runAtEnd(child.stop)
  await waitUntilReady(service, child)
  return child
}
