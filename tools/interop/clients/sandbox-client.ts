import type { DemoOwner } from '../demo-owner.ts'

export type SandboxClient = { id: string; secret: string; redirectUri: string }

/**
 * Registers a client by the API, as its developer does. The client is in the sandbox, so it can only read test
 * appliances.
 */
export async function registerSandboxClient(owner: DemoOwner, redirectUri: string): Promise<SandboxClient> {
  const { program, clientSecret } = await owner.call<{ program: { id: string }; clientSecret: string }>(
    'POST',
    '/api/2/programs',
    {
      name: 'Interop',
      contactEmail: 'interop@example.com',
      clientType: 'confidential',
      redirectUris: [redirectUri],
      acceptedTerms: '1',
      isGatekeeper: false,
    },
  )
  return { id: program.id, secret: clientSecret, redirectUri }
}
