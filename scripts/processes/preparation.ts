import type { ProcessGroup } from './process-group.ts'
import type { ProcessSpec } from './process-spec.ts'
import { serviceSpecOf } from './service-spec.ts'
import type { DemoSettings } from './demo-settings.ts'
import { StartError } from './start-error.ts'

/** The settings of a demo to prepare, and the address of its database. */
export type PreparationSettings = { settings: DemoSettings; databaseUrl: string }

/** The result of the preparation: the processes to start, after the database is migrated and seeded. */
export type PreparedDemo = {
  specs: ProcessSpec[]
  /** The process that adds past reports of the demo's appliances, while the other processes run. */
  past: ProcessSpec
  sessionUrl: string
  isPageFresh: boolean
  /** The text for the terminal: tables of the logins and of the unclaimed gateways. */
  announcement: string
}

/** The messages of the process that prepares the demo to the process that started it. */
export type PreparationMessage =
  | { kind: 'prepared'; prepared: PreparedDemo }
  | { kind: 'refused'; sentence: string }
  | { kind: 'waits'; sentence: string }

/**
 * Migrates the database, inserts the people and gateways of the demo if they are missing, and describes the processes
 * to start. A separate process does this, because the packages that it loads take memory until it ends.
 *
 * @throws StartError with one sentence if this fails
 */
export async function prepareDemo(
  preparation: PreparationSettings,
  { processGroup, printError }: { processGroup: ProcessGroup; printError: (text: string) => void },
): Promise<PreparedDemo> {
  let answer: PreparationMessage | undefined
  const env = { PREPARATION: JSON.stringify(preparation) }
  const spec = { name: 'prepare', script: 'scripts/demo/prepare.ts', env, ready: { kind: 'at-once' } } as const
  await processGroup.runToEnd(serviceSpecOf(spec), (message) => {
    answer = message as PreparationMessage
    if (answer.kind === 'waits') printError(answer.sentence)
  })
  if (answer?.kind === 'prepared') return answer.prepared
  throw new StartError(answer?.sentence ?? 'The demo could not be prepared.')
}
