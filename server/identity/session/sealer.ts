import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/**
 * Encrypts values for database columns with AES-256-GCM: `nonce | tag | ciphertext`. The cell (column and row) is
 * authenticated data, so a value that is copied to another cell cannot be decrypted.
 */
export type Sealer = {
  seal(text: string, cell: DatabaseCell): Buffer
  /**
   * Decrypts a value. Returns null if the value was encrypted with another key or for another cell, or if its bytes
   * were changed.
   */
  open(sealed: Buffer, cell: DatabaseCell): string | null
}

export type DatabaseCell = { column: string; row: Buffer }

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Creates a sealer that encrypts with `key`, which must have 32 bytes. */
export function createSealer(key: Buffer): Sealer {
  return {
    seal(text, cell) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(bytesOf(cell))
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
    },
    open(sealedBytes, cell) {
      if (sealedBytes.length < nonceBytes + tagBytes) return null
      const nonce = sealedBytes.subarray(0, nonceBytes)
      const tag = sealedBytes.subarray(nonceBytes, nonceBytes + tagBytes)
      const decipher = createDecipheriv(algorithm, key, nonce).setAAD(bytesOf(cell)).setAuthTag(tag)
      const start = decipher.update(sealedBytes.subarray(nonceBytes + tagBytes))
      return finishDecryption(decipher, start)
    },
  }
}

type Decipher = ReturnType<typeof createDecipheriv>

function finishDecryption(decipher: Decipher, start: Buffer): string | null {
  try {
    return Buffer.concat([start, decipher.final()]).toString('utf8')
  } catch (error) {
    // If the tag does not match, Node throws an Error without a code. Decryption throws no other Error.
    if (error instanceof Error) return null
    throw error
  }
}

function bytesOf({ column, row }: DatabaseCell): Buffer {
  return Buffer.concat([Buffer.from(`${column}:`), row])
}

/**
 * Returns the digest that is stored instead of a random secret. A fast hash is sufficient, because nobody can guess a
 * secret of 32 random bytes.
 */
export function digestOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Generates a secret of 32 random bytes, in base64url. */
export function generateSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function hasSecretFormat(value: string): boolean {
  return /^[\w-]{43}$/.test(value)
}
