import { loadPushTexts } from '#client/i18n/late-texts.ts'
import type { Texts } from '#client/i18n/text-provider.tsx'
import { PushSwitch } from './push-switch.tsx'

/** Loads the component after its texts, because without a network the settings would show the ids of the texts. */
export async function loadPushSwitch(extend: Texts['extend']): Promise<typeof PushSwitch> {
  await extend(loadPushTexts)
  return PushSwitch
}
