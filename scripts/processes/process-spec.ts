/**
 * The check whether a process is ready.
 * The kinds:
 * - `http`: the URL answers 2xx.
 * - `tcp`: the port accepts connections.
 * - `at-once`: no check.
 * - `all`: all checks of a list succeed.
 */
export type ReadinessCheck =
  | { kind: 'http'; url: string }
  | { kind: 'tcp'; port: number }
  | { kind: 'at-once' }
  | { kind: 'all'; of: ReadinessCheck[] }

/** One process of the product: its script, its environment, and the check that it is ready. */
export type ProcessSpec = {
  name: string
  script: string
  env: Record<string, string>
  ready: ReadinessCheck
}

/** The script of the portal's server, relative to the root of the repository. */
export const portalScript = 'server/main.ts'

/** Whether the process runs the portal's server, rather than a stand-in. */
export function isPortalProcess({ script }: ProcessSpec): boolean {
  return script === portalScript
}
