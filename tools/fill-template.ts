import { readFileSync } from 'node:fs'

/**
 * Returns the text of a template in which each `{{name}}` is replaced by the value of that name.
 *
 * @throws Error if the template contains a name without a value
 */
export function fillTemplate(file: URL, values: Readonly<Record<string, string | number>>): string {
  return readFileSync(file, 'utf8').replaceAll(/\{\{([\w-]+)\}\}/gu, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${file.pathname} needs a value of ${name}.`)
    return String(value)
  })
}
