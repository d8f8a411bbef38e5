import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { api } from '#contract/api.ts'
import { minuteMs } from '#contract/durations.ts'
import type { Language } from '#contract/languages.ts'
import { mailCodeLimits, type EmailStatus } from '#contract/notice-settings.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'
import type { EndpointAdder, EndpointCall } from '#server/http/endpoint-adder.ts'
import { Refusal } from '#server/http/refusals.ts'
import { chooseAddressOfPerson, type EmailTrust } from '../mail-address.ts'
import { readEmailAddressesOfPerson } from '../store.ts'
import { createCodeRequestLimiter } from './code-request-limiter.ts'
import { countCodeTry, hasAppliance, storeCodeAndQueueEmail, markAddressVerified, lockStoredCode } from './store.ts'
import type { Services } from '#server/services.ts'

export type EmailVerificationDependencies = Pick<Services, 'database' | 'bus' | 'persons' | 'clock'> & {
  /** Whether email is configured. */
  hasMail: boolean
  emailTrust: EmailTrust
  brandOfRequest(request: EndpointCall<typeof api.verifyEmail>['request']): string
}

/**
 * Adds the endpoint that verifies an email address. Without a code in the body, it sends a code to the person's
 * unverified address. With the code, it verifies the address; emails then go to this address. Specification 23.9.
 */
export function addEmailVerificationRoutes(add: EndpointAdder, dependencies: EmailVerificationDependencies): void {
  const { database, bus, persons, clock, hasMail, emailTrust, brandOfRequest } = dependencies
  const { pool } = database
  const limit = createCodeRequestLimiter(pool)

  add(api.verifyEmail, async ({ caller, body, language, request }) => {
    const { code } = body()
    const personId = await persons.personIdOf(caller)
    const { address, unverified } = chooseAddressOfPerson(await readEmailAddressesOfPerson(pool, personId), emailTrust)
    if (unverified === null) return { address, unverified, codeUntil: null }
    if (code !== undefined) return confirm({ personId, code, unverified })
    if (!hasMail) throw new Refusal('unavailable')
    const isHolder = await hasAppliance(pool, { personId, now: clock.now() })
    await limit({ personId, address: unverified, hasAppliance: isHolder })
    const until = await send({ personId, unverified, language, brand: brandOfRequest(request) })
    return { address, unverified, codeUntil: until.toISOString() }
  })

  type Sending = { personId: string; unverified: string; language: Language; brand: string }

  async function send({ personId, unverified, language, brand }: Sending): Promise<Date> {
    const now = clock.now()
    const until = new Date(now + mailCodeLimits.minutes * minuteMs)
    const code = randomInt(10 ** mailCodeLimits.digits)
      .toString()
      .padStart(mailCodeLimits.digits, '0')
    const digest = digestOfCode({ personId, address: unverified, code })
    await inTransaction(pool, async (transaction) =>
      storeCodeAndQueueEmail(transaction, {
        personId,
        address: unverified,
        code,
        digest,
        brand,
        language,
        now: new Date(now),
        until,
      }),
    )
    return until
  }

  /** Verifies an address with a code. @throws Refusal `rule-broken` on `code`: `wrong`, `expired` or `tries` */
  async function confirm(typedCode: TypedCode): Promise<EmailStatus> {
    const fault = await inTransaction(pool, async (transaction) => {
      const failure = await countAndCheckCode(transaction, typedCode, new Date(clock.now()))
      if (failure === null) await bus.publish(transaction, [{ kind: 'notices', personId: typedCode.personId }])
      return failure
    })
    if (fault !== null) throw new Refusal('rule-broken', { errors: [{ path: 'code', code: fault }] })
    return { address: typedCode.unverified, unverified: null, codeUntil: null }
  }
}

type TypedCode = { personId: string; code: string; unverified: string }

/**
 * Checks a code. If the code matches, marks the address as verified and returns null. Otherwise returns the reason,
 * and counts a wrong attempt.
 */
async function countAndCheckCode(
  transaction: Transaction,
  { personId, code, unverified: address }: TypedCode,
  now: Date,
): Promise<'wrong' | 'expired' | 'tries' | null> {
  const storedCode = await lockStoredCode(transaction, personId)
  if (storedCode === null || storedCode.address !== address || storedCode.until <= now) return 'expired'
  if (storedCode.tries >= mailCodeLimits.tries) return 'tries'
  if (timingSafeEqual(storedCode.digest, digestOfCode({ personId, address, code }))) {
    await markAddressVerified(transaction, { personId, address, now })
    return null
  }
  await countCodeTry(transaction, personId)
  return storedCode.tries + 1 >= mailCodeLimits.tries ? 'tries' : 'wrong'
}

function digestOfCode({ personId, address, code }: { personId: string; address: string; code: string }): Buffer {
  return createHash('sha256').update(`${personId}\0${address}\0${code}`).digest()
}
