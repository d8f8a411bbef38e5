import { exitWithParent } from '../exit-with-parent.ts'
import { createIdentityProvider } from './provider.ts'

const port = Number(required('PORT'))
const provider = createIdentityProvider({
  issuer: required('ISSUER'),
  databaseUrl: required('DATABASE_URL'),
  clientId: required('CLIENT_ID'),
  clientSecret: required('CLIENT_SECRET'),
  portalUrl: required('PORTAL_URL'),
  ...(process.env['BRANDS_FOLDER'] ? { brandsFolder: process.env['BRANDS_FOLDER'] } : {}),
  ...(process.env['DEFAULT_BRAND'] ? { defaultBrand: process.env['DEFAULT_BRAND'] } : {}),
  ...(process.env['HOST'] ? { host: process.env['HOST'] } : {}),
})
exitWithParent(() => provider.close())
try {
  const { issuer } = await provider.listen(port)
  console.log(`identity provider ready: ${issuer}`)
} catch (error) {
  console.error(`The identity provider could not start on port ${port}: ${String(error)}`)
  process.exit(1)
}

function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`The identity provider needs the setting ${name}.`)
  return value
}
