import { basename, join } from 'node:path'
import { build, type Plugin } from 'vite'

const root = join(import.meta.dirname, '../..')
const catalogFile = /\/texts\/(?<language>[a-z]{2})\/page\.json$/u

/**
 * Adds a small script that sends the API requests of the first screen while the page's own script is loading. The
 * script is a separate file, which contains the file names of the texts.
 *
 * The dev server omits the script, so that the page sends these requests itself.
 */
export function addFirstCalls(): Plugin {
  let file = ''
  return {
    name: 'first-calls',
    apply: 'build',
    enforce: 'pre',
    async generateBundle(_, bundle) {
      const catalogs: Record<string, string> = {}
      for (const chunk of Object.values(bundle)) {
        const path = chunk.type === 'chunk' ? chunk.facadeModuleId : null
        const language = catalogFile.exec(path ?? '')?.groups?.['language']
        if (language !== undefined) catalogs[language] = `/${chunk.fileName}`
      }
      const source = await scriptWith(catalogs)
      file = this.getFileName(this.emitFile({ type: 'asset', name: 'first-calls.js', source }))
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        // The script is not async. As an async script it would run after a cached page script, which takes long.
        { tag: 'script', attrs: { src: `/${file}`, fetchpriority: 'high' }, injectTo: 'body-prepend' },
      ],
    },
  }
}

async function scriptWith(catalogFiles: Readonly<Record<string, string>>): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { catalogFiles: JSON.stringify(catalogFiles) },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'client/first-calls/script.ts'),
        output: { format: 'iife', entryFileNames: 'first-calls.js' },
      },
    },
  })
  const [output] = [built].flat()
  const script = output && 'output' in output ? output.output[0] : undefined
  if (!script) throw new Error(`The build of ${basename(import.meta.filename)} made no script.`)
  return script.code
}
