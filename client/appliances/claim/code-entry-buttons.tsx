import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ClaimForm } from '#contract/claim.ts'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { Callout } from '#client/ui/callout/callout.tsx'
import layout from '#client/styles/layout.module.css'
import { ScanButton } from './scan/scan-button.tsx'

/**
 * The buttons for the two ways to enter the codes, by camera or by typing, and a message after a scan. Specification
 * 2.7.
 */
export function CodeEntryButtons({ form }: { form: UseFormReturn<ClaimForm> }) {
  const { t } = useTexts()
  const [hasRead, setHasRead] = useState(false)
  function take(values: ClaimForm): void {
    fillForm(form, values)
    setHasRead(true)
  }
  return (
    <>
      <div className={layout.ways}>
        <ScanButton isMain={!form.formState.isDirty} onFound={take} />
        <Button variant="secondary" wide onPress={() => form.setFocus('serialNumber')}>
          {t('add.scan.type')}
        </Button>
      </div>
      <div aria-live="polite">{hasRead && <Callout tone="ok">{t('add.scan.read')}</Callout>}</div>
    </>
  )
}

function fillForm(form: UseFormReturn<ClaimForm>, values: ClaimForm): void {
  const asTyped = { shouldDirty: true, shouldTouch: true, shouldValidate: true } as const
  form.setValue('serialNumber', values.serialNumber, asTyped)
  form.setValue('accessCode', values.accessCode, asTyped)
  form.setValue('userPassword', values.userPassword, asTyped)
}
