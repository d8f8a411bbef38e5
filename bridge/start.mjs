#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
// Starts the bridge from its package. Node does not strip types in `node_modules`, where `npx` installs a package, so
// this file does.
import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'

registerHooks({
  load(url, context, next) {
    if (!url.startsWith(new URL('.', import.meta.url).href) || !url.endsWith('.ts')) return next(url, context)
    return { format: 'module', shortCircuit: true, source: stripTypeScriptTypes(readFileSync(new URL(url), 'utf8')) }
  },
})
await import('./main.ts')
