import type { ComponentType } from 'react'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { LoadedPart } from '#client/ui/loaded-part/loaded-part.tsx'

export type FormPartProps<Props extends object> = { load: () => Promise<ComponentType<Props>>; props: Props }

/** A form of a tab, loaded when it is first shown. */
export function FormPart<Props extends object>({ load, props }: FormPartProps<Props>) {
  const { t } = useTexts()
  return (
    <LoadedPart
      load={load}
      props={props}
      loadingLabel={t('form.loading')}
      failedText={t('form.load-failed')}
      retryLabel={t('error.try-again')}
    />
  )
}
