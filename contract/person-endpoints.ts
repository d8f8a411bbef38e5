import { userChange } from './account-form.ts'
import { clientLogEntry } from './client-log.ts'
import { localeQuery, termsAcceptance } from './terms.ts'
import { personApi } from './person-api.ts'
import { beforeTerms, type ServedEndpoint } from './endpoint.ts'

/** The endpoints of `personApi` with the inputs and refusals that only the server needs. Specification 13. */
export const personEndpoints = {
  readUser: { ...personApi.readUser, ...beforeTerms },
  changeUser: { ...personApi.changeUser, ...beforeTerms, body: userChange },
  readTerms: { ...personApi.readTerms, ...beforeTerms, query: localeQuery },
  readTermsStatus: { ...personApi.readTermsStatus, ...beforeTerms },
  acceptTerms: { ...personApi.acceptTerms, ...beforeTerms, body: termsAcceptance },
  writeClientLog: { ...personApi.writeClientLog, ...beforeTerms, body: clientLogEntry },
} as const satisfies Record<keyof typeof personApi, ServedEndpoint>
