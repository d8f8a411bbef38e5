import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import * as z from 'zod/mini'

const content = z.object({ refreshToken: z.string() })

/** Access to the file with the refresh token. Only the user who runs the bridge can read the file. */
export type TokenFile = {
  /** Reads the refresh token; null if the file is missing or invalid. */
  read(): Promise<string | null>
  write(refreshToken: string): Promise<void>
  remove(): Promise<void>
}

export function openTokenFile(path: string): TokenFile {
  return {
    async read() {
      const storedText = await readFile(path, 'utf8').catch(() => '{}')
      const parsed = content.safeParse(parseJson(storedText))
      return parsed.success ? parsed.data.refreshToken : null
    },
    // Writes a new file and renames it, so that after a crash the file has either the former token or the new token.
    async write(refreshToken) {
      const next = `${path}.new`
      await rm(next, { force: true })
      await writeFile(next, `${JSON.stringify({ refreshToken })}\n`, { mode: 0o600, flag: 'wx' })
      await rename(next, path)
    },
    remove: async () => rm(path, { force: true }),
  }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
