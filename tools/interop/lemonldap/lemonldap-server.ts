import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fillTemplate } from '../../fill-template.ts'
import type { DebianPrograms } from '../debian-programs.ts'
import { startProgram } from '../start-program.ts'
import type { Trial } from '../trial.ts'

/** A client in LemonLDAP::NG. The trial runs the portal with three clients, whose rules for refresh tokens differ. */
export type RelyingParty = {
  clientId: string
  clientSecret: string
  /**
   * The rule for refresh tokens. `online`: they end with the person's session at LemonLDAP::NG. `offline`: they need
   * the person's consent. `none`: the client gets none.
   */
  refreshTokens: 'online' | 'offline' | 'none'
}

export type LemonldapOptions = {
  folder: string
  debian: DebianPrograms
  port: number
  portalUrl: string
  audience: string
  parties: readonly RelyingParty[]
}

/** The lifetime of access tokens. It is short, so that they are renewed during the trial. */
export const accessTokenLifetimeS = 20

/** Starts an empty LemonLDAP::NG in `folder`. Returns the URL of the issuer. */
export async function startLemonldap(trial: Trial, options: LemonldapOptions): Promise<string> {
  const { folder, port } = options
  const { root, env } = options.debian
  const host = '127.0.0.1'
  const issuer = `http://${host}:${port}/`
  await rm(folder, { recursive: true, force: true })
  for (const name of ['conf', 'sessions/lock', 'psessions/lock']) await mkdir(join(folder, name), { recursive: true })
  const values = { folder, root, host, issuer, key: randomBytes(16).toString('hex') }
  const template = (name: string): string => fillTemplate(new URL(name, import.meta.url), values)
  // Without the date in the template, LemonLDAP::NG ignores the configuration. Its authentication has the accounts
  // dwho, rtyler and msmith, whose passwords are their names. The base class of plugins, which does nothing, replaces
  // the captcha, which needs a graphics library.
  const settings = { ...(JSON.parse(template('lemonldap.json')) as object), ...relyingParties(options) }
  await writeFile(join(folder, 'conf/lmConf-1.json'), JSON.stringify(settings), { mode: 0o600 })
  await writeFile(join(folder, 'lemonldap-ng.ini'), template('lemonldap-ng.ini'))
  const app = join(import.meta.dirname, 'portal.psgi')
  await startProgram(trial, {
    name: 'lemonldap',
    command: ['perl', `${root}/usr/bin/starman`, '--listen', `${host}:${port}`, '--workers', '2', app],
    env: { ...env, LLNG_DEFAULTCONFFILE: join(folder, 'lemonldap-ng.ini'), LEMONLDAP_ROOT: root },
    ready: { kind: 'http', url: `${issuer}.well-known/openid-configuration` },
  })
  return issuer
}

/** Returns the settings of OpenID Connect: a new signing key, and the clients. */
function relyingParties({ portalUrl, audience, parties }: LemonldapOptions): object {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const byId = (valueOf: (party: RelyingParty) => object): object =>
    Object.fromEntries(parties.map((party) => [party.clientId, valueOf(party)]))
  const optionsOf = ({ clientId, clientSecret, refreshTokens }: RelyingParty): object => {
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
  return {
    oidcServicePrivateKeySig: privateKey.export({ type: 'pkcs1', format: 'pem' }),
    oidcServicePublicKeySig: publicKey.export({ type: 'spki', format: 'pem' }),
    oidcRPMetaDataOptions: byId(optionsOf),
    oidcRPMetaDataExportedVars: byId(() => ({ email: 'mail', name: 'cn' })),
  }
}
