import { readRequiredSetting, type StandInStarter } from '../stand-in.ts'
import { createIdentityProvider } from './identity-provider.ts'

/** Starts the demo's identity provider. Specification 12.7. */
export const startIdentityStandIn: StandInStarter = async (settings) => {
  const { BRANDS_FOLDER: brandsFolder, DEFAULT_BRAND: defaultBrand, HOST: host } = settings
  const provider = createIdentityProvider({
    issuer: readRequiredSetting(settings, 'ISSUER'),
    databaseUrl: readRequiredSetting(settings, 'DATABASE_URL'),
    clientId: readRequiredSetting(settings, 'CLIENT_ID'),
    clientSecret: readRequiredSetting(settings, 'CLIENT_SECRET'),
    portalUrl: readRequiredSetting(settings, 'PORTAL_URL'),
    ...(brandsFolder && { brandsFolder }),
    ...(defaultBrand && { defaultBrand }),
    ...(host && { host }),
  })
  const { issuer } = await provider.listen(Number(readRequiredSetting(settings, 'PORT')))
  console.log(`identity provider ready: ${issuer}`)
  return () => provider.close()
}
