import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { selectUser } from '#client/account/account-slice.ts'
import { selectOutage } from '#client/appliances/state/freshness.ts'
import { LanguageMenu } from '#client/i18n/language-menu.tsx'
import { useTexts } from '#client/i18n/text-provider.tsx'
import { restoreFocusOnRemoval } from '#client/interaction/restore-focus-on-removal.ts'
import { useLocation, useShownRoute } from '#client/router/router-context.ts'
import { selectAreTermsAccepted, selectHasNeverAcceptedTerms } from '#client/terms/terms-slice.ts'
import { AppearanceMenu } from '#client/ui/appearance-menu/appearance-menu.tsx'
import { BrandLogo } from '#client/ui/brand-logo/brand-logo.tsx'
import { Button } from '#client/ui/button/button.tsx'
import { Callout } from '#client/ui/callout/callout.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog/confirm-dialog.tsx'
import { type MissingPartControl, MissingPartsContext } from '#client/ui/loaded-part/missing-parts.ts'
import { usePreloadablePart } from '#client/ui/loaded-part/preloadable-part.ts'
import { Shell } from '#client/ui/shell/shell.tsx'
import { ToastRegion } from '#client/ui/toast/toast-region.tsx'
import { NoticeBellSlot } from './notice-bell-slot.tsx'
import { OutageCallout } from './outage-callout.tsx'
import type { InterruptionHandler } from './interruptions.ts'
import { lazyInvitationCallout } from './lazy-invitation-callout.ts'
import { useSideNavigation } from './use-side-navigation.tsx'
import type { PageRouteDependencies } from './routes/route-dependencies.ts'
import type { State } from './store.ts'
import { toastClosed } from './toasts-slice.ts'
import { lazyUnverifiedEmailCallout } from './lazy-unverified-email-callout.ts'

export type ShellDependencies = Pick<
  PageRouteDependencies,
  'brand' | 'log' | 'interruptions' | 'loadNotices' | 'logOut'
>

/** Renders the frame of every page: header, navigation, callouts, toasts. Specification 2.2. */
export function AppShell({ dependencies, children }: { dependencies: ShellDependencies; children: ReactNode }) {
  const { brand, log } = dependencies
  const [isLeaving, setLeaving] = useState(false)
  const isInvited = useSelector((state: State) => state.invitation.kind === 'invited')
  const invitation = usePreloadablePart(lazyInvitationCallout, isInvited)
  // The callouts are shown together with the first route, so that they do not move it later.
  const isShown = useShownRoute().kind !== 'waiting'
  const navigation = useSideNavigation(() => setLeaving(true))
  useEffect(() => restoreFocusOnRemoval(document), [])
  const missingParts = useMissingParts(dependencies.interruptions)
  const warn = (error: unknown) => log.warn('The language could not be loaded', error)
  return (
    <MissingPartsContext value={missingParts.parts}>
      <Shell
        title={brand.title}
        logo={<BrandLogo brand={brand} href="/" />}
        navigation={navigation}
        headerEnd={
          <>
            {navigation && <NoticeBellSlot dependencies={dependencies} />}
            <AppearanceMenu onLanguageFailed={warn} />
            {!navigation && <LanguageMenu onFailed={warn} />}
          </>
        }
        callout={
          <>
            <Notices interruptions={dependencies.interruptions} missingCount={missingParts.count} />
            {isShown && invitation && <invitation.Component />}
            {isShown && navigation && <UnverifiedEmail />}
          </>
        }
      >
        {children}
      </Shell>
      <Toasts />
      <LogoutDialog isOpen={isLeaving} onClose={() => setLeaving(false)} logOut={dependencies.logOut} />
    </MissingPartsContext>
  )
}

/** Counts the parts of the page that failed to load and that the person waits for. */
function useMissingParts({ loadAgain }: Pick<InterruptionHandler, 'loadAgain'>): {
  parts: MissingPartControl
  count: number
} {
  const [count, setCount] = useState(0)
  const isOutdated = useSelector((state: State) => state.version === 'outdated')
  const report = useCallback(() => {
    setCount((now) => now + 1)
    return () => setCount((now) => now - 1)
  }, [])
  const parts = useMemo(() => ({ report, isOutdated, loadAgain }), [report, isOutdated, loadAgain])
  return { parts, count }
}

function UnverifiedEmail() {
  const { pathname } = useLocation()
  const isUnverified = useSelector(selectUser)?.unverifiedEmail !== undefined
  return isUnverified && pathname === '/appliances' && <LateUnverifiedEmail />
}

/**
 * Shows the callout only after its code is loaded. The guard of the list loads this code first, so that the callout
 * does not move the list.
 */
function LateUnverifiedEmail() {
  const part = usePreloadablePart(lazyUnverifiedEmailCallout)
  return part && <part.Component />
}

function Toasts() {
  const { t } = useTexts()
  const dispatch = useDispatch()
  const toasts = useSelector((state: State) => state.toasts)
  return (
    <ToastRegion
      toasts={toasts.map(({ id, kind, message, reason }) => ({
        id,
        kind,
        text: reason === undefined ? t(message) : `${t(message)} ${t(reason)}`,
      }))}
      onClose={(id) => dispatch(toastClosed(id))}
    />
  )
}

type LogoutDialogProps = Pick<PageRouteDependencies, 'logOut'> & { isOpen: boolean; onClose(): void }

/** Asks the person to confirm a logout. Specification 2.13, "Logout". */
function LogoutDialog({ isOpen, onClose, logOut }: LogoutDialogProps) {
  const { t } = useTexts()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('dialog.warning')}
      confirmLabel={t('logout.confirm')}
      pendingLabel={t('logout.pending')}
      onConfirm={async () => (await logOut()) || onClose()}
      onClose={onClose}
    >
      {t('logout.text')}
    </ConfirmDialog>
  )
}

type NoticesProps = {
  interruptions: Pick<InterruptionHandler, 'readTerms' | 'loadAgain'>
  /** The number of parts that failed to load and that the person waits for. */
  missingCount: number
}

/**
 * Callouts about a lost connection, an outdated or incomplete page, and missing terms. Each callout has the action that
 * resolves the problem, if such an action exists.
 */
function Notices({ interruptions, missingCount }: NoticesProps) {
  const { t } = useTexts()
  const { pathname } = useLocation()
  const outage = useSelector(selectOutage)
  const isOutdated = useSelector((state: State) => state.version === 'outdated')
  const refusals = useSelector(({ terms }: State) => terms.refusals)
  const isLiveRefused = useSelector(({ live }: State) => live.kind === 'terms-missing')
  const isUnaccepted = useSelector((state: State) => state.terms.status !== null && !selectAreTermsAccepted(state))
  const areTermsMissing = (refusals > 0 || isLiveRefused || isUnaccepted) && !pathname.endsWith('accept-tos')
  return (
    <>
      {outage && <OutageCallout outage={outage} />}
      {(isOutdated || missingCount > 0) && (
        <LoadAgain isAwaited={missingCount > 0} onPress={interruptions.loadAgain}>
          {t(isOutdated ? 'version.text' : 'form.load-failed')}
        </LoadAgain>
      )}
      {areTermsMissing && <TermsMissing refusals={refusals} onRead={interruptions.readTerms} />}
    </>
  )
}

/**
 * A callout with a button that reloads the page. The callout scrolls into view if the person waits for a missing part,
 * because the control that needs the part can be far down.
 */
function LoadAgain({ isAwaited, onPress, children }: { isAwaited: boolean; onPress(): void; children: string }) {
  const { t } = useTexts()
  const callout = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isAwaited) callout.current?.scrollIntoView({ block: 'nearest' })
  }, [isAwaited])
  return (
    <div ref={callout}>
      <Callout action={<Button onPress={onPress}>{t('version.load-again')}</Button>}>{children}</Callout>
    </div>
  )
}

/** The callout about missing terms. It scrolls into view after a refusal, which can happen far down in a form. */
function TermsMissing({ refusals, onRead }: { refusals: number; onRead(): void }) {
  const { t } = useTexts()
  const notice = useRef<HTMLDivElement>(null)
  const readButton = useRef<HTMLButtonElement>(null)
  const isFirstTime = useSelector(selectHasNeverAcceptedTerms)
  useEffect(() => {
    if (refusals === 0) return
    notice.current?.scrollIntoView({ block: 'nearest' })
    readButton.current?.focus({ preventScroll: true })
  }, [refusals])
  return (
    <div ref={notice}>
      <Callout
        tone="warning"
        action={
          <Button ref={readButton} onPress={onRead}>
            {t('terms.read')}
          </Button>
        }
      >
        {t(isFirstTime ? 'terms.lead-again' : 'terms.missing')}
      </Callout>
    </div>
  )
}
