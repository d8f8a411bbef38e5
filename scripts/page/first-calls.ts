import { basename, join } from 'node:path'
import { build, type Plugin } from 'vite'

const root = join(import.meta.dirname, '../..')
const catalogFile = /\/client\/i18n\/catalogs\/(?<language>[a-z]{2})\.json$/u

/**
 * The small script that asks for what the first screen needs while the page's own is on its way: a file of its own,
 * which knows the files of the texts and that of the worker that formats first. Not in development, where the page asks
 * for itself.
 */
export function firstCalls(): Plugin {
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
      const emit = (name: string, source: string) => this.getFileName(this.emitFile({ type: 'asset', name, source }))
      const formats = emit('formats-worker.js', await builtScript('formats-worker.ts'))
      const known = { catalogFiles: JSON.stringify(catalogs), formatsFile: JSON.stringify(`/${formats}`) }
      file = emit('first-calls.js', await builtScript('script.ts', known))
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        // Not async: the page's own script, where the browser has it already, would run for long before it.
        { tag: 'script', attrs: { src: `/${file}`, fetchpriority: 'high' }, injectTo: 'body-prepend' },
      ],
    },
  }
}

/** `define`: expressions by the names that they have in the script. */
async function builtScript(name: string, define: Readonly<Record<string, string>> = {}): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define,
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'client/first-calls', name),
        output: { format: 'iife', entryFileNames: 'script.js' },
      },
    },
  })
  const [output] = [built].flat()
  const script = output && 'output' in output ? output.output[0] : undefined
  if (!script) throw new Error(`The build of ${basename(import.meta.filename)} made no script.`)
  return script.code
}
