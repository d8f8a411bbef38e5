import type { Plugin } from 'vite'

/** Read by V8 in the first line of a script: whatever it declares is called while it loads. */
const hint = '//# allFunctionsCalledOnLoad\n'

/**
 * Has browsers compile the script of every view beside the main thread, while it arrives, instead of each function there, when
 * it is first called. Others read a comment. WICG, Explicit JavaScript Compile Hints.
 */
export function compiledAhead(): Plugin {
  return {
    name: 'compiled-ahead',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // After the minifier, which takes comments out, and after whatever comes before the rest of a script.
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk' && chunk.name === 'page') chunk.code = `${hint}${chunk.code}`
        }
      },
    },
  }
}
