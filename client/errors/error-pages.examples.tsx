import { configureStore } from '@reduxjs/toolkit'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { AuthExpiredPage, AuthFailedPage } from '#client/sign-in/failed-sign-in-pages.tsx'
import { sessionSlice } from '#client/sign-in/session.ts'
import { AuthCompletePage, UnauthorizedPage } from '#client/sign-in/sign-in-pages.tsx'
import type { Example, ExampleContext } from '#client/ui/example.ts'
import { ErrorPage } from './error-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'

const pages: Readonly<Record<string, (context: ExampleContext) => ReactNode>> = {
  'not found': () => <NotFoundPage />,
  'internal server error': ({ brand }) => <ErrorPage brand={brand} />,
  unauthorized: ({ brand }) => <UnauthorizedPage brand={brand} />,
  'sign-in failed': () => <AuthFailedPage />,
  'sign-in expired': () => <AuthExpiredPage />,
  'sign-in complete': () => <AuthCompletePage />,
}

export const examples: Example[] = Object.entries(pages).map(([name, render]) => ({
  name,
  render: (context) => (
    <Provider store={configureStore({ reducer: { session: sessionSlice.reducer } })}>{render(context)}</Provider>
  ),
}))
