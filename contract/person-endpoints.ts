import { userChange } from './account-form.ts'
import { clientLogEntry } from './client-log.ts'
import { localeQuery, termsAcceptance } from './terms.ts'
import { personApi } from './person-api.ts'
import { termsNotRequired, type ServedEndpoint } from './endpoint.ts'

/** The endpoints of `personApi` with the inputs and refusals that only the server needs. Specification 13. */
export const personEndpoints = {
  readUser: { ...personApi.readUser, ...termsNotRequired },
  changeUser: { ...personApi.changeUser, ...termsNotRequired, body: userChange },
  readTerms: { ...personApi.readTerms, ...termsNotRequired, query: localeQuery },
  readTermsStatus: { ...personApi.readTermsStatus, ...termsNotRequired },
  acceptTerms: { ...personApi.acceptTerms, ...termsNotRequired, body: termsAcceptance },
  writeClientLog: { ...personApi.writeClientLog, ...termsNotRequired, body: clientLogEntry },
} as const satisfies Record<keyof typeof personApi, ServedEndpoint>
