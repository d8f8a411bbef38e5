import { useState } from 'react'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { Dialog } from '#client/ui/dialog/dialog.tsx'
import { CentredSpinner } from '#client/ui/spinner/spinner.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden/visually-hidden.tsx'
import { TermsForm } from './terms-form.tsx'
import { type TermsFormControl, type TermsFormOptions, useTermsForm } from './use-terms-form.ts'

export type TermsPageProps = TermsFormOptions & {
  /** Called when the person logs out instead of accepting. */
  onLogOut(): Promise<unknown>
}

/** The page on which a person accepts the terms, in a dialog that only an answer closes. Specification 2.12. */
export function TermsPage({ onLogOut, ...input }: TermsPageProps) {
  const { t } = useTexts()
  const form = useTermsForm(input)
  // Keeps the first value, because the acceptance saves the country while this page is still visible.
  const [asksCountry] = useState(input.userCountry === null)
  return (
    <>
      {/* This heading is only for screen readers; other people see the title of the dialog. */}
      <h1 tabIndex={-1}>
        <VisuallyHidden>{t('terms.title')}</VisuallyHidden>
      </h1>
      {/* The dialog opens only when its text is loaded. Text that appears later would move the dialog. */}
      {form.document === null && <CentredSpinner label={t('terms.loading')} />}
      <Dialog
        isOpen={form.document !== null}
        mustAnswer
        staysOnBackdrop
        title={t('terms.title')}
        onClose={() => undefined}
        footer={<Answers form={form} onLogOut={onLogOut} />}
      >
        <TermsForm form={form} asksCountry={asksCountry} available={input.available} />
      </Dialog>
    </>
  )
}

type AnswersProps = Pick<TermsPageProps, 'onLogOut'> & { form: TermsFormControl }

function Answers({ form: { accept, isFirstTime }, onLogOut }: AnswersProps) {
  const { t } = useTexts()
  return (
    <>
      <Button variant="secondary" wide onPress={onLogOut} pendingLabel={t('logout.pending')}>
        {t('logout.confirm')}
      </Button>
      <Button wide isDisabled={accept === null} onPress={async () => accept?.()} pendingLabel={t('terms.pending')}>
        {t(isFirstTime ? 'terms.start' : 'terms.accept')}
      </Button>
    </>
  )
}
