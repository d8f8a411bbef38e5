import type { ComponentType } from 'react'
import type { MessageId } from '#client/i18n/text.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { LoadedPart } from '#client/ui/loaded-part/loaded-part.tsx'

export type FormPartProps<Props extends object> = {
  load: () => Promise<ComponentType<Props>>
  props: Props
  /** What is said meanwhile, where the part is more than a form. */
  loading?: MessageId
}

/** A form of a tab, or what stands around one, loaded when it is first shown. */
export function FormPart<Props extends object>({ load, props, loading = 'form.loading' }: FormPartProps<Props>) {
  const { t } = useTexts()
  return (
    <LoadedPart
      load={load}
      props={props}
      loadingLabel={t(loading)}
      failedText={t('form.load-failed')}
      retryLabel={t('error.try-again')}
    />
  )
}
