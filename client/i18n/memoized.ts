/** More entries than one reader needs. The server draws for many readers, whose cookies choose locale and time zone. */
const maxCached = 500

/**
 * Caches the results of `make` by its arguments, because an Intl format costs as much as drawing a folded card. The
 * arguments must be JSON values. A date format keeps the time zone of its creation, so a different UTC offset creates
 * another one.
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
