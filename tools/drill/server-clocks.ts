import { chmod, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fillTemplate } from '../fill-template.ts'
import { databaseMembers, type DatabaseMember } from '../cluster/cluster-machines.ts'
import { postgresTools } from '../cluster/find-programs.ts'
import { findUnprivilegedUser, writePrivateFile, createPrivateFolder } from '../cluster/service-user.ts'

/** The path of the library that changes the clock of a process. libfaketime(1). */
export const fakeClockLibrary = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

/** Functions that change the clocks of the database servers. */
export type ServerClocks = {
  /**
   * Returns the folder of the PostgreSQL tools for the Patroni of a member. The clock of the `postgres` in this
   * folder can be changed.
   */
  toolsOf(member: DatabaseMember): string
  /**
   * Shifts the clock of a server by `seconds`. A running server reads the shift within a second, but only if its clock
   * was already shifted when the server started.
   */
  set(member: DatabaseMember, seconds: number): Promise<void>
  /** Removes the change of the clock. After its next start, the server has the clock of the machine. */
  release(member: DatabaseMember): Promise<void>
}

/**
 * Prepares the changeable clocks in `folder`/clocks. Until the first `set`, each server has the clock of the machine.
 */
export async function prepareServerClocks(folder: string): Promise<ServerClocks> {
  const user = findUnprivilegedUser()
  const processFolder = await createPrivateFolder(join(folder, 'clocks'), user)
  const toolsOf = (member: DatabaseMember): string => join(processFolder, `postgres-${member}`)
  const clockOf = (member: DatabaseMember): string => join(processFolder, `postgres-${member}.offset`)
  const release = async (member: DatabaseMember): Promise<void> => rm(clockOf(member), { force: true })

  async function layTools(member: DatabaseMember): Promise<void> {
    await rm(toolsOf(member), { recursive: true, force: true })
    await createPrivateFolder(toolsOf(member), user)
    for (const tool of await readdir(postgresTools)) {
      if (tool !== 'postgres') await symlink(join(postgresTools, tool), join(toolsOf(member), tool))
    }
    const program = join(toolsOf(member), 'postgres')
    const values = { clock: clockOf(member), library: fakeClockLibrary, postgres: join(postgresTools, 'postgres') }
    await writeFile(program, fillTemplate(new URL('postgres-with-clock.sh', import.meta.url), values))
    await chmod(program, 0o755)
  }

  for (const member of databaseMembers) {
    // Removes a changed clock that a killed drill may have left.
    await release(member)
    await layTools(member)
  }
  return {
    toolsOf,
    set: async (member, seconds) => {
      await writePrivateFile(clockOf(member), `${seconds < 0 ? '' : '+'}${seconds}\n`, user)
    },
    release,
  }
}
