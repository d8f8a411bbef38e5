import { requiredSetting, type StartStandIn } from '../stand-in.ts'
import { createIdentityProvider } from './provider.ts'

/** Starts the demo's identity provider. Specification 12.7. */
export const startIdentity: StartStandIn = async (settings) => {
  const { BRANDS_FOLDER: brandsFolder, DEFAULT_BRAND: defaultBrand, HOST: host } = settings
  const provider = createIdentityProvider({
    issuer: requiredSetting(settings, 'ISSUER'),
    databaseUrl: requiredSetting(settings, 'DATABASE_URL'),
    clientId: requiredSetting(settings, 'CLIENT_ID'),
    clientSecret: requiredSetting(settings, 'CLIENT_SECRET'),
    portalUrl: requiredSetting(settings, 'PORTAL_URL'),
    ...(brandsFolder && { brandsFolder }),
    ...(defaultBrand && { defaultBrand }),
    ...(host && { host }),
  })
  const { issuer } = await provider.listen(Number(requiredSetting(settings, 'PORT')))
  console.log(`identity provider ready: ${issuer}`)
  return () => provider.close()
}
