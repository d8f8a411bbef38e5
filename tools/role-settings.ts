import { findFreePorts } from '../scripts/free-ports.ts'
import { toolsAudience } from './access-tokens.ts'

/** Returns the settings with which a process of these roles starts at free ports, without any other service. */
export async function createRoleSettings(roles: string, databaseUrl: string): Promise<Record<string, string>> {
  const port = await findFreePorts(3)
  const key = Buffer.alloc(32, 1).toString('base64')
  return {
    ROLES: roles,
    HOST: '127.0.0.1',
    PORT: String(port),
    MQTT_HOST: '127.0.0.1',
    MQTT_PORT: String(port + 1),
    MQTT_PLAIN: '1',
    METRICS_PORT: String(port + 2),
    METRICS_HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_AUDIENCE: toolsAudience,
    OIDC_CLIENT_ID: 'gateway-portal',
    OIDC_CLIENT_SECRET: 'a secret of this process',
    SESSION_KEY: key,
    REGISTRY_KEY: key,
    POLICIES_URL: 'http://127.0.0.1:9',
    DRAIN_SECONDS: '0',
    HANDOVER_SECONDS: '0',
    LOG_LEVEL: 'warn',
  }
}
