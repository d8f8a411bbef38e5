import { userPatch } from './account-form.ts'
import { clientLogEntry } from './client-log.ts'
import { localeQuery, termsAcceptance } from './terms.ts'
import { personApi } from './person-api.ts'
import { termsNotRequiredDefaults, type ServerEndpoint } from './endpoint.ts'

/** The endpoints of `personApi` with the inputs and refusals that only the server needs. Specification 13. */
export const personEndpoints = {
  readUser: { ...personApi.readUser, ...termsNotRequiredDefaults },
  changeUser: { ...personApi.changeUser, ...termsNotRequiredDefaults, body: userPatch },
  readTerms: { ...personApi.readTerms, ...termsNotRequiredDefaults, query: localeQuery },
  readTermsStatus: { ...personApi.readTermsStatus, ...termsNotRequiredDefaults },
  acceptTerms: { ...personApi.acceptTerms, ...termsNotRequiredDefaults, body: termsAcceptance },
  writeClientLog: { ...personApi.writeClientLog, ...termsNotRequiredDefaults, body: clientLogEntry },
} as const satisfies Record<keyof typeof personApi, ServerEndpoint>
