import { nkeys } from '@nats-io/transport-node'

type KeyPair = ReturnType<typeof nkeys.createUser>

/**
 * Credentials for NATS servers in tests: an operator with one account, as the tool `nsc` creates them. NATS
 * documentation, "Decentralized JWT Authentication".
 */
export type TestNatsOperator = {
  /** The lines of a server's configuration that make it trust this operator and account. */
  settings: string
  /** Returns the text of a credentials file for a new user of the account. `rights` limits the subjects of the user. */
  credentials(rights?: NatsUserRights): string
}

/**
 * The NATS subjects that a user may publish (`pub`) and subscribe to (`sub`). `allow`: the allowed subjects; if absent,
 * all. `deny`: exceptions.
 */
export type NatsUserRights = Partial<Record<'pub' | 'sub', { allow?: readonly string[]; deny?: readonly string[] }>>

const unlimited = { subs: -1, data: -1, payload: -1 }
const limits = { ...unlimited, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 }

export function createTestNatsOperator(): TestNatsOperator {
  const [operator, account] = [nkeys.createOperator(), nkeys.createAccount()]
  const operatorJwt = claim({ by: operator, of: operator, nats: { type: 'operator' } })
  const accountJwt = claim({ by: operator, of: account, nats: { type: 'account', limits } })
  return {
    settings: `operator: ${operatorJwt}
resolver: MEMORY
resolver_preload: { ${account.getPublicKey()}: ${accountJwt} }`,
    credentials: (rights = {}) => {
      const user = nkeys.createUser()
      const jwt = claim({ by: account, of: user, nats: { type: 'user', ...unlimited, pub: {}, sub: {}, ...rights } })
      return `-----BEGIN NATS USER JWT-----
${jwt}
------END NATS USER JWT------

-----BEGIN USER NKEY SEED-----
${Buffer.from(user.getSeed()).toString()}
------END USER NKEY SEED------
`
    },
  }
}

/** Creates a NATS JWT (version 2) about the key `of`, signed by the key `by`. */
function claim({ by, of, nats }: { by: KeyPair; of: KeyPair; nats: object }): string {
  const claims = {
    iat: Math.floor(Date.now() / 1000),
    iss: by.getPublicKey(),
    sub: of.getPublicKey(),
    name: 'portal',
    nats: { version: 2, ...nats },
  }
  const signed = `${encode({ typ: 'JWT', alg: 'ed25519-nkey' })}.${encode(claims)}`
  return `${signed}.${Buffer.from(by.sign(Buffer.from(signed))).toString('base64url')}`
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
