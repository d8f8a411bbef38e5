import type { Plugin } from 'vite'

/**
 * Lets the scripts of the built document wait for its styles: what the document shows by itself needs only those, and on a
 * slow line the scripts would take their share of it.
 */
export function paintFirst(): Plugin {
  return {
    name: 'paint-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replaceAll('<script type="module"', '<script type="module" fetchpriority="low"'),
    },
  }
}
