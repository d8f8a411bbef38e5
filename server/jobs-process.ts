import { createPostgresBus } from './bus/postgres.ts'
import { cleanRateLimits } from './database/store.ts'
import { cleanSessions } from './identity/session/cleaning.ts'
import { startJobs } from './jobs/jobs.ts'
import type { ProcessParts } from './portal-process.ts'
import type { Closing } from './process-end.ts'

/** The role `jobs`: what time alone asks for. Answers how to end it. */
export async function startJobsProcess({ config, database, clock, log }: ProcessParts): Promise<Closing> {
  const bus = createPostgresBus({ url: config.databaseUrl, log })
  const jobs = startJobs({ db: database.db, bus, clock, log, cleanSessions: clean })
  return async () => {
    await jobs.stop()
    await bus.close()
  }

  async function clean(): Promise<void> {
    await cleanSessions({ db: database.db, clock })
    await cleanRateLimits(database.pool, clock.now())
  }
}
