import { userPatch } from './account-form.ts'
import { clientLogEntry } from './client-log.ts'
import { localeQuery, termsAcceptance } from './terms.ts'
import { personApi } from './person-api.ts'
import { addInputs } from './endpoint.ts'

/** The endpoints of `personApi` with the inputs and refusals that only the server needs. Specification 13. */
export const personEndpoints = addInputs(personApi, {
  readUser: { terms: false },
  changeUser: { terms: false, body: userPatch },
  readTerms: { terms: false, query: localeQuery },
  readTermsStatus: { terms: false },
  acceptTerms: { terms: false, body: termsAcceptance },
  writeClientLog: { terms: false, body: clientLogEntry },
})
