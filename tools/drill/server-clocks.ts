import { chmod, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseMembers, type Member } from '../cluster/machines.ts'
import { postgresTools } from '../cluster/programs.ts'
import { databaseUser, changeOwner, ownFolder } from '../cluster/service-user.ts'

/** The library that changes the clock of a process. libfaketime(1). */
export const fakeClock = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

/** Changes the clocks of the database servers. */
export type ServerClocks = {
  /** The folder of PostgreSQL tools for a member's Patroni. Its `postgres` has a clock that can be changed. */
  toolsOf(member: Member): string
  /** Sets the clock off by `seconds`, within a second. The server must have started after the first `set`. */
  set(member: Member, seconds: number): Promise<void>
  /** Gives the server the machine's clock at its next start. */
  release(member: Member): Promise<void>
}

/** Prepares the clocks in `folder`/clocks. Each server has the machine's clock until the first `set`. */
export async function openServerClocks(folder: string): Promise<ServerClocks> {
  const user = databaseUser()
  const processFolder = await ownFolder(join(folder, 'clocks'), user)
  const toolsOf = (member: Member): string => join(processFolder, `postgres-${member}`)
  const clockOf = (member: Member): string => join(processFolder, `postgres-${member}.offset`)
  const release = async (member: Member): Promise<void> => rm(clockOf(member), { force: true })

  async function layTools(member: Member): Promise<void> {
    await rm(toolsOf(member), { recursive: true, force: true })
    await ownFolder(toolsOf(member), user)
    for (const tool of await readdir(postgresTools)) {
      if (tool !== 'postgres') await symlink(join(postgresTools, tool), join(toolsOf(member), tool))
    }
    const program = join(toolsOf(member), 'postgres')
    await writeFile(program, startOf(clockOf(member)))
    await chmod(program, 0o755)
  }

  for (const member of databaseMembers) {
    // A killed drill may have left a changed clock.
    await release(member)
    await layTools(member)
  }
  return {
    toolsOf,
    set: async (member, seconds) => {
      await writeFile(clockOf(member), `${seconds < 0 ? '' : '+'}${seconds}\n`)
      await changeOwner(clockOf(member), user)
    },
    release,
  }
}

function startOf(clock: string): string {
  const settings = [
    `LD_PRELOAD=${fakeClock}`,
    `FAKETIME_TIMESTAMP_FILE='${clock}'`,
    'FAKETIME_CACHE_DURATION=1',
    'FAKETIME_DONT_FAKE_MONOTONIC=1',
  ]
  return `#!/bin/sh
[ -e '${clock}' ] && export ${settings.join(' ')}
exec ${join(postgresTools, 'postgres')} "$@"
`
}
