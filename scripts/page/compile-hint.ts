import type { Plugin } from 'vite'

/** In the first line of a script, this comment makes V8 compile all functions of the file while it loads. */
const hint = '//# allFunctionsCalledOnLoad\n'

/**
 * Makes Chromium compile the entry script of the page on a background thread while it loads, instead of each function at
 * its first call. Browsers without this feature ignore the comment. WICG, Explicit JavaScript Compile Hints.
 */
export function addCompileHint(): Plugin {
  return {
    name: 'compiled-ahead',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // Runs after the minifier, which removes comments, and after plugins that insert text at the start of a script.
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk' && chunk.isEntry) chunk.code = `${hint}${chunk.code}`
        }
      },
    },
  }
}
