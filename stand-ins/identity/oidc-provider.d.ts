/** The part of `oidc-provider` 9 that the stand-in uses; the package has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export type Artifact = Record<string, unknown>

  export interface Adapter {
    upsert(id: string, payload: Artifact, expiresIn: number): Promise<void>
    find(id: string): Promise<Artifact | undefined>
    findByUid(uid: string): Promise<Artifact | undefined>
    findByUserCode(userCode: string): Promise<Artifact | undefined>
    consume(id: string): Promise<void>
    destroy(id: string): Promise<void>
    revokeByGrantId(grantId: string): Promise<void>
  }

  export interface Session {
    accountId?: string
    uid: string
    jti: string
    grantIdFor(clientId: string): string | undefined
  }

  export interface Grant {
    jti: string
    exp: number
    addOIDCScope(scope: string): void
    addResourceScope(resource: string, scope: string): void
    save(): Promise<string>
  }

  export interface RefreshToken {
    remainingTTL: number
  }

  export interface ProviderContext {
    req: IncomingMessage
    res: ServerResponse
    type: string
    body: unknown
    oidc: {
      provider: Provider
      session: Session
      client: { clientId: string }
      account?: { accountId: string }
      result?: { consent?: { grantId?: string } }
      entities: {
        RotatedRefreshToken?: RefreshToken
        IdTokenHint?: { payload: { sub?: string } }
      }
    }
  }

  export interface Interaction {
    uid: string
    prompt: { name: string }
    params: { client_id?: string; ui_locales?: string }
    grantId?: string
    session?: { accountId: string }
  }

  export type InteractionResult = { login: { accountId: string } } | { consent: { grantId?: string } }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    Session: { get(context: unknown): Promise<Session> }
    Grant: {
      new (owner: { accountId: string; clientId: string }): Grant
      find(id: string): Promise<Grant | undefined>
    }
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    createContext(request: IncomingMessage, response: ServerResponse): unknown
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      ...outcome: [result: InteractionResult, options: { mergeWithLastSubmission: boolean }]
    ): Promise<void>
    on(event: 'server_error', listener: (context: ProviderContext, error: Error) => void): this
  }

  export const errors: {
    InvalidGrant: new (detail: string) => Error
    SessionNotFound: new (detail: string) => Error
  }
}
