import { selectCountry } from '#client/account/account-slice.ts'
import type { Country } from '#contract/countries.ts'
import type { PageRoute } from '#client/router/route.ts'
import type { PageRouteDependencies } from './route-dependencies.ts'
import { addTermsTexts, StoreValue, importRarePageLoaders, handleWithTitle } from './route-parts.tsx'

export function termsRoutes({ brand, guards, logOut, addTexts }: PageRouteDependencies): PageRoute[] {
  const route = {
    handle: handleWithTitle('terms.title'),
    enter: guards.enterTerms,
    load: async () => {
      const [{ TermsPage }] = await Promise.all([import('#client/terms/terms-page.tsx'), addTermsTexts({ addTexts })])
      const show = (userCountry: Country | null) => (
        <TermsPage available={brand.countries} userCountry={userCountry} onLogOut={logOut} />
      )
      return <StoreValue select={selectCountry} show={show} />
    },
  }
  return [
    { path: 'accept-tos', ...route },
    { path: 'external-accept-tos', ...route },
  ]
}

export function accountRoutes(dependencies: PageRouteDependencies): PageRoute[] {
  const { guards, log, addTexts } = dependencies
  return [
    {
      path: 'account',
      handle: handleWithTitle('account.title'),
      enter: guards.enterAccount,
      load: async () => {
        const [{ AccountPage, loadAccountTexts }, { NoticeSettingsSlot }, { OwnAccountSlot }] = await Promise.all([
          import('#client/account/account-page.tsx'),
          import('../notice-settings-slot.tsx'),
          import('../own-account-slot.tsx'),
        ])
        await addTexts(loadAccountTexts)
        const warn = (error: unknown) => log.warn('The language could not be loaded', error)
        const noticeSettings = <NoticeSettingsSlot dependencies={dependencies} />
        const { logOut, openFile } = dependencies
        const ownAccount = <OwnAccountSlot logOut={logOut} openFile={openFile} />
        return <AccountPage onLanguageFailed={warn} noticeSettings={noticeSettings} ownAccount={ownAccount} />
      },
    },
    {
      path: 'account-add',
      handle: handleWithTitle('account.add.title'),
      enter: guards.enterAccountAdd,
      load: async () => {
        const { AccountAddPage, loadAccountTexts } = await import('#client/account/account-page.tsx')
        await addTexts(loadAccountTexts)
        return <AccountAddPage />
      },
    },
    {
      path: 'info',
      handle: handleWithTitle('info.title'),
      enter: guards.enterInfo,
      load: async () => (await importRarePageLoaders()).loadInfoPage(dependencies),
    },
  ]
}

export function noticesRoute(dependencies: PageRouteDependencies): PageRoute {
  return {
    path: 'notices',
    handle: handleWithTitle('notices.title'),
    enter: dependencies.guards.enterAccount,
    load: async () => (await importRarePageLoaders()).loadNoticesPage(dependencies),
  }
}
