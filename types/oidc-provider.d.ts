/** The part of `oidc-provider` 9 that portal and stand-in use; the package has no types of its own. */
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
    accountId: string
    clientId: string
    addOIDCScope(scope: string): void
    addResourceScope(resource: string, scope: string): void
    addRar(detail: Artifact): void
    save(ttl?: number): Promise<string>
    destroy(): Promise<void>
  }

  export interface RefreshToken {
    remainingTTL: number
  }

  /** An access token, or one of the client credentials; `rar`: authorization details. */
  export interface BearerToken {
    clientId: string
    accountId?: string
    grantId?: string
    aud?: string | string[]
    /** Epoch seconds. */
    exp: number
    /** The thumbprint of the key that the token is bound to. RFC 9449, section 6. */
    jkt?: string
    isValid: boolean
    isSenderConstrained(): boolean
  }

  export interface Client {
    clientId: string
    clientSecret?: string
    clientAuthMethod: string
    compareClientSecret(actual: string): boolean | Promise<boolean>
  }

  export interface ProviderContext {
    req: IncomingMessage
    res: ServerResponse
    type: string
    body: unknown
    oidc: {
      provider: Provider
      session: Session
      client: Client
      grant?: { rar?: Artifact[] }
      params: { authorization_details?: string }
      account?: { accountId: string }
      result?: { login?: { accountId: string }; consent?: { grantId?: string } }
      entities: {
        RotatedRefreshToken?: RefreshToken
        IdTokenHint?: { payload: { sub?: string } }
      }
    }
  }

  export interface Interaction {
    uid: string
    prompt: { name: string }
    params: { client_id?: string; ui_locales?: string; scope?: string; authorization_details?: string }
    returnTo: string
    result?: InteractionResult
    exp: number
    grantId?: string
    session?: { accountId: string }
    persist(): Promise<string>
  }

  export type InteractionResult = {
    login?: { accountId: string; remember?: boolean }
    consent?: { grantId?: string }
    error?: string
    error_description?: string
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    Session: { get(context: unknown): Promise<Session> }
    Grant: {
      new (owner: { accountId: string; clientId: string }): Grant
      find(id: string): Promise<Grant | undefined>
    }
    Interaction: { find(uid: string): Promise<Interaction | undefined> }
    AccessToken: { find(token: string): Promise<BearerToken | undefined> }
    ClientCredentials: { find(token: string): Promise<BearerToken | undefined> }
    Client: { prototype: Client }
    ReplayDetection: { unique(issuer: string, id: string, exp: number): Promise<boolean> }
    proxy: boolean
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    createContext(request: IncomingMessage, response: ServerResponse): unknown
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      ...outcome: [result: InteractionResult, options: { mergeWithLastSubmission: boolean }]
    ): Promise<void>
    on(event: 'server_error', listener: (context: ProviderContext, error: Error) => void): this
    on(event: `${string}.error`, listener: (context: ProviderContext, error: Error & { error: string }) => void): this
    on(event: 'grant.revoked', listener: (context: ProviderContext, grantId: string) => void): this
  }

  export type PromptCheck = object

  export interface Prompts {
    clear(): void
    add(prompt: object): void
  }

  export const interactionPolicy: {
    Prompt: new (info: { name: string; requestable: boolean }, ...checks: PromptCheck[]) => object
    Check: new (
      reason: string,
      description: string,
      error: string,
      check: (context: ProviderContext) => boolean | Promise<boolean>,
    ) => PromptCheck
    base(): Prompts
  }

  export const errors: {
    InvalidClientAuth: new (detail: string) => Error
    InvalidGrant: new (detail: string) => Error
    InvalidAuthorizationDetails: new (detail: string) => Error
    InvalidTarget: new () => Error
    SessionNotFound: new (detail: string) => Error
  }
}
