import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { User } from '#contract/account.ts'
import { personApi } from '#contract/person-api.ts'
import type { Country } from '#contract/countries.ts'
import type { Terms, TermsStatus } from '#contract/terms.ts'
import type { ApiCall, CallFailure } from '#client/api-call.ts'
import { createCallThunk } from '#client/call-thunk.ts'
import { createCommand } from '#client/command.ts'

export type TermsState = {
  /** Whether the person has accepted the terms; null until this is loaded. */
  status: TermsStatus | null
  /** The terms to accept. While the terms of another country load, the previous terms stay. */
  document: Terms | null
  /** The id of the pending request for terms; null if there is none. */
  asked: string | null
  /** Whether the terms were updated while the person was reading them. */
  isRenewed: boolean
  /**
   * The number of calls that the server refused because of missing terms while a form had unsaved values; 0 after the
   * terms are accepted.
   */
  refusals: number
  /** The path of the page that opens after the acceptance. */
  wanted: string
}

export type WithTerms = { terms: TermsState }

export const loadTermsStatus = createCallThunk<TermsStatus>('terms/loadStatus', async (_, extra) =>
  extra.call(personApi.readTermsStatus),
)

/** Loads the terms for a locale, such as `de` or `de-AT`. */
export const loadTerms = createCallThunk<Terms, string>('terms/load', async (locale, extra) =>
  extra.call(personApi.readTerms, { query: { locale } }),
)

/** `country` is the country that the person has just chosen; null if the user already had one. */
export type TermsAcceptance = { version: string; country: Country | null }

export type TermsAcceptanceOutcome = { status: TermsStatus; user: User | null }

/** Sends the acceptance, then the country if one was chosen. Specification 4.14. */
export const acceptTerms = createCommand<TermsAcceptanceOutcome, TermsAcceptance>('terms/accept', {
  send: async (acceptance, { call }) => sendAcceptance(call, acceptance),
  find: async ({ country }, { call }) => {
    const status = await call(personApi.readTermsStatus)
    const user = country && (await call(personApi.readUser))
    const isDone = status.accepted && !status.hasUpdate && (user?.country ?? null) === country
    return isDone ? { result: { status, user } } : null
  },
})

async function sendAcceptance(call: ApiCall, { version, country }: TermsAcceptance): Promise<TermsAcceptanceOutcome> {
  const status = await call(personApi.acceptTerms, { body: { accepted: true, version, ...(country && { country }) } })
  return { status, user: country && (await call(personApi.changeUser, { body: { country } })) }
}

/**
 * Whether the acceptance failed because the terms were updated after the person read them. The page then loads the
 * terms again.
 */
export function isOutdatedTermsFailure(failure: CallFailure | undefined): boolean {
  return failure?.kind === 'refused' && failure.errors.some(({ path }) => path === 'version')
}

const initialState: TermsState = {
  status: null,
  document: null,
  asked: null,
  isRenewed: false,
  refusals: 0,
  wanted: '/',
}

export const termsSlice = createSlice({
  name: 'terms',
  initialState,
  reducers: {
    /** Stores the path of the page that opens after the acceptance. */
    termsAsked: (state, { payload }: PayloadAction<string>) => {
      state.wanted = payload
    },
    termsRefused: (state) => {
      state.refusals += 1
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(loadTermsStatus.fulfilled, (state, { payload }) => {
        state.status = payload
      })
      .addCase(loadTerms.pending, (state, { meta }) => {
        state.asked = meta.requestId
      })
      .addCase(loadTerms.fulfilled, (state, { payload, meta }) => {
        if (state.asked !== meta.requestId) return
        state.asked = null
        state.document = payload
      })
      .addCase(acceptTerms.fulfilled, (state, { payload }) => {
        state.status = payload.status
        state.isRenewed = false
        state.refusals = 0
      })
      .addCase(acceptTerms.rejected, (state, { payload }) => {
        if (isOutdatedTermsFailure(payload)) state.isRenewed = true
      }),
})

export const { termsAsked, termsRefused } = termsSlice.actions

/** Whether the current terms are accepted, as far as the page knows. */
export function selectAreTermsAccepted({ terms: { status } }: WithTerms): boolean {
  return status !== null && status.accepted && !status.hasUpdate
}

/** Whether the person has never accepted any version of the terms, as far as the page knows. Specification 2.12. */
export function selectHasNeverAcceptedTerms({ terms: { status } }: WithTerms): boolean {
  return status !== null && !status.accepted
}

/**
 * Returns the path of the page with the terms. People who came by an external address get a page of their own.
 * Specification 4.14.
 */
export function termsPagePath(route: string, address: string): string {
  return address.includes('external') ? '/external-accept-tos' : route
}
