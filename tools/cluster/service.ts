import type { ServiceUser } from './service-user.ts'
import type { ProcessSpec } from '../../scripts/world/process-specs.ts'

/** One process of a cluster: what runs, as whom, and where it answers once it is ready. */
export type Service = {
  name: string
  command: readonly [program: string, ...args: string[]]
  env: Readonly<Record<string, string>>
  /** Whom it runs as, where that is not the user who started the cluster. */
  user: ServiceUser | undefined
  ready: ProcessSpec['ready']
}
