/** More than one reader needs. The server draws for many, and their cookies say in which locale and zone. */
const most = 500

/**
 * The same function, which makes a thing once for the same arguments: a format of Intl costs as much as drawing a folded
 * card. `make` gets what JSON can write. A format is in the zone of the moment it was made in, so that another offset
 * from UTC makes another one.
 */
export function madeOnce<Input extends readonly unknown[], Made>(
  make: (...input: Input) => Made,
): (...input: Input) => Made {
  const known = new Map<string, Made>()
  return (...input) => {
    const key = JSON.stringify([new Date().getTimezoneOffset(), ...input])
    const made = known.get(key) ?? make(...input)
    if (known.size >= most) known.clear()
    known.set(key, made)
    return made
  }
}
