import type { ComponentType } from 'react'
import type { FaultDescription } from '#contract/faults.ts'
import type { Language } from '#contract/languages.ts'
import type { ApiCall } from '#client/api-call.ts'
import type { Translation } from '#client/i18n/translation.ts'
import type * as faultCatalogue from './faults/fault-catalogue.ts'
import type { FaultPanelProps } from './faults/fault-panel.tsx'

type Loaded = {
  Panel: ComponentType<FaultPanelProps>
  catalogue: typeof faultCatalogue
}

export type FaultPreloadOptions = {
  call: ApiCall
  extend: Translation['extend']
  language: Language
  codes: readonly string[]
}

/**
 * The fault panel and the fault catalogue, which load on demand, because few appliances have a fault. A list with
 * faults loads both before it is drawn, so that each card is drawn once, with its panel. Specification 22.5.
 */
export const lazyFaultPanel = createFaultPart()

function createFaultPart() {
  let loadedModule: Loaded | null = null

  async function load(extend: Translation['extend']): Promise<Loaded> {
    const [{ FaultPanel }, catalogue, { loadFaultTexts }] = await Promise.all([
      import('./faults/fault-panel.tsx'),
      import('./faults/fault-catalogue.ts'),
      import('#client/i18n/notice-texts.ts'),
    ])
    await extend(loadFaultTexts)
    loadedModule = { Panel: FaultPanel, catalogue }
    return loadedModule
  }

  return {
    loadPanel: async (extend: Translation['extend']) => (await load(extend)).Panel,
    /** Loads the panel, and the descriptions of the faults with these `codes`. */
    async prepare({ call, extend, language, codes }: FaultPreloadOptions): Promise<void> {
      const { catalogue } = await load(extend)
      await Promise.all(codes.map(async (code) => catalogue.loadFaultDescription(call, { code, language })))
    },
    /** Returns the panel; null until it is loaded. */
    panel: () => loadedModule?.Panel ?? null,
    /**
     * Returns the cached description. Undefined if the description is not loaded; null if the catalogue does not have
     * the fault.
     */
    described: (code: string, language: Language): FaultDescription | null | undefined =>
      loadedModule?.catalogue.getCachedFaultDescription({ code, language }),
  }
}
