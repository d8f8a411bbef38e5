import { useTexts } from '#client/i18n/text-provider.tsx'
import { Callout } from '#client/ui/callout/callout.tsx'
import { PageHeading } from '#client/ui/page-heading/page-heading.tsx'

/** Says that exports are yet to come. Specification 2.1. */
export function DataExportPage() {
  const { t } = useTexts()
  return (
    <>
      <PageHeading
        title={t('data-export.title')}
        back={{ href: '/appliances', label: t('shell.back-to-appliances') }}
      />
      <Callout>{t('data-export.later')}</Callout>
    </>
  )
}
