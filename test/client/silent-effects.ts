import { createEffects, type EffectDependencies, type EffectListeners } from '#client/app/effects.ts'

export const silentLog: EffectDependencies['log'] = {
  warn: () => undefined,
  error: () => undefined,
  flush: () => undefined,
}

/** Creates the effects of the page. Those that a test does not pass as `observed` do nothing. */
export function createSilentEffects(observed: Partial<EffectDependencies> = {}): EffectListeners {
  return createEffects({
    log: silentLog,
    navigate: () => undefined,
    emit: () => undefined,
    report: () => undefined,
    mayReport: () => false,
    tabStorage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
    ...observed,
  })
}
