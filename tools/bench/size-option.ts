/**
 * Returns the number after `--name=`, by default `defaultSize`. Results of the default size can be compared with the
 * limits. @throws Error if the value is not a whole number above 0
 */
export function readSizeOption(name: string, defaultSize: number): number {
  const start = `--${name}=`
  const given = process.argv.find((argument) => argument.startsWith(start))
  const size = given === undefined ? defaultSize : Number(given.slice(start.length))
  if (!Number.isSafeInteger(size) || size < 1) throw new Error(`${start} takes a whole number above 0`)
  return size
}
