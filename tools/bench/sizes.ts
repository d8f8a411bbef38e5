/** The number after `--name=`, by default `usual`. Only runs with the usual sizes are compared with the limits. */
export function sizeOption(name: string, usual: number): number {
  const start = `--${name}=`
  const given = process.argv.find((argument) => argument.startsWith(start))
  const size = given === undefined ? usual : Number(given.slice(start.length))
  if (!Number.isSafeInteger(size) || size < 1) throw new Error(`${start} takes a whole number above 0`)
  return size
}
