import { join } from 'node:path'
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'
import { longListLinkAttribute } from '#contract/long-list.ts'

const part = join(import.meta.dirname, '../../client/appliances/list/many-appliances.tsx')

type Bundle = Rolldown.OutputBundle

/**
 * Adds marked links that load the code for long lists of appliances. The server removes them for people without a long
 * list. The dev server does not add them. Decision 048.
 */
export function addLongListLinks(): Plugin {
  return {
    name: 'long-list-links',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {}, chunk }) => {
        const start = Object.values(bundle).find((each) => each.type === 'chunk' && each.facadeModuleId === part)
        if (!start || !chunk) throw new Error(`The build has no file for ${part}.`)
        const ofEveryView = filesOf(bundle, chunk.fileName)
        return [...filesOf(bundle, start.fileName)].filter((name) => !ofEveryView.has(name)).map(toLink)
      },
    },
  }
}

/** Returns the files of a script: the script, its imports, and their styles. */
function filesOf(bundle: Bundle, name: string, files = new Set<string>()): Set<string> {
  const chunk = bundle[name]
  if (files.has(name) || chunk?.type !== 'chunk') return files
  files.add(name)
  for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
  for (const importedFile of chunk.imports) filesOf(bundle, importedFile, files)
  return files
}

/**
 * Returns the link that loads a file early. It has `crossorigin`, like the requests of the page's script; otherwise
 * the browser would load the file twice.
 */
function toLink(name: string): HtmlTagDescriptor {
  const how = name.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }
  return {
    tag: 'link',
    attrs: { ...how, crossorigin: true, href: `/${name}`, [longListLinkAttribute]: true },
    injectTo: 'head',
  }
}
