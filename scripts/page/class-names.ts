import { basename } from 'node:path'

/**
 * Names a class of a CSS module after its file, such as `card-title`. The first view has 200 class names; without the
 * hash and line number of Vite's default, it is 0.5 kB smaller. A test checks that the base names of the files differ.
 */
export function nameClass(name: string, file: string): string {
  return `${basename(file).replace(/\.module\.css.*$/u, '')}-${name}`
}
