import type { Config, Role } from './config.ts'
import { servesPeople } from './process-database.ts'

/** By how much the port of their metrics is above `METRICS_PORT`, for roles that are apart from those that serve people. */
export const metricsOffsets = { ingest: 1, jobs: 2 } as const satisfies Partial<Record<Role, number>>

export type RoleApart = keyof typeof metricsOffsets

/** The settings of one role that is apart: with its metrics on a port of its own. */
export function settingsApart(config: Config, role: RoleApart): Config {
  const port = config.metrics.port + metricsOffsets[role]
  return { ...config, roles: new Set([role]), metrics: { ...config.metrics, port } }
}

/**
 * The settings of each part of a process that runs all its roles (`ONE_PROCESS`): what serves people, the listener and
 * the jobs, of those that `ROLES` names. Each part has connections to the database, metrics and probes of its own, as
 * its own process would. A role that has the process for itself is its only part.
 */
export function partsOf(config: Config): Config[] {
  if (config.roles.size === 1) return [config]
  const apart = (['ingest', 'jobs'] as const).filter((role) => config.roles.has(role))
  const served = [...config.roles].filter((role) => role === 'api' || role === 'push')
  const serving = servesPeople(config) ? [{ ...config, roles: new Set(served) }] : []
  return [...serving, ...apart.map((role) => settingsApart(config, role))]
}
