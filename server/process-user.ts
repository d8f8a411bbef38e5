import { userInfo } from 'node:os'

/**
 * Returns a text that names the user of this process, for messages about file rights. In a container the user may
 * have no name.
 */
export function describeProcessUser(): string {
  const uid = process.getuid?.()
  try {
    const { username } = userInfo()
    return uid === undefined ? `the user ${username}` : `the user ${username} (uid ${uid})`
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error
    return `the user with uid ${uid}`
  }
}
