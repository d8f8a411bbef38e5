/**
 * The maximum number of cached results. One reader needs fewer, but the server formats for many readers with
 * different locales and time zones.
 */
const maxCached = 500

/**
 * Returns a function that caches the results of `make` by its arguments, which must be JSON values. It is used for Intl
 * formats, because creating a format costs as much as drawing a folded card.
 *
 * The UTC offset is part of the key, because a date format keeps the time zone of its creation. A full cache is
 * emptied.
 */
export function memoize<Input extends readonly unknown[], Made>(
  make: (...input: Input) => Made,
): (...input: Input) => Made {
  const cache = new Map<string, Made>()
  return (...input) => {
    const key = JSON.stringify([new Date().getTimezoneOffset(), ...input])
    const value = cache.get(key) ?? make(...input)
    if (cache.size >= maxCached) cache.clear()
    cache.set(key, value)
    return value
  }
}
