import type { ReactNode } from 'react'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { Button } from '../button/button.tsx'
import { useAnnouncedRetry } from '../callout/use-announced-retry.ts'
import { EmptyState } from './empty-state.tsx'

export type LoadFailedProps = {
  title: string
  picture?: ReactNode
  children: ReactNode
  onRetry(): Promise<unknown>
}

/** Shown instead of the content of a page that could not be loaded. Screen readers announce it, as `FailureCallout`. */
export function LoadFailed({ title, picture, children, onRetry }: LoadFailedProps) {
  const { t } = useTexts()
  const { retries, retry } = useAnnouncedRetry(onRetry)
  return (
    <div role="alert">
      <EmptyState
        title={title}
        picture={picture}
        action={
          <Button pendingLabel={t('error.trying')} onPress={retry}>
            {t('error.try-again')}
          </Button>
        }
      >
        <span key={retries}>{children}</span>
      </EmptyState>
    </div>
  )
}
