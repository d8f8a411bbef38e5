/**
 * The maximum number of cached results, more than one reader needs. On the server there are many readers with different
 * locales and time zones.
 */
const maxCached = 500

/**
 * Returns a function that caches the results of `make` by its arguments, which must be JSON values. It is for Intl
 * formats, which cost as much as drawing a folded card. The UTC offset is part of the key, because a date format keeps
 * the time zone of its creation. When the cache is full, it is emptied.
 */
export function memoized<Input extends readonly unknown[], Made>(
  make: (...input: Input) => Made,
): (...input: Input) => Made {
  const cached = new Map<string, Made>()
  return (...input) => {
    const key = JSON.stringify([new Date().getTimezoneOffset(), ...input])
    const made = cached.get(key) ?? make(...input)
    if (cached.size >= maxCached) cached.clear()
    cached.set(key, made)
    return made
  }
}
