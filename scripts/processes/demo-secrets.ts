import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { StartError } from './start-error.ts'

const secretsFile = z.object({
  sessionKey: z.string(),
  registryKey: z.string(),
  receiptKey: z.optional(z.string()),
  clientSecret: z.string(),
  vapid: z.optional(z.object({ publicKey: z.string(), privateKey: z.string() })),
})

/**
 * The secrets of one demo. Its three keys are 32 bytes in base64. The keys of web push are in the format of the
 * portal's settings.
 */
export type DemoSecrets = z.infer<typeof secretsFile> & {
  receiptKey: string
  vapid: { publicKey: string; privateKey: string }
}

/**
 * Reads the secrets of a data folder. If the folder has none, creates secrets in a file that only this user can read.
 */
export async function readOrCreateSecrets(dataDir: string): Promise<DemoSecrets> {
  return (await readStoredSecrets(dataDir)) ?? writeSecrets(pathIn(dataDir), await newSecrets())
}

/**
 * Reads the secrets of a data folder. Returns undefined before the first start with this folder.
 *
 * @throws StartError if the secrets cannot be read
 */
export async function readStoredSecrets(dataDir: string): Promise<DemoSecrets | undefined> {
  const path = pathIn(dataDir)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new StartError(`${path} can't be read (${error.code}); start as the user who made it.`)
  })
  if (text === undefined) return undefined
  const storedSecrets = parse(text, path)
  const { vapid, receiptKey } = storedSecrets
  if (vapid && receiptKey) return { ...storedSecrets, vapid, receiptKey }
  // Adds the missing keys. A data folder from a release before web push or receipts does not have them.
  return writeSecrets(path, {
    ...storedSecrets,
    vapid: vapid ?? (await newVapidKeys()),
    receiptKey: receiptKey ?? newKey(),
  })
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'secrets.json')
}

/**
 * Imports web-push only on demand, because this process keeps imported modules in memory as long as the product runs.
 */
async function newVapidKeys(): Promise<DemoSecrets['vapid']> {
  const { default: webPush } = await import('web-push')
  return webPush.generateVAPIDKeys()
}

async function newSecrets(): Promise<DemoSecrets> {
  const clientSecret = randomBytes(24).toString('base64url')
  const keys = { sessionKey: newKey(), registryKey: newKey(), receiptKey: newKey() }
  return { ...keys, clientSecret, vapid: await newVapidKeys() }
}

function newKey(): string {
  return randomBytes(32).toString('base64')
}

async function writeSecrets(path: string, secrets: DemoSecrets): Promise<DemoSecrets> {
  await writeFile(`${path}.new`, `${JSON.stringify(secrets)}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return secrets
}

function parse(text: string, path: string): z.infer<typeof secretsFile> {
  try {
    return secretsFile.parse(JSON.parse(text))
  } catch {
    throw new StartError(
      `${path} is damaged; restore it from a copy, or move the whole data folder away to start with a new one.`,
    )
  }
}
