import { loadPushTexts } from '#client/i18n/late-texts.ts'
import type { Texts } from '#client/i18n/text-provider.tsx'
import { PushSwitch } from './push-switch.tsx'

/** Returns the component after its texts are loaded. Without the texts, the settings would show message ids. */
export async function loadPushSwitch(extend: Texts['extend']): Promise<typeof PushSwitch> {
  await extend(loadPushTexts)
  return PushSwitch
}
