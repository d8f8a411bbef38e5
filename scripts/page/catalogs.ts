import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const catalogFile = /\/texts\/(?<language>[a-z]{2})\/[\w-]+\.json$/u

/**
 * Compiles each catalog, `{id: "ICU message"}`, for Lingui, so that the page does not need the compiler. A message
 * that is not ICU MessageFormat stops the build with its id.
 */
export function createCatalogCompilerPlugin(): Plugin {
  return {
    name: 'compiled-catalogs',
    enforce: 'pre',
    transform: {
      filter: { id: catalogFile },
      handler: (text, path) => ({ code: compileCatalog(text, path), moduleType: 'js', map: null }),
    },
  }
}

/** Returns the language of a module that is a catalog, or null for any other module. */
export function languageOfCatalog(path: string | null | undefined): string | null {
  return catalogFile.exec(path ?? '')?.groups?.['language'] ?? null
}

/**
 * Returns the source of the JavaScript module of a catalog file. @throws Error that names the file and the invalid
 * message
 */
export function compileCatalog(text: string, path: string): string {
  const messages = Object.entries(JSON.parse(text) as Record<string, string>)
  const compiledMessages = messages.map(([id, message]) => [id, compile({ id, message, path })])
  return `export default JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(compiledMessages)))})`
}

function compile({ id, message, path }: { id: string; message: string; path: string }): unknown {
  try {
    return compileMessageOrThrow(message)
  } catch (error) {
    throw new Error(`${path}: the message "${id}" is not ICU MessageFormat: ${(error as Error).message}`, {
      cause: error,
    })
  }
}
