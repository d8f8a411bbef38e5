import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** The cost of a hash. OWASP Password Storage Cheat Sheet: scrypt with N = 2^15, r = 8, p = 3. */
const defaultCost = { logN: 15, r: 8, p: 3 }
const hashBytes = 32
const saltBytes = 16

type Cost = typeof defaultCost

/** Hashes a password with a new random salt. Returns `scrypt$logN$r$p$salt$hash`, with salt and hash in base64url. */
export async function hashPassword(password: string, cost: Cost = defaultCost): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await derive(password, salt, cost)
  return ['scrypt', cost.logN, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Whether `stored` is the hash of this password. Takes the same time for every wrong password. */
export async function isPasswordCorrect(password: string, storedHash: string): Promise<boolean> {
  const [, logN, r, p, salt, hash] = storedHash.split('$')
  if (!salt || !hash) throw new Error('A stored password hash has an unknown form.')
  const expected = Buffer.from(hash, 'base64url')
  const actual = await derive(password, Buffer.from(salt, 'base64url'), {
    logN: Number(logN),
    r: Number(r),
    p: Number(p),
  })
  return timingSafeEqual(actual, expected)
}

function derive(password: string, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** logN
  // The memory limit in bytes. scrypt needs 128 * N * r bytes, and more for its other buffers.
  const maxmem = 256 * N * r
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, hashBytes, { N, r, p, maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
