import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

// Specification 18.1: `npm start` runs on the machine of a person who tries the product, next to other programs.

test('the process that starts the others loads no package', async () => {
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
    await import('${import.meta.dirname}/run-demo.ts')
    console.log(loaded.filter((url) => url.includes('/node_modules/')).join(' '))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  expect(stdout.trim()).toBe('')
})
