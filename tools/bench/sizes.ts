/** The number after `--name=`, by default `defaultSize`. Only runs with the default sizes are compared with the limits. */
export function sizeOption(name: string, defaultSize: number): number {
  const start = `--${name}=`
  const given = process.argv.find((argument) => argument.startsWith(start))
  const size = given === undefined ? defaultSize : Number(given.slice(start.length))
  if (!Number.isSafeInteger(size) || size < 1) throw new Error(`${start} takes a whole number above 0`)
  return size
}
