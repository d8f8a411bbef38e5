import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A client in LemonLDAP::NG. The trial runs the portal with three clients, whose rules for refresh tokens differ. */
export type RelyingParty = {
  clientId: string
  clientSecret: string
  /**
   * The rule for refresh tokens. `online`: refresh tokens end with the person's session at LemonLDAP::NG. `offline`:
   * refresh tokens need the person's consent. `none`: the client gets no refresh tokens.
   */
  refreshTokens: 'online' | 'offline' | 'none'
}

export type LemonldapOptions = {
  folder: string
  root: string
  origin: string
  portalUrl: string
  audience: string
  parties: readonly RelyingParty[]
}

/** The lifetime of access tokens in seconds. It is short, so that they are renewed during the trial. */
export const accessTokenLifetimeS = 20

/**
 * Writes the files that LemonLDAP::NG reads at its start: `lemonldap-ng.ini`, and the configuration with the number
 * 1.
 */
export async function writeLemonldapConfiguration(configure: LemonldapOptions): Promise<void> {
  const { folder, root } = configure
  for (const name of ['conf', 'sessions/lock', 'psessions/lock']) await mkdir(join(folder, name), { recursive: true })
  const settings = { ...generalSettings(configure), ...openidConnect(configure) }
  await writeFile(join(folder, 'conf/lmConf-1.json'), JSON.stringify(settings), { mode: 0o600 })
  await writeFile(join(folder, 'lemonldap-ng.ini'), iniOf(folder, root))
}

function iniOf(folder: string, root: string): string {
  return [
    '[all]',
    'logLevel = info',
    '[configuration]',
    'type = File',
    `dirName = ${folder}/conf`,
    '[portal]',
    'staticPrefix = /static',
    `templateDir = ${root}/usr/share/lemonldap-ng/portal/templates`,
    'languages = en',
    '',
  ].join('\n')
}

function generalSettings({ folder, origin }: LemonldapOptions): Record<string, unknown> {
  const host = new URL(origin).hostname
  const kept = (name: string): Record<string, string> => ({
    Directory: join(folder, name),
    LockDirectory: join(folder, name, 'lock'),
    generateModule: 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256',
  })
  return {
    cfgNum: 1,
    cfgVersion: '2.16.1',
    cfgAuthor: 'interop',
    // Sets a date, because LemonLDAP::NG ignores a configuration without a date.
    cfgDate: '1',
    // Uses the demo accounts of LemonLDAP::NG: dwho, rtyler and msmith, whose passwords are their names.
    authentication: 'Demo',
    userDB: 'Same',
    passwordDB: 'Null',
    registerDB: 'Null',
    demoExportedVars: { cn: 'cn', mail: 'mail', uid: 'uid' },
    whatToTrace: 'uid',
    cookieName: 'lemonldap',
    domain: host,
    securedCookie: 0,
    portal: `${origin}/`,
    portalSkin: 'bootstrap',
    key: randomBytes(16).toString('hex'),
    locationRules: { [host]: { default: 'accept' } },
    globalStorage: 'Apache::Session::File',
    globalStorageOptions: kept('sessions'),
    persistentStorage: 'Apache::Session::File',
    persistentStorageOptions: kept('psessions'),
    localSessionStorage: '',
    // Replaces the captcha, which needs a graphics library, with the base class of plugins, which does nothing.
    captcha: '::Main::Plugin',
  }
}

function openidConnect({ portalUrl, audience, parties }: LemonldapOptions): Record<string, unknown> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    issuerDBOpenIDConnectActivation: 1,
    oidcServiceAllowAuthorizationCodeFlow: 1,
    oidcServicePrivateKeySig: privateKey.export({ type: 'pkcs1', format: 'pem' }),
    oidcServicePublicKeySig: publicKey.export({ type: 'spki', format: 'pem' }),
    oidcServiceKeyIdSig: 'interop',
    oidcRPMetaDataOptions: byId(parties, (party) => optionsOf(party, { portalUrl, audience })),
    oidcRPMetaDataExportedVars: byId(parties, () => ({ email: 'mail', name: 'cn' })),
  }
}

function byId<Value>(parties: readonly RelyingParty[], valueOf: (party: RelyingParty) => Value): Record<string, Value> {
  return Object.fromEntries(parties.map((party) => [party.clientId, valueOf(party)]))
}

function optionsOf(
  { clientId, clientSecret, refreshTokens }: RelyingParty,
  { portalUrl, audience }: Pick<LemonldapOptions, 'portalUrl' | 'audience'>,
): Record<string, unknown> {
  const options = {
    ClientID: clientId,
    ClientSecret: clientSecret,
    RedirectUris: `${portalUrl}/auth/callback`,
    PostLogoutRedirectUris: `${portalUrl}/`,
    RequirePKCE: 1,
    AccessTokenJWT: 1,
    AccessTokenSignAlg: 'RS256',
    AccessTokenExpiration: accessTokenLifetimeS,
    AdditionalAudiences: audience,
    IDTokenSignAlg: 'RS256',
    BypassConsent: refreshTokens === 'offline' ? 0 : 1,
    AllowOffline: refreshTokens === 'offline' ? 1 : 0,
    RefreshToken: refreshTokens === 'online' ? 1 : 0,
  }
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [`oidcRPMetaDataOptions${name}`, value]))
}
