import { useState } from 'react'
import { takeoverPath } from '#contract/pages.ts'
import type { CallFailure } from '#client/api-call.ts'
import { ClaimGuide } from './claim-guide.tsx'
import { findClaimFieldByPath } from './claim-words.ts'
import { CodeEntryButtons } from './code-entry-buttons.tsx'
import { useCallDependencies, useCallDispatch } from '#client/call-thunk.ts'
import { showFieldErrors } from '#client/form-fields.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { useNavigate } from '#client/router/router-context.ts'
import { Button } from '#client/ui/button/button.tsx'
import { ArrivingCallout } from '#client/ui/callout/arriving-callout.tsx'
import { Callout } from '#client/ui/callout/callout.tsx'
import { Form, FormActions } from '#client/ui/form/form.tsx'
import { LinkButton } from '#client/ui/link-button/link-button.tsx'
import { PageHeading } from '#client/ui/page-heading/page-heading.tsx'
import { Panel } from '#client/ui/panel/panel.tsx'
import { useLookup } from '#client/use-lookup.ts'
import { findOpenTakeover, beginTakeover } from '../state/takeover-calls.ts'
import { describeTakeoverFailure } from './takeover-words.ts'
import { toClaim, useClaimForm } from './use-claim-form.ts'

export { loadAccessTexts, loadClaimTexts } from '#client/i18n/late-texts.ts'

/**
 * The page that starts a takeover: the codes of the sticker, and an explanation of the next steps. Specification 26.9.
 */
export function StartTakeoverPage() {
  const { t } = useTexts()
  const { call } = useCallDependencies()
  const { answer } = useLookup('open', async () => findOpenTakeover(call))
  const open = answer.kind === 'there' ? answer.value : null
  return (
    <>
      <PageHeading title={t('takeover.title')} back={{ href: '/appliances/add', label: t('add.title') }} />
      {open && (
        <Callout
          action={
            <LinkButton variant="secondary" href={takeoverPath(open.id)}>
              {t('takeover.continue')}
            </LinkButton>
          }
        >
          {t('takeover.open')}
        </Callout>
      )}
      <Panel>
        <StartForm />
      </Panel>
    </>
  )
}

function StartForm() {
  const texts = useTexts()
  const { t } = texts
  const dispatch = useCallDispatch()
  const navigate = useNavigate()
  const form = useClaimForm('takeover')
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const { isSubmitting } = form.formState

  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    const started = await dispatch(beginTakeover(toClaim(values)))
    if (beginTakeover.fulfilled.match(started)) return navigate(takeoverPath(started.payload.id))
    setFailure(started.payload ?? null)
    return showFieldErrors(form, started.payload, findClaimFieldByPath)
  })

  return (
    <Form label={t('takeover.title')} onSubmit={() => void submit()}>
      <p>{t('takeover.lead')}</p>
      <p>{t('takeover.how')}</p>
      <p>{t('takeover.name')}</p>
      <CodeEntryButtons form={form} />
      <ClaimGuide form={form} />
      {failure && <ArrivingCallout tone="danger">{describeTakeoverFailure(failure, texts)}</ArrivingCallout>}
      <FormActions>
        <LinkButton variant="secondary" href="/appliances/add">
          {t('dialog.cancel')}
        </LinkButton>
        <Button type="submit" wide isPending={isSubmitting} pendingLabel={t('access.working')}>
          {t('takeover.start')}
        </Button>
      </FormActions>
    </Form>
  )
}
