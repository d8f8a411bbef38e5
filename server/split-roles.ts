import type { Config } from './config.ts'
import { metricsPortOffsets } from './environment.ts'
import { isServingRole, hasServingRole } from './process-database.ts'

export type SeparateRole = keyof typeof metricsPortOffsets

/** Returns the settings of one separate role, with its own metrics port. */
export function configOfSeparateRole(config: Config, role: SeparateRole): Config {
  const port = config.metrics.port + metricsPortOffsets[role]
  return { ...config, roles: new Set([role]), metrics: { ...config.metrics, port } }
}

/**
 * Splits the settings of a process that runs several roles (`ONE_PROCESS`) into up to three parts: the roles that serve
 * HTTP, the listener, and the jobs. Each part has database connections, metrics and probes of its own, like a separate
 * process. If the process has only one role, the settings are unchanged.
 */
export function splitRoles(config: Config): Config[] {
  if (config.roles.size === 1) return [config]
  const apart = (['ingest', 'jobs'] as const).filter((role) => config.roles.has(role))
  const served = [...config.roles].filter(isServingRole)
  const serving = hasServingRole(config) ? [{ ...config, roles: new Set(served) }] : []
  return [...serving, ...apart.map((role) => configOfSeparateRole(config, role))]
}
