const bytes = 16

/**
 * Returns 32 random hexadecimal digits that nobody can guess. Unlike `crypto.randomUUID`, it also works on a page
 * without HTTPS.
 */
export function createRandomId(): string {
  const digits = [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0'))
  return digits.join('')
}
