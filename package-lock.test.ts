import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Entry = Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>> & {
  version?: string
  dev?: boolean
  os?: string[]
}

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
const wanted = read('package.json') as Entry
const { packages } = read('package-lock.json') as { packages: Record<string, Entry> }

/**
 * Returns the path in the lock file of the package `name` that the package at `path` requires. Node searches next to
 * the package and in the folders above. Returns undefined if the lock file does not have the package.
 */
function pathOf(name: string, path: string): string | undefined {
  const parts = path === '' ? [] : path.split('/node_modules/')
  const folders = [...parts.keys()].map((count) => `${parts.slice(0, count + 1).join('/node_modules/')}/`).toReversed()
  return [...folders, ''].map((folder) => `${folder}node_modules/${name}`).find((candidate) => candidate in packages)
}

const asked = ({ dependencies, devDependencies, optionalDependencies }: Entry): string[] =>
  Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })

test('the lock file pins the versions of package.json', () => {
  const { '': root = {} } = packages
  expect([root.dependencies, root.devDependencies, root.optionalDependencies]).toEqual([
    wanted.dependencies,
    wanted.devDependencies,
    wanted.optionalDependencies,
  ])
})

// `npm ci` rejects a lock file that lacks packages for another platform, but npm omits those that it cannot download.
test('the lock file has every package, including those for other machines', () => {
  const missing = Object.entries(packages).flatMap(([path, entry]) =>
    asked(entry).flatMap((name) =>
      pathOf(name, path) === undefined ? [`${name}, for ${path || 'package.json'}`] : [],
    ),
  )
  expect(missing, 'run npm install where the registry has every platform, or add them by hand').toEqual([])
})

// The bridge uses the packages of the portal, because `npm ci` installs nothing in the folder of the bridge.
test('the bridge uses packages of the product, in the same versions', () => {
  const { dependencies: ofBridge = {} } = read('bridge/package.json') as Entry
  const ofProduct = { ...wanted.dependencies, ...wanted.optionalDependencies }
  expect(ofProduct).toMatchObject(ofBridge)
})
