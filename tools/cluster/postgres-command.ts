/** Returns the command that runs a PostgreSQL server on the folder `data`, with these parameters. */
export function postgresCommand(
  program: string,
  data: string,
  parameters: Readonly<Record<string, string | number>>,
): readonly [string, ...string[]] {
  const settings = Object.entries(parameters).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return [program, '-D', data, ...settings]
}
